package io.dbharness.jdbc;

import io.dbharness.model.Problems;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The options of a JDBC target, checked.
 *
 * @param isolation   of every measured session
 * @param usableBytes what a data set may still take on the server's disk, when the caller knows it
 */
record JdbcOptions(Isolation isolation, OptionalLong usableBytes) {

    private static final String ISOLATION = "isolation";
    private static final String USABLE_BYTES = "usableBytes";

    /**
     * Notes bad values; what it returns is only to be used when none was noted. Names it does not know are left alone: the same options
     * reach whoever started the server.
     */
    static JdbcOptions parse(Map<String, String> options, Problems problems) {
        return new JdbcOptions(
                isolation(options.getOrDefault(ISOLATION, Isolation.READ_COMMITTED.text()), problems),
                usableBytes(options.getOrDefault(USABLE_BYTES, ""), problems));
    }

    private static Isolation isolation(String text, Problems problems) {
        return Isolation.parse(text).orElseGet(() -> {
            problems.add("target option isolation '" + text + "' is not one of: " + Isolation.allowed());
            return Isolation.READ_COMMITTED;
        });
    }

    private static OptionalLong usableBytes(String text, Problems problems) {
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long bytes = Long.parseLong(text);
            problems.require(bytes >= 0, "target option usableBytes " + text + " is negative");
            return OptionalLong.of(bytes);
        } catch (NumberFormatException e) {
            problems.add("target option usableBytes '" + text + "' is not a whole number of bytes");
            return OptionalLong.empty();
        }
    }
}
