package io.dbharness.spec;

import io.dbharness.quantity.Quantities;
import io.dbharness.workload.Parameter.Domain;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An option with the type of its values.
 *
 * @param name         as typed after {@code --}
 * @param defaultValue as typed; empty when leaving the option out is a choice of its own, which the description explains
 * @param domain       which texts are allowed, in words
 * @param read         the value of a text; empty when it is not allowed
 */
record Option<T>(String name, String defaultValue, Domain domain, Function<String, Optional<T>> read) {

    private static final Duration LONGEST = Duration.ofDays(365);

    /** @param expectation completes {@code must be} */
    static <T> Option<T> of(
            String name, String defaultValue, String label, Function<String, Optional<T>> read, String expectation) {
        return new Option<>(
                name,
                defaultValue,
                Domain.matching(label, text -> read.apply(text).isPresent(), expectation),
                read);
    }

    /** Any text but the empty one. */
    static Option<String> text(String name, String label, String expectation) {
        return of(name, "", label, text -> Optional.of(text).filter(Predicate.not(String::isBlank)), expectation);
    }

    static Option<Integer> whole(String name, String defaultValue, int least, int most) {
        return whole(name, defaultValue, (long) least, most).map(Long::intValue);
    }

    static Option<Long> whole(String name, String defaultValue, long least, long most) {
        Domain domain = Domain.whole(least, most);
        return new Option<>(
                name,
                defaultValue,
                domain,
                text -> Optional.of(text).filter(domain::contains).map(Long::valueOf));
    }

    /** Lengths of time such as {@code 1h30m}, {@code 90s}, {@code 500ms}; a number without a unit is none, but 0. */
    static Option<Duration> time(String name, String defaultValue, boolean zero) {
        return of(
                name,
                defaultValue,
                "TIME",
                text -> Quantities.duration(zero && text.equals("0") ? "0s" : text)
                        .filter(length -> zero || !length.isZero())
                        .filter(length -> length.compareTo(LONGEST) <= 0),
                zero ? Quantities.DURATION + ", or 0" : Quantities.DURATION.replaceFirst("a time", "a time above 0"));
    }

    static Option<String> word(String name, String defaultValue, List<String> words) {
        return new Option<>(
                name,
                defaultValue,
                Domain.choice(words),
                text -> Optional.of(text).filter(words::contains));
    }

    /** One of the constants of a type, in lower case. */
    static <E extends Enum<E>> Option<E> word(String name, String defaultValue, Class<E> type) {
        List<String> words = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        return word(name, defaultValue, words).map(word -> Enum.valueOf(type, word.toUpperCase(Locale.ROOT)));
    }

    private <U> Option<U> map(Function<T, U> change) {
        return new Option<>(name, defaultValue, domain, text -> read.apply(text).map(change));
    }

    /** The same with another default. */
    Option<T> otherwise(String other) {
        return new Option<>(name, other, domain, read);
    }
}
