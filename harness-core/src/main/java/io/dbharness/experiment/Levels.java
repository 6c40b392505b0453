package io.dbharness.experiment;

import io.dbharness.model.Problems;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A list of levels as a user types it. Between commas stand
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
final class Levels {

    /** More than anybody waits for: a slip of the keyboard. */
    static final int MOST = 1000;

    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,6})?)(?:/s)?";
    private static final Pattern PART =
            Pattern.compile("\\s*" + NUMBER + "(?:\\s*\\.\\.\\s*" + NUMBER + "(?:\\s*:\\s*" + NUMBER + ")?)?\\s*");

    private final List<BigDecimal> found = new ArrayList<>();

    private Levels() {}

    static Optional<List<Double>> parse(String text, Factor factor, Problems problems) {
        Levels levels = new Levels();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part);
            if (!matcher.matches() || !levels.add(matcher)) {
                problems.add(factor.word() + ": '" + text
                        + "' is not a list of rising levels such as 1,2,4..64 or 20..200:10");
                return Optional.empty();
            }
        }
        return levels.sound(text, factor, problems)
                ? Optional.of(levels.found.stream().map(BigDecimal::doubleValue).toList())
                : Optional.empty();
    }

    private boolean add(Matcher part) {
        BigDecimal from = new BigDecimal(part.group(1));
        if (part.group(2) == null) {
            found.add(from);
            return true;
        }
        BigDecimal to = new BigDecimal(part.group(2));
        Optional<BigDecimal> step = part.group(3) == null ? step(from) : Optional.of(new BigDecimal(part.group(3)));
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

    private boolean sound(String text, Factor factor, Problems problems) {
        String problem = "";
        if (found.size() > MOST) {
            problem = "is more than " + MOST + " levels";
        } else if (found.stream().anyMatch(l -> l.signum() == 0)) {
            problem = "has a level of 0; levels are positive";
        } else if (factor.inWholes()
                && found.stream().anyMatch(l -> l.stripTrailingZeros().scale() > 0)) {
            problem = "has a level that is not a whole number";
        } else if (new LinkedHashSet<>(found.stream()
                                .map(BigDecimal::stripTrailingZeros)
                                .toList())
                        .size()
                < found.size()) {
            problem = "has a level twice; --repeat repeats";
        }
        if (!problem.isEmpty()) {
            problems.add(factor.word() + ": '" + text + "' " + problem);
        }
        return problem.isEmpty();
    }
}
