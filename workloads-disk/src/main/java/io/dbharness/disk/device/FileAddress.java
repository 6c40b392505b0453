package io.dbharness.disk.device;

import io.dbharness.model.Problems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Parses {@code file:PATH?direct=auto|yes|no&sync=yes|no&name=NAME}.
 *
 * @param path   a file, which may not exist, or a block device
 * @param direct use of direct I/O
 * @param sync   true if a write ends only when the data are on the medium
 * @param name   prefix of its settings and of its device's figures, lower-case letters and digits; empty for a file alone
 */
public record FileAddress(Path path, Direct direct, boolean sync, String name) {

    private static final Path DEVICES = Path.of("/dev");

    /** Prefix of file addresses. */
    public static final String SCHEME = "file:";

    /** Use of direct I/O, which bypasses the page cache. */
    public enum Direct {
        /** If the file system supports it. */
        AUTO,
        YES,
        NO;

        /** Returns the option's value in the user's spelling. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static List<String> words() {
            return Arrays.stream(values()).map(Direct::word).toList();
        }
    }

    /** Begins each file after the first one in an address of several. */
    private static final String NEXT = " " + SCHEME;

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,15}|");

    /** Builds the address of a file with these options; {@code name} may be empty. */
    public static String url(String path, String direct, boolean sync, String name) {
        return SCHEME + path + "?direct=" + direct + "&sync=" + (sync ? "yes" : "no")
                + (name.isEmpty() ? "" : "&name=" + name);
    }

    /** Builds the address of a target with several files. */
    public static String url(List<String> files) {
        return String.join(" ", files);
    }

    /** Parses the address of a target: one file, or several that a blank separates. */
    public static List<FileAddress> parseAll(String url, Problems problems) {
        List<FileAddress> files = new ArrayList<>();
        String rest = url;
        for (int next = rest.indexOf(NEXT); next > 0; next = rest.indexOf(NEXT)) {
            files.add(parse(rest.substring(0, next), problems));
            rest = rest.substring(next + 1);
        }
        files.add(parse(rest, problems));
        return files;
    }

    /** Parses the address of a file and adds every problem to {@code problems}; use the result only if there is none. */
    public static FileAddress parse(String url, Problems problems) {
        int question = url.lastIndexOf('?');
        String path = url.substring(SCHEME.length(), question < 0 ? url.length() : question);
        Map<String, String> options = new HashMap<>(Map.of("direct", "auto", "sync", "no", "name", ""));
        String query = question < 0 ? "" : url.substring(question + 1);
        for (String option : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            String[] parts = option.split("=", 2);
            problems.require(
                    parts.length == 2 && options.replace(parts[0], parts[1]) != null,
                    "a file has no option '" + option + "'; known: direct, sync, name");
        }
        String direct = options.getOrDefault("direct", "");
        boolean known = Direct.words().contains(direct);
        problems.require(
                known, "direct must be one of " + String.join(", ", Direct.words()) + ", not '" + direct + "'");
        String sync = options.getOrDefault("sync", "");
        problems.require(List.of("yes", "no").contains(sync), "sync must be yes or no, not '" + sync + "'");
        String name = options.getOrDefault("name", "");
        problems.require(
                NAME.matcher(name).matches(),
                "name must be at most 16 lower-case letters and digits, a letter first, not '" + name + "'");
        problems.require(!path.isBlank(), "the file or block device to work on is missing; give --file PATH");
        return new FileAddress(
                path(path, problems),
                known ? Direct.valueOf(direct.toUpperCase(Locale.ROOT)) : Direct.AUTO,
                sync.equals("yes"),
                name);
    }

    /** Refuses a missing device as a typing error: a file of its name would be in memory. */
    private static Path path(String text, Problems problems) {
        try {
            Path path = Path.of(text).toAbsolutePath().normalize();
            problems.require(
                    !DEVICES.equals(path.getParent()) || Files.exists(path),
                    "there is no device " + path + "; name one that 'lsblk --paths' lists, or a file");
            return path;
        } catch (InvalidPathException e) {
            problems.add("'" + text + "' is not a path: " + e.getReason());
            return Path.of("");
        }
    }

    @Override
    public String toString() {
        return url(path.toString(), direct.word(), sync, name);
    }
}
