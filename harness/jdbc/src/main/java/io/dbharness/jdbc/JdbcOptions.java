package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.Isolation;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The validated options of a JDBC target.
 *
 * @param isolation   isolation level of every measured session
 * @param levels      isolation levels of the product and the driver's numbers for them
 * @param dialect     dialect to use regardless of the reported product; empty to select it by the product
 * @param setUp       how long a pooler may let a new session wait
 * @param usableBytes free bytes on the server's disk for a data set; empty if not known
 */
record JdbcOptions(
        Isolation isolation,
        Map<Isolation, Integer> levels,
        Optional<Dialect> dialect,
        Duration setUp,
        OptionalLong usableBytes) {

    private static final Duration LONGEST_SET_UP = Duration.ofSeconds(60);

    /**
     * Parses options and notes invalid values, after which the returned options must not be used. Unknown names are ignored, because the
     * provider that started the server gets the same options.
     *
     * @param ofAddress dialect of the address
     */
    static JdbcOptions parse(Map<String, String> options, Dialect ofAddress, Dialects dialects, Problems problems) {
        Map<Isolation, Integer> levels = ofAddress.isolationLevels();
        return new JdbcOptions(
                isolation(options.getOrDefault("isolation", Isolation.READ_COMMITTED.text()), levels, problems),
                levels,
                dialect(options.getOrDefault("dialect", ""), ofAddress, dialects, problems),
                Quantities.duration(options.getOrDefault("request-timeout", "")).orElse(LONGEST_SET_UP),
                usableBytes(options.getOrDefault("usableBytes", ""), problems));
    }

    /** Returns the driver's number of the isolation level. */
    int isolationNumber() {
        return Objects.requireNonNull(levels.get(isolation), isolation.text());
    }

    /** Returns the name of a level that a driver reports, including levels that a user cannot select. */
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
