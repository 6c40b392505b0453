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
 * Reads files in which the kernel reports on the system. A missing or unreadable file is not an error; its value is empty.
 *
 * @param root root directory, {@code /} of a real system
 */
public record SystemFiles(Path root) {

    private static final Logger LOG = LoggerFactory.getLogger(SystemFiles.class);

    /** Returns the files of this machine. */
    public static SystemFiles here() {
        return new SystemFiles(Path.of("/"));
    }

    /** Resolves an absolute path below the root. */
    public Path at(String path) {
        return root.resolve(path.substring(1));
    }

    /** Returns the stripped content of a file; empty if it is missing, unreadable or blank. */
    public Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(at(path)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("the system does not report it: {}", e.toString());
            return Optional.empty();
        }
    }

    /** Returns the lines of a file; none if it is missing, unreadable or blank. */
    public List<String> lines(String path) {
        return text(path).map(text -> text.lines().toList()).orElse(List.of());
    }

    /** Returns the whole number in a file; empty if the file contains anything else. */
    public OptionalLong number(String path) {
        return text(path).map(SystemFiles::whole).orElse(OptionalLong.empty());
    }

    /** Returns the number in the line that starts with a word, as in {@code /proc/meminfo} and {@code cpu.stat}. */
    public OptionalLong number(String path, String word) {
        return lines(path).stream()
                .map(line -> line.split("\\s+", -1))
                .filter(words -> words.length > 1 && words[0].equals(word))
                .map(words -> whole(words[1]))
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    /** Parses a whole number; empty if it overflows, as some values for "no limit" do. */
    private static OptionalLong whole(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Returns the absolute paths in a directory that match a pattern such as {@code cpu[0-9]*}; none if the directory cannot be listed. */
    public List<String> list(String directory, String pattern) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(at(directory), pattern)) {
            entries.forEach(entry -> found.add(directory + "/" + entry.getFileName()));
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("the system does not report it: {}", e.toString());
        }
        return found;
    }
}
