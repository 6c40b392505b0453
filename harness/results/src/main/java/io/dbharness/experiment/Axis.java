package io.dbharness.experiment;

import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A factor and the levels it takes, for example {@code connections=1,2,4..256}. {@link Levels} has the rules of the list.
 *
 * @param factor what is varied
 * @param levels at least one, positive, in the order they are run
 */
@Internal
public record Axis(Factor factor, List<Double> levels) {

    public Axis {
        levels = List.copyOf(levels);
        if (levels.isEmpty() || levels.stream().anyMatch(l -> !(l > 0) || Double.isInfinite(l))) {
            throw new IllegalArgumentException("not levels: " + levels);
        }
    }

    /** Reads {@code name=levels}; notes its faults and returns empty then. */
    public static Optional<Axis> parse(String text, Problems problems) {
        int equals = text.indexOf('=');
        Optional<Factor> factor =
                Factor.named(text.substring(0, Math.max(0, equals)).strip());
        if (factor.isEmpty()) {
            problems.add("'" + text + "' is not a factor and its levels, such as connections=1,2,4..64; known factors: "
                    + Factor.words());
            return Optional.empty();
        }
        return parse(factor.get(), text.substring(equals + 1), problems);
    }

    /** Reads the levels of a factor, for example {@code 20..200:10} of a rate. */
    public static Optional<Axis> parse(Factor factor, String levels, Problems problems) {
        return Levels.parse(levels, factor, problems).map(list -> new Axis(factor, list));
    }

    /**
     * A list of levels as a user types it. Between commas are
     *
     * <ul>
     *   <li>{@code 8}: a level
     *   <li>{@code 20..200:10}: from 20 in steps of 10
     *   <li>{@code 1,2,4..64}: goes on as the two levels before the dots do: by doubling if the second is twice the first, otherwise
     *       in steps of their difference, so {@code 10,20,30..100} counts by ten
     *   <li>{@code 1..256}: by doubling, when there is no level before it
     * </ul>
     *
     * <p>The end of a range is a level only if a step lands on it; nothing goes beyond it.
     */
    static final class Levels {

        /** More levels than this are taken for a typing error. */
        static final int MOST = 1000;

        private static final BigDecimal TWO = BigDecimal.valueOf(2);
        private static final String PER_SECOND = "/s";
        private static final BigDecimal HIGHEST = BigDecimal.valueOf(1_000_000_000);

        private final List<BigDecimal> found = new ArrayList<>();

        private Levels() {}

        static Optional<List<Double>> parse(String text, Factor factor, Problems problems) {
            Levels levels = new Levels();
            boolean read = Stream.of(text.split(",", -1)).allMatch(levels::add);
            String problem =
                    read ? levels.problem(factor) : "is not a list of rising levels such as 1,2,4..64 or 20..200:10";
            problems.require(problem.isEmpty(), factor.word() + ": '" + text + "' " + problem);
            return problem.isEmpty()
                    ? Optional.of(
                            levels.found.stream().map(BigDecimal::doubleValue).toList())
                    : Optional.empty();
        }

        /** Adds the levels of {@code 4}, {@code 4..64} or {@code 4..64:10}; returns false for any other text. */
        private boolean add(String part) {
            String[] range = part.split("\\.\\.", 2);
            String[] end = range[range.length - 1].split(":", 2);
            List<BigDecimal> numbers = Stream.concat(Stream.of(range).limit(range.length - 1), Stream.of(end))
                    .flatMap(text -> level(text).stream())
                    .toList();
            if (numbers.size() < range.length - 1 + end.length || (range.length == 1 && end.length > 1)) {
                return false;
            }
            BigDecimal from = numbers.get(0);
            return range.length == 1
                    ? found.add(from)
                    : add(from, numbers.get(1), numbers.size() == 2 ? step(from) : Optional.of(numbers.get(2)));
        }

        private static Optional<BigDecimal> level(String text) {
            String number = text.strip();
            return Quantities.decimal(
                            number.endsWith(PER_SECOND)
                                    ? number.substring(0, number.length() - PER_SECOND.length())
                                    : number)
                    .filter(read -> read.compareTo(HIGHEST) < 0);
        }

        private boolean add(BigDecimal from, BigDecimal to, Optional<BigDecimal> step) {
            if (to.compareTo(from) < 0
                    || from.signum() == 0
                    || step.filter(s -> s.signum() <= 0).isPresent()) {
                return false;
            }
            for (BigDecimal level = from; level.compareTo(to) <= 0 && found.size() <= MOST; ) {
                found.add(level);
                level = step.isPresent() ? level.add(step.get()) : level.multiply(TWO);
            }
            return true;
        }

        /** Between the level before a range and its first; empty for doubling. */
        private Optional<BigDecimal> step(BigDecimal from) {
            if (found.isEmpty()) {
                return Optional.empty();
            }
            BigDecimal before = found.get(found.size() - 1);
            return before.multiply(TWO).compareTo(from) == 0 ? Optional.empty() : Optional.of(from.subtract(before));
        }

        /** Returns the fault of the list; empty if there is none. */
        private String problem(Factor factor) {
            List<BigDecimal> plain =
                    found.stream().map(BigDecimal::stripTrailingZeros).toList();
            if (found.size() > MOST) {
                return "is more than " + MOST + " levels";
            }
            if (plain.stream().anyMatch(l -> l.signum() == 0)) {
                return "has a level of 0; levels are positive";
            }
            if (factor.inWholes() && plain.stream().anyMatch(l -> l.scale() > 0)) {
                return "has a level that is not a whole number";
            }
            return Set.copyOf(plain).size() < plain.size() ? "has a level twice; --repeat repeats" : "";
        }
    }
}
