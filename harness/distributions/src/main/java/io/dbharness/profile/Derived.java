package io.dbharness.profile;

import io.dbharness.distribution.YcsbZipfian;
import io.dbharness.model.HarnessException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value that is made from other values: {@code hash(a)}, {@code concat(a, '-', b)}, {@code format('%06d', a)}. A pure function of its
 * inputs.
 */
@FunctionalInterface
public interface Derived {

    /** The syntax, for messages. */
    String KNOWN = "hash(A, ...), concat(A, ...), format('%06d', A, ...) of other columns, values and 'texts'";

    /**
     * The inputs.
     *
     * @param random  source of drawn inputs
     * @param ordinal number of the row or of the operation, from 0
     * @param values  other values by name
     */
    record Inputs(RandomGenerator random, long ordinal, Function<String, Object> values) {}

    /** Returns the value: a {@link Long} for hash, otherwise a text. */
    Object of(Inputs inputs);

    /**
     * Parses a derived value; empty for any other text, and if a part of it is not known.
     *
     * @param input parses an input that is neither a derived value nor a text in quotes
     */
    static Optional<Derived> parse(String text, Function<String, Optional<Derived>> input) {
        Matcher call = Pattern.compile("(?s)(hash|concat|format)\\s*\\((.*)\\)").matcher(text.strip());
        if (!call.matches()) {
            return Optional.empty();
        }
        List<Derived> parts = new ArrayList<>();
        List<String> arguments = Arguments.split(call.group(2));
        for (String argument : arguments) {
            Optional<Derived> part = Arguments.quoted(argument)
                    .<Derived>map(literal -> inputs -> literal)
                    .or(() -> parse(argument, input))
                    .or(() -> input.apply(argument));
            if (part.isEmpty()) {
                return Optional.empty();
            }
            parts.add(part.get());
        }
        return switch (call.group(1)) {
            case "hash" -> Optional.of(hash(parts));
            case "concat" -> Optional.of(inputs -> text(parts, inputs));
            default -> format(Arguments.quoted(arguments.get(0)), parts.subList(1, parts.size()));
        };
    }

    /** Hashes a single whole number as YCSB does, anything else as text. */
    private static Derived hash(List<Derived> parts) {
        return inputs -> parts.size() == 1 && parts.get(0).of(inputs) instanceof Number number
                ? YcsbZipfian.fnv(number.longValue())
                : YcsbZipfian.fnv(text(parts, inputs).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(List<Derived> parts, Inputs inputs) {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.of(inputs)));
        return text.toString();
    }

    private static Optional<Derived> format(Optional<String> pattern, List<Derived> parts) {
        String rest = pattern.orElse("%").replaceAll("%%", "").replaceAll("%[-0]?\\d{0,3}[sdx]", "\0");
        boolean good =
                rest.indexOf('%') < 0 && rest.chars().filter(c -> c == '\0').count() == parts.size();
        return good ? Optional.of(inputs -> formatted(pattern.orElseThrow(), parts, inputs)) : Optional.empty();
    }

    private static String formatted(String pattern, List<Derived> parts, Inputs inputs) {
        Object[] values = parts.stream().map(part -> part.of(inputs)).toArray();
        try {
            return String.format(Locale.ROOT, pattern, values);
        } catch (IllegalArgumentException e) {
            throw new HarnessException(
                    "format('" + pattern + "') does not fit " + List.of(values) + ": " + e.getMessage(), e);
        }
    }
}
