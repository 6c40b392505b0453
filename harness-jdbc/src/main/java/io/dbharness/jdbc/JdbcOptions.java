package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Isolation;
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
     *
     * @param levels those of the product
     */
    static JdbcOptions parse(Map<String, String> options, IsolationLevels levels, Problems problems) {
        return new JdbcOptions(
                isolation(options.getOrDefault(ISOLATION, Isolation.READ_COMMITTED.text()), levels, problems),
                usableBytes(options.getOrDefault(USABLE_BYTES, ""), problems));
    }

    private static Isolation isolation(String text, IsolationLevels levels, Problems problems) {
        return levels.parse(text).orElseGet(() -> {
            problems.add("target option isolation '" + text + "' is not one of: " + levels.allowed());
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
