package io.dbharness.experiment;

import io.dbharness.model.Problems;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A factor and the levels it takes, for example {@code connections=1,2,4..256}. {@link Levels} has the rules of the list.
 *
 * @param factor what is varied
 * @param levels at least one, positive, in the order they are run
 */
public record Axis(Factor factor, List<Double> levels) {

    public Axis {
        Objects.requireNonNull(factor, "factor");
        levels = List.copyOf(levels);
        if (levels.isEmpty() || levels.stream().anyMatch(l -> !(l > 0) || Double.isInfinite(l))) {
            throw new IllegalArgumentException("not levels: " + levels);
        }
    }

    /** Reads {@code name=levels}; notes what is wrong with it and returns nothing then. */
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
}
