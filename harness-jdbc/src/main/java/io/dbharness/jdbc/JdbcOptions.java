package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.Isolation;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The options of a JDBC target, checked.
 *
 * @param isolation   of every measured session
 * @param levels      the isolation levels of the product by the numbers that its driver gives them
 * @param dialect     the dialect to use whatever the server says it is
 * @param usableBytes what a data set may still take on the server's disk, when the caller knows it
 */
record JdbcOptions(
        Isolation isolation, Map<Isolation, Integer> levels, Optional<Dialect> dialect, OptionalLong usableBytes) {

    /**
     * Notes bad values; what it returns is only to be used when none was noted. Unknown names are ignored: the same options also
     * go to the provider that started the server.
     *
     * @param ofAddress the dialect that the address leads to
     */
    static JdbcOptions parse(Map<String, String> options, Dialect ofAddress, Dialects dialects, Problems problems) {
        Map<Isolation, Integer> levels = ofAddress.isolationLevels();
        return new JdbcOptions(
                isolation(options.getOrDefault("isolation", Isolation.READ_COMMITTED.text()), levels, problems),
                levels,
                dialect(options.getOrDefault("dialect", ""), ofAddress, dialects, problems),
                usableBytes(options.getOrDefault("usableBytes", ""), problems));
    }

    /** As the driver numbers the level. */
    int isolationNumber() {
        return Objects.requireNonNull(levels.get(isolation), isolation.text());
    }

    /** The words for a level that a driver reports, which may be none a user can ask for. */
    String describeIsolation(int number) {
        return levels.entrySet().stream()
                .filter(level -> level.getValue() == number)
                .findFirst()
                .map(level -> level.getKey().text())
                .orElse("JDBC level " + number);
    }

    private static Isolation isolation(String text, Map<Isolation, Integer> levels, Problems problems) {
        return Isolation.parse(text).filter(levels::containsKey).orElseGet(() -> {
            problems.add("target option isolation '" + text + "' is not one of: "
                    + levels.keySet().stream().sorted().map(Isolation::text).collect(Collectors.joining(", ")));
            return Isolation.READ_COMMITTED;
        });
    }

    private static Optional<Dialect> dialect(String name, Dialect ofAddress, Dialects dialects, Problems problems) {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Optional<Dialect> named = dialects.named(name).map(dialect -> dialect.through(ofAddress.driver()));
        problems.require(
                named.isPresent(),
                "target option dialect '" + name + "' is not one of: "
                        + dialects.all().stream().map(Dialect::name).sorted().collect(Collectors.joining(", ")));
        return named;
    }

    private static OptionalLong usableBytes(String text, Problems problems) {
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong bytes = Quantities.whole(text);
        problems.require(bytes.isPresent(), "target option usableBytes '" + text + "' is not a whole number of bytes");
        problems.require(bytes.orElse(0) >= 0, "target option usableBytes " + text + " is negative");
        return bytes;
    }
}
