package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Isolation;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The isolation levels of one product and the numbers its driver gives them. Immutable. */
final class IsolationLevels {

    private final Map<Isolation, Integer> numbers;

    IsolationLevels(Map<Isolation, Integer> numbers) {
        this.numbers = new EnumMap<>(numbers);
    }

    /** What the user typed, unless the product has no such level. */
    Optional<Isolation> parse(String text) {
        return Isolation.parse(text).filter(numbers::containsKey);
    }

    /** As the driver numbers it. */
    int number(Isolation isolation) {
        Integer number = numbers.get(isolation);
        if (number == null) {
            throw new IllegalArgumentException("no level " + isolation.text());
        }
        return number;
    }

    /** The words for a level that a driver reports, which may be none a user can ask for. */
    String describe(int number) {
        return numbers.entrySet().stream()
                .filter(one -> one.getValue() == number)
                .findFirst()
                .map(one -> one.getKey().text())
                .orElse("JDBC level " + number);
    }

    String allowed() {
        return numbers.keySet().stream().map(Isolation::text).collect(Collectors.joining(", "));
    }
}
