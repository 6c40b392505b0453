package io.dbharness.disk.target;

import io.dbharness.model.Problems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code file:PATH?direct=auto|yes|no&sync=yes|no}.
 *
 * @param path   a file, which may not exist, or a block device
 * @param direct whether to go past the page cache
 * @param sync   whether a write ends only when it is on the medium
 */
public record FileAddress(Path path, Direct direct, boolean sync) {

    /** What addresses of files begin with. */
    public static final String SCHEME = "file:";

    static final String DIRECT = "direct";
    static final String SYNC = "sync";

    private static final String YES = "yes";
    private static final String NO = "no";

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

        static Optional<Direct> of(String word) {
            return Arrays.stream(values()).filter(d -> d.word().equals(word)).findFirst();
        }
    }

    /** The address of a file to be opened in this way, in words that may be wrong. */
    public static String url(String path, String direct, String sync) {
        return SCHEME + path + "?" + DIRECT + "=" + direct + "&" + SYNC + "=" + sync;
    }

    /** Notes everything that is wrong with the text; what it returns is meaningless then. */
    public static FileAddress parse(String url, Problems problems) {
        int question = url.lastIndexOf('?');
        String path = url.substring(SCHEME.length(), question < 0 ? url.length() : question);
        Map<String, String> options = options(question < 0 ? "" : url.substring(question + 1), problems);
        String direct = options.getOrDefault(DIRECT, Direct.AUTO.word());
        String sync = options.getOrDefault(SYNC, NO);
        problems.require(
                Direct.of(direct).isPresent(),
                "direct must be one of " + String.join(", ", Direct.words()) + ", not '" + direct + "'");
        problems.require(sync.equals(YES) || sync.equals(NO), "sync must be yes or no, not '" + sync + "'");
        problems.require(!path.isBlank(), "which file? Name one, or a block device: --file PATH");
        return new FileAddress(path(path, problems), Direct.of(direct).orElse(Direct.AUTO), sync.equals(YES));
    }

    private static Map<String, String> options(String text, Problems problems) {
        Map<String, String> options = new HashMap<>();
        for (String option : text.isEmpty() ? new String[0] : text.split("&", -1)) {
            String[] parts = option.split("=", 2);
            boolean known = parts.length == 2 && List.of(DIRECT, SYNC).contains(parts[0]);
            problems.require(known, "a file has no option '" + option + "'; known: direct, sync");
            if (known) {
                options.put(parts[0], parts[1]);
            }
        }
        return options;
    }

    private static Path path(String text, Problems problems) {
        try {
            return Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            problems.add("'" + text + "' is not a path: " + e.getReason());
            return Path.of("");
        }
    }

    @Override
    public String toString() {
        return url(path.toString(), direct.word(), sync ? YES : NO);
    }
}
