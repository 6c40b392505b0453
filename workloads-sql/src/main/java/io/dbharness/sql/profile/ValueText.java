package io.dbharness.sql.profile;

import io.dbharness.distribution.ValueDistribution;
import io.dbharness.profile.Arguments;
import io.dbharness.profile.CsvColumn;
import io.dbharness.profile.Derived;
import io.dbharness.profile.Weights;
import io.dbharness.quantity.Quantities;
import io.dbharness.sql.profile.Generators.Bytes;
import io.dbharness.sql.profile.Generators.Decimal;
import io.dbharness.sql.profile.Generators.Lines;
import io.dbharness.sql.profile.Generators.Made;
import io.dbharness.sql.profile.Generators.Moment;
import io.dbharness.sql.profile.Generators.SizedContent;
import io.dbharness.sql.profile.Generators.Text;
import io.dbharness.sql.profile.Generators.Vector;
import io.dbharness.sql.profile.Generators.Whole;
import io.dbharness.sql.profile.Generators.Words;
import io.dbharness.sql.profile.SequenceValue.Choice;
import io.dbharness.sql.profile.SequenceValue.Kind;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the values of a profile: {@code uniform(1..10)}, {@code text(uniform(5..20))}. Immutable.
 *
 * @param rows   number of rows of each table, for texts that refer to it
 * @param folder of files that values name
 */
record ValueText(Map<String, Long> rows, Path folder) {

    /** The forms of values in messages: those of this class, of {@code Derived} and of distributions. */
    static final List<String> FORMS = Stream.concat(
                    Stream.of(
                            "text(SIZE)",
                            "text(SIZE, NUMBERS)",
                            "bytes(SIZE)",
                            "bytes(SIZE, NUMBERS)",
                            "decimal(NUMBERS, DIGITS)",
                            "time(START, STEP, NUMBERS)",
                            "words(A, B=WEIGHT, ...)",
                            "vector(DIMENSIONS)",
                            "vector(DIMENSIONS, NUMBERS)",
                            "csv(FILE, COLUMN)",
                            "csv(FILE, COLUMN, NUMBERS)",
                            "hash(A, ...)",
                            "concat(A, ...)",
                            "format('%06d', A, ...)"),
                    Stream.of(ValueDistribution.KNOWN.split(", ", -1)).filter(form -> form.endsWith(")")))
            .toList();

    private static final Pattern ROWS = Pattern.compile("\\b([a-z][a-z0-9_]*)\\.rows\\b(?:-([0-9]{1,9}))?");
    private static final Pattern CALL = Pattern.compile("(text|bytes|decimal|time|words|vector)\\s*\\((.*)\\)");
    private static final Pattern NEXT = Pattern.compile(
            "(next|latest|recent)\\s*\\(\\s*([a-z][a-z0-9_]*)\\.([a-z][a-z0-9_]*)\\s*(?:,\\s*(\\S+)\\s*)?\\)");
    private static final Pattern WORD = Pattern.compile("([^=,()]+?)\\s*(?:=\\s*(\\S+))?");
    private static final long LONGEST = 16L << 20;
    private static final long MOST_LINES = 1_000_000_000_000L;
    private static final int MOST_DIMENSIONS = 16_000;
    private static final int FIRST_YEAR = 1;
    private static final int LAST_YEAR = 9999;

    /** Returns the unknown table names before {@code .rows}. */
    List<String> unknownTables(String text) {
        return ROWS.matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(table -> !rows.containsKey(table))
                .toList();
    }

    /** Parses a text that refers to no other values; empty if it is unknown. */
    Optional<Generator> generator(String given) {
        return generator(given, Set.of());
    }

    /**
     * Parses a text; empty if it is unknown. Throws a {@link io.dbharness.model.HarnessException} for a file that cannot be used.
     *
     * @param known names of values that it may refer to
     */
    Optional<Generator> generator(String given, Set<String> known) {
        String text = withRows(given.strip());
        List<String> csv = CsvColumn.arguments(text);
        if (csv.size() == 2 || csv.size() == 3) {
            return ValueDistribution.parse(csv.size() == 3 ? csv.get(2) : "seq(0.." + (MOST_LINES - 1) + ")")
                    .map(numbers -> new Lines(text, CsvColumn.read(folder.resolve(csv.get(0)), csv.get(1)), numbers));
        }
        Optional<Generator> derived =
                Derived.parse(text, input -> input(input, known)).map(made -> new Made(text, made));
        return derived.isPresent() ? derived : drawn(text);
    }

    /** Parses an input of a derived value: the name of another value, or a value that is drawn for it. */
    private Optional<Derived> input(String text, Set<String> known) {
        return known.contains(text)
                ? Optional.of(inputs -> inputs.values().apply(text))
                : drawn(text).map(generator -> inputs -> generator.draw(inputs.random(), inputs.ordinal()));
    }

    private static Optional<Generator> drawn(String text) {
        Matcher call = CALL.matcher(text);
        if (!call.matches()) {
            return ValueDistribution.parse(text).map(Whole::new);
        }
        List<String> arguments = Arguments.split(call.group(2));
        return switch (call.group(1)) {
            case "text" -> content(arguments).map(Text::new);
            case "bytes" -> content(arguments).map(Bytes::new);
            case "decimal" -> decimal(arguments);
            case "time" -> moment(arguments);
            case "vector" -> vector(arguments);
            default -> words(arguments);
        };
    }

    /** Parses a text for the next value of a column. */
    static Optional<SequenceValue> next(String text) {
        Matcher next = NEXT.matcher(text.strip());
        if (!next.matches()) {
            return Optional.empty();
        }
        Kind kind =
                next.group(1).equals("next") ? Kind.NEW : next.group(1).equals("latest") ? Kind.LATEST : Kind.RECENT;
        Optional<String> argument = Optional.ofNullable(next.group(4));
        Optional<Duration> step = kind == Kind.NEW ? argument.flatMap(Quantities::duration) : Optional.empty();
        long rows = kind == Kind.RECENT
                ? argument.map(Quantities::whole).orElse(OptionalLong.empty()).orElse(0)
                : 0;
        boolean good = switch (kind) {
            case NEW ->
                argument.isEmpty() || step.filter(length -> !length.isZero()).isPresent();
            case LATEST -> argument.isEmpty();
            case RECENT -> rows > 0;
        };
        return good
                ? Optional.of(new SequenceValue(next.group(2), next.group(3), step, new Choice(kind, rows)))
                : Optional.empty();
    }

    /** Inserts the numbers of rows into a text. */
    String withRows(String text) {
        return ROWS.matcher(text)
                .replaceAll(found -> String.valueOf(rows.getOrDefault(found.group(1), 1L)
                        - (found.group(2) == null ? 0 : Long.parseLong(found.group(2)))));
    }

    private static Optional<SizedContent> content(List<String> arguments) {
        Optional<ValueDistribution> size = ValueDistribution.parse(arguments.get(0))
                .filter(sizes -> sizes.least() >= 0 && sizes.most() <= LONGEST);
        if (arguments.size() == 1) {
            return size.map(sizes -> new SizedContent(sizes, Optional.empty()));
        }
        Optional<ValueDistribution> numbers =
                arguments.size() == 2 ? ValueDistribution.parse(arguments.get(1)) : Optional.empty();
        return size.flatMap(sizes -> numbers.map(known -> new SizedContent(sizes, Optional.of(known))));
    }

    private static Optional<Generator> vector(List<String> arguments) {
        boolean good = arguments.size() <= 2 && arguments.get(0).matches("[1-9][0-9]{0,4}");
        int size = good ? Integer.parseInt(arguments.get(0)) : MOST_DIMENSIONS + 1;
        if (size > MOST_DIMENSIONS) {
            return Optional.empty();
        }
        return arguments.size() == 1
                ? Optional.of(new Vector(size, Optional.empty()))
                : ValueDistribution.parse(arguments.get(1)).map(numbers -> new Vector(size, Optional.of(numbers)));
    }

    private static Optional<Generator> decimal(List<String> arguments) {
        boolean good = arguments.size() == 2 && arguments.get(1).matches("[0-9]");
        return good
                ? ValueDistribution.parse(arguments.get(0))
                        .map(numbers -> new Decimal(numbers, Integer.parseInt(arguments.get(1))))
                : Optional.empty();
    }

    private static Optional<Generator> moment(List<String> arguments) {
        if (arguments.size() != 3) {
            return Optional.empty();
        }
        Optional<LocalDateTime> start = time(arguments.get(0));
        Optional<Duration> step = Quantities.duration(arguments.get(1));
        Optional<ValueDistribution> numbers = ValueDistribution.parse(arguments.get(2));
        return start.flatMap(first -> step.flatMap(length -> numbers.map(known -> new Moment(first, length, known))))
                .filter(ValueText::isStorable)
                .map(made -> made);
    }

    private static boolean isStorable(Moment made) {
        try {
            return made.first().getYear() >= FIRST_YEAR && made.last().getYear() <= LAST_YEAR;
        } catch (DateTimeException | ArithmeticException e) {
            return false;
        }
    }

    /** Parses {@code 2026-01-31} or {@code 2026-01-31T08:15}. */
    private static Optional<LocalDateTime> time(String text) {
        try {
            return Optional.of(
                    text.contains("T")
                            ? LocalDateTime.parse(text)
                            : LocalDate.parse(text).atStartOfDay());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<Generator> words(List<String> arguments) {
        List<String> words = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (String argument : arguments) {
            Matcher word = WORD.matcher(argument);
            if (!word.matches()) {
                return Optional.empty();
            }
            words.add(word.group(1));
            shares.add(
                    word.group(2) == null
                            ? 1.0
                            : Quantities.number(word.group(2)).orElse(0));
        }
        return shares.stream().allMatch(share -> share > 0)
                ? Optional.of(new Words(List.copyOf(words), new Weights(shares)))
                : Optional.empty();
    }
}
