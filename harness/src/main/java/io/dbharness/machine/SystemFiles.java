package io.dbharness.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files in which the kernel tells of itself. One that is missing, or that this user may not read, says nothing: that is an answer here, not
 * a failure.
 *
 * @param root {@code /}
 */
public record SystemFiles(Path root) {

    private static final Logger LOG = LoggerFactory.getLogger(SystemFiles.class);

    /** Of this machine. */
    public static SystemFiles here() {
        return new SystemFiles(Path.of("/"));
    }

    /** The place of an absolute path. */
    public Path at(String path) {
        return root.resolve(path.substring(1));
    }

    /** The content of a file without blanks around it; empty when there is none. */
    public Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(at(path)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("the system does not tell: {}", e.toString());
            return Optional.empty();
        }
    }

    /** The lines of a file; none when it says nothing. */
    public List<String> lines(String path) {
        return text(path).map(text -> text.lines().toList()).orElse(List.of());
    }

    /** A file with one whole number; empty for any other. */
    public OptionalLong number(String path) {
        return text(path).map(SystemFiles::whole).orElse(OptionalLong.empty());
    }

    /** The number in the line that begins with a word, as in {@code /proc/meminfo} and {@code cpu.stat}. */
    public OptionalLong number(String path, String word) {
        return lines(path).stream()
                .map(line -> line.split("\\s+", -1))
                .filter(words -> words.length > 1 && words[0].equals(word))
                .map(words -> whole(words[1]))
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    /** Numbers of the kernel that mean "no limit" may not fit. */
    private static OptionalLong whole(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** What a directory holds by a pattern such as {@code cpu[0-9]*}, as absolute paths; none when it cannot be listed. */
    public List<String> list(String directory, String pattern) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(at(directory), pattern)) {
            entries.forEach(entry -> found.add(directory + "/" + entry.getFileName()));
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("the system does not tell: {}", e.toString());
        }
        return found;
    }
}
