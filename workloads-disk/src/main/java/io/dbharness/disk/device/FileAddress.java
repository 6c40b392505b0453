package io.dbharness.disk.device;

import io.dbharness.model.Problems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code file:PATH?direct=auto|yes|no&sync=yes|no}.
 *
 * @param path   a file, which may not exist, or a block device
 * @param direct whether to go past the page cache
 * @param sync   whether a write ends only when it is on the medium
 */
public record FileAddress(Path path, Direct direct, boolean sync) {

    private static final Path DEVICES = Path.of("/dev");

    /** What addresses of files begin with. */
    public static final String SCHEME = "file:";

    /** Whether to go past the page cache. */
    public enum Direct {
        /** Where the file system can. */
        AUTO,
        YES,
        NO;

        /** As typed. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static List<String> words() {
            return Arrays.stream(values()).map(Direct::word).toList();
        }
    }

    /** The address of a file to be opened in this way. */
    public static String url(String path, String direct, boolean sync) {
        return SCHEME + path + "?direct=" + direct + "&sync=" + (sync ? "yes" : "no");
    }

    /** Notes everything that is wrong with the text; what it returns is meaningless then. */
    public static FileAddress parse(String url, Problems problems) {
        int question = url.lastIndexOf('?');
        String path = url.substring(SCHEME.length(), question < 0 ? url.length() : question);
        Map<String, String> options = new HashMap<>(Map.of("direct", "auto", "sync", "no"));
        String query = question < 0 ? "" : url.substring(question + 1);
        for (String option : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            String[] parts = option.split("=", 2);
            problems.require(
                    parts.length == 2 && options.replace(parts[0], parts[1]) != null,
                    "a file has no option '" + option + "'; known: direct, sync");
        }
        String direct = options.getOrDefault("direct", "");
        boolean known = Direct.words().contains(direct);
        problems.require(
                known, "direct must be one of " + String.join(", ", Direct.words()) + ", not '" + direct + "'");
        String sync = options.getOrDefault("sync", "");
        problems.require(List.of("yes", "no").contains(sync), "sync must be yes or no, not '" + sync + "'");
        problems.require(!path.isBlank(), "the file or block device to work on is missing; give --file PATH");
        return new FileAddress(
                path(path, problems),
                known ? Direct.valueOf(direct.toUpperCase(Locale.ROOT)) : Direct.AUTO,
                sync.equals("yes"));
    }

    /** A device that is not there is a typing error: a file of its name would lie in memory. */
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
        return url(path.toString(), direct.word(), sync);
    }
}
