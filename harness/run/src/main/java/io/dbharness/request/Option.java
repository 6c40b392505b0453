package io.dbharness.request;

import io.dbharness.quantity.Quantities;
import io.dbharness.workload.Parameter.Domain;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An option: name, type, default and help.
 *
 * @param name         name as typed after {@code --}
 * @param defaultValue default as typed; empty if an absent option has its own meaning, which the description explains
 * @param domain       allowed texts, and their description
 * @param read         parser of a text; returns empty if the text is not allowed
 * @param help         phrase for {@code --help}
 * @param traits       further properties
 */
record Option<T>(
        String name,
        String defaultValue,
        Domain domain,
        Function<String, Optional<T>> read,
        String help,
        Set<Trait> traits) {

    /** The domain of an option without a value. */
    static final Domain NO_VALUE = Domain.matching("", String::isEmpty, "left out");

    private static final Duration LONGEST = Duration.ofDays(365);

    /** Properties that some options have. */
    enum Trait {
        /** May be given more than once. */
        REPEATABLE,
        /** Can be varied by a sweep. */
        SWEEPABLE,
        /** Short help shows it. */
        USUAL
    }

    private Option(String name, String defaultValue, Domain domain, Function<String, Optional<T>> read) {
        this(name, defaultValue, domain, read, "", Set.of());
    }

    /** Creates an option without a value. */
    static Option<Boolean> flag(String name) {
        return new Option<>(name, "", NO_VALUE, text -> Optional.of(true));
    }

    /** Returns a copy with a phrase for help. */
    Option<T> help(String phrase) {
        return new Option<>(name, defaultValue, domain, read, phrase, traits);
    }

    /** Returns a copy with these properties. */
    Option<T> with(Trait... properties) {
        return new Option<>(name, defaultValue, domain, read, help, Set.of(properties));
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** Returns true if the option has no value. */
    boolean isFlag() {
        return domain.equals(NO_VALUE);
    }

    /** @param expectation phrase that completes {@code must be} */
    static <T> Option<T> of(
            String name, String defaultValue, String label, Function<String, Optional<T>> read, String expectation) {
        return new Option<>(
                name,
                defaultValue,
                Domain.matching(label, text -> read.apply(text).isPresent(), expectation),
                read);
    }

    /** Creates an option for any text that is not blank. */
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

    /** Creates an option for times such as {@code 1h30m}, {@code 90s} and {@code 500ms}. Only 0 needs no unit. */
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

    /** Creates an option for one of the constants of a type, in lower case. */
    static <E extends Enum<E>> Option<E> word(String name, String defaultValue, Class<E> type) {
        List<String> words = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        return word(name, defaultValue, words).map(word -> Enum.valueOf(type, word.toUpperCase(Locale.ROOT)));
    }

    private <U> Option<U> map(Function<T, U> change) {
        return new Option<>(name, defaultValue, domain, text -> read.apply(text).map(change), help, traits);
    }

    /** Returns a copy with another default. */
    Option<T> withDefault(String other) {
        return new Option<>(name, other, domain, read, help, traits);
    }
}
