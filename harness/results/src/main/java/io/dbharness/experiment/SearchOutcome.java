package io.dbharness.experiment;

import io.dbharness.model.Internal;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The outcome of a search.
 *
 * @param goal   for example {@code connections with p50 <= 10ms}
 * @param end    why it ended
 * @param level  the highest level that is confirmed to hold; empty when there is none or the search has not ended
 * @param probes every run, in order
 */
@Internal
public record SearchOutcome(String goal, End end, OptionalDouble level, List<Probe> probes) {

    /** The purpose of a run of a search. */
    public enum Stage {
        /** Doubling until the condition fails. */
        BRACKET,
        /** Closing in between a level that holds and one that does not. */
        BISECT,
        /** Making sure of the level found. */
        CONFIRM
    }

    /** How a search can end. */
    public enum End {
        /** A level holds, and one just above it does not. */
        FOUND,
        /** It does not hold at the first level. */
        NOT_ATTAINABLE,
        /** It holds at the highest level that may be tried. */
        MOST_REACHED,
        /** It still held when throughput had fallen for two doublings, so more load gains nothing. */
        THROUGHPUT_FELL,
        /** No level that seemed to hold did so again. */
        NOT_CONFIRMED,
        /** There are runs to come. */
        UNFINISHED
    }

    /**
     * One run.
     *
     * @param level   of the factor
     * @param stage   what it was for
     * @param holds   whether the condition holds in it
     * @param margin  logarithm of value over limit: at most 0 when it holds, infinite when the run could not be judged
     * @param finding the value it rests on, for example {@code p50 = 9.871 ms}, or why there is none
     */
    public record Probe(double level, Stage stage, boolean holds, double margin, String finding) {}

    /** Indices, among the results, of the runs that confirm the level. */
    public List<Integer> confirming() {
        return IntStream.range(0, probes.size())
                .filter(i -> probes.get(i).stage() == Stage.CONFIRM
                        && level.isPresent()
                        && probes.get(i).level() == level.getAsDouble())
                .boxed()
                .toList();
    }

    /**
     * Returns the runs that decide how far to trust the outcome: those that confirm it; the last run if there are none. Other runs of a
     * search are meant to fail at times.
     */
    public <T> List<T> conclusiveRuns(List<T> results) {
        List<Integer> confirming = confirming();
        if (!confirming.isEmpty()) {
            return confirming.stream().map(results::get).toList();
        }
        return results.subList(Math.max(0, results.size() - 1), results.size());
    }

    /** Describes the lowest level that did not hold. */
    private String stopped() {
        return probes.stream()
                .filter(p -> !p.holds() && p.level() > level.orElse(0))
                .reduce((a, b) -> a.level() <= b.level() ? a : b)
                .map(p -> "; at " + Factor.text(p.level()) + " " + p.finding())
                .orElse("");
    }

    /** One sentence. */
    public String words() {
        String at = level.isPresent() ? Factor.text(level.getAsDouble()) : "";
        return switch (end) {
            case FOUND -> String.format(Locale.ROOT, "%s: %s (%d runs)%s", goal, at, probes.size(), stopped());
            case NOT_ATTAINABLE ->
                goal + ": target not attainable ("
                        + Factor.text(probes.get(0).level()) + ": "
                        + probes.get(probes.size() - 1).finding() + ")";
            case MOST_REACHED -> goal + ": at least " + at + ", the highest level that was to be tried";
            case THROUGHPUT_FELL ->
                goal + ": at least " + at + "; throughput fell for two doublings, so more load gains nothing";
            case NOT_CONFIRMED -> goal + ": no level held when it was run again" + stopped();
            case UNFINISHED -> goal + ": the search has not ended";
        };
    }
}
