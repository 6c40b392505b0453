package io.dbharness.insertdelete;

import io.dbharness.workload.Parameter;
import io.dbharness.workload.Sizes;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What a server may do at most, declared by who runs it.
 *
 * @param bytesPerSecond by the name of the resource, {@code wal} or {@code read}
 */
record Limits(Map<String, Long> bytesPerSecond) {

    static final String WAL = "wal";
    static final String READ = "read";

    private static final String PER_SECOND = "/s";

    Limits {
        bytesPerSecond = Map.copyOf(bytesPerSecond);
    }

    /** Empty for anything that is no list of limits. */
    static Optional<Limits> parse(String text) {
        Map<String, Long> found = new TreeMap<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] sides = part.split("=", -1);
            boolean known =
                    sides.length == 2 && Arrays.asList(WAL, READ).contains(sides[0]) && sides[1].endsWith(PER_SECOND);
            OptionalLong bytes = known
                    ? Sizes.parse(sides[1].substring(0, sides[1].length() - PER_SECOND.length()))
                    : OptionalLong.empty();
            if (bytes.orElse(0) <= 0 || found.put(sides[0], bytes.getAsLong()) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(new Limits(found));
    }

    /** The texts that are limits. */
    record Domain() implements Parameter.Domain {

        @Override
        public String label() {
            return "LIMITS";
        }

        @Override
        public boolean contains(String text) {
            return parse(text).isPresent();
        }

        @Override
        public String expectation() {
            return "wal=SIZE/s, read=SIZE/s or both with a comma between, for example wal=10MB/s";
        }
    }
}
