package io.dbharness.insertdelete;

import io.dbharness.quantity.Quantities;
import io.dbharness.workload.Parameter.Domain;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The upper limits of a server, declared by the user.
 *
 * @param bytesPerSecond limits in bytes a second by the name of the resource, {@code wal} or {@code read}
 */
record Limits(Map<String, Long> bytesPerSecond) {

    static final String WAL = "wal";
    static final String READ = "read";

    /** The texts of limits. */
    static final Domain DOMAIN = Domain.matching(
            "LIMITS",
            text -> parse(text).isPresent(),
            "wal=SIZE/s, read=SIZE/s or both with a comma between, for example wal=10MB/s");

    Limits {
        bytesPerSecond = Map.copyOf(bytesPerSecond);
    }

    /** Parses a list of limits; empty if it is malformed. */
    static Optional<Limits> parse(String text) {
        Map<String, Long> found = new TreeMap<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] sides = part.split("=", -1);
            boolean known = sides.length == 2 && Arrays.asList(WAL, READ).contains(sides[0]);
            OptionalLong bytes = known ? Quantities.bytesPerSecond(sides[1]) : OptionalLong.empty();
            if (bytes.orElse(0) <= 0 || found.put(sides[0], bytes.getAsLong()) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(new Limits(found));
    }
}
