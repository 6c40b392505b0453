package io.dbharness.experiment;

import io.dbharness.experiment.Search.ServiceLevel.Reading;
import io.dbharness.experiment.SearchOutcome.End;
import io.dbharness.experiment.SearchOutcome.Probe;
import io.dbharness.experiment.SearchOutcome.Stage;
import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The highest level of a factor at which a condition holds, for example the most users with {@code p50 <= 10ms}: bracket by doubling,
 * bisect geometrically, confirm. A run so close to the limit that noise may have decided it is repeated. The search assumes that the
 * condition holds at low levels and fails at high ones.
 *
 * @param plan      everything that the search does not vary
 * @param factor    what it varies
 * @param condition comparisons that must all hold; {@link #condition} checks one that a user typed
 * @param guards    what must also hold for a level to count; {@link #guard} checks one that a user typed
 * @param bounds    first level, highest level, and how exact the answer is
 */
@Internal
public record Search(RunPlan plan, Factor factor, Condition condition, List<Condition> guards, Bounds bounds)
        implements Experiment {

    /** The factor that distinguishes the runs that bracket, bisect and confirm. */
    public static final String STAGE = "stage";

    /** People read levels. */
    private static final MathContext LEVEL_DIGITS = new MathContext(4);

    /**
     * How far and how closely to look.
     *
     * @param start     the first level, positive
     * @param most      the highest level to try
     * @param tolerance relative distance between a level that holds and one that does not at which the search ends
     */
    public record Bounds(double start, double most, double tolerance) {

        /** Finer than the difference between two equal runs on most targets. */
        public static final double DEFAULT_TOLERANCE = 0.05;
        /** More doublings than this would take too long. */
        private static final double DOUBLINGS = 20;

        public Bounds {
            if (!(start > 0 && most >= start && tolerance > 0 && tolerance < 1) || Double.isInfinite(most)) {
                throw new IllegalArgumentException("not bounds: " + start + " to " + most + " within " + tolerance);
            }
        }

        /** From a level, to 5 %. */
        public static Bounds from(double start) {
            return new Bounds(start, start * Math.pow(2, DOUBLINGS), DEFAULT_TOLERANCE);
        }
    }

    public Search {
        guards = List.copyOf(guards);
        if (!factor.fits(plan)) {
            throw new IllegalArgumentException(
                    "the load has no " + factor.word() + ": " + plan.load().describe());
        }
    }

    /** Without guards. */
    public Search(RunPlan plan, Factor factor, Condition condition, Bounds bounds) {
        this(plan, factor, condition, List.of(), bounds);
    }

    /** Returns this search with further conditions that must hold. */
    public Search guardedBy(List<Condition> newGuards) {
        return new Search(plan, factor, condition, newGuards, bounds);
    }

    /** Parses the condition of a search; notes its faults and returns empty then. */
    public static Optional<Condition> condition(String text, Problems problems) {
        return parse(text, "a service level to search for: use comparisons such as 'p99 <= 50ms'", problems);
    }

    /** Parses a guard; notes its faults and returns empty then. */
    public static Optional<Condition> guard(String text, Problems problems) {
        return parse(text, "a guard: use comparisons such as 'server.pendingCompactions <= 20'", problems);
    }

    private static Optional<Condition> parse(String text, String expected, Problems problems) {
        Optional<Condition> condition = Condition.parse(text, problems);
        if (condition.isPresent() && !ServiceLevel.isSearchable(condition.get())) {
            problems.add("'" + text + "' is not " + expected + ", joined by 'and', without a baseline");
            return Optional.empty();
        }
        return condition;
    }

    @Override
    public Optional<RunPlan> next(List<RunResult> soFar) {
        return replay(soFar).next();
    }

    /** Evaluates the runs so far, given in their order. */
    public SearchOutcome outcome(List<RunResult> results) {
        return replay(results).outcome();
    }

    private Replay replay(List<RunResult> results) {
        Replay replay = new Replay();
        results.forEach(replay::accept);
        return replay;
    }

    /** Describes the goal, for example {@code connections with p50 <= 10ms while errors <= 1%}. */
    private String goal() {
        String besides = guards.stream().map(g -> g.text().strip()).collect(Collectors.joining(" and "));
        return factor.word() + " with " + condition.text().strip() + (besides.isEmpty() ? "" : " while " + besides);
    }

    /** The plan of the n-th run at a level. */
    private RunPlan probe(double level, Stage stage, int repeat) {
        RunPlan at = RunSeries.at(plan, factor, level);
        return RunSeries.repeat(RunSeries.labelled(at, STAGE, stage.name().toLowerCase(Locale.ROOT)), repeat);
    }

    /** Replays the results of a search to its current state. The results alone decide. One use, one thread. */
    private final class Replay {

        /** Readings whose median decides, near the limit and at the end. */
        private static final int READINGS = 3;
        /** Closer to the limit than this many standard deviations, one reading does not decide. */
        private static final double NEAR = 3;
        /** Run-to-run coefficient of variation of which nothing is known yet. */
        private static final double FIRST_SIGMA = 0.03;
        /** How many repeats {@link #FIRST_SIGMA} counts for against those that were made: the first few would be taken at their luck. */
        private static final double FIRST_SIGMA_WEIGHT = 3;

        private static final int DOUBLINGS = 2;
        /** Throughput that falls by a third in so many doublings has collapsed; on a plateau noise makes it fall by less. */
        private static final double COLLAPSE = Math.log(1.5);

        private final ServiceLevel serviceLevel = new ServiceLevel(condition, guards);
        private final List<Probe> probes = new ArrayList<>();
        private final List<Double> readings = new ArrayList<>();
        private final List<Double> bracketThroughputs = new ArrayList<>();
        private Stage stage = Stage.BRACKET;
        private End end = End.UNFINISHED;
        private End success = End.FOUND;
        private double level = bounds.start();
        private double holds;
        private double fails = Double.POSITIVE_INFINITY;

        Optional<RunPlan> next() {
            if (end != End.UNFINISHED) {
                return Optional.empty();
            }
            long before = probes.stream().filter(p -> p.level() == level).count();
            return Optional.of(probe(level, stage, (int) before + 1));
        }

        void accept(RunResult result) {
            if (end != End.UNFINISHED) {
                throw new IllegalArgumentException("the search ended before result " + result.id());
            }
            Reading reading = serviceLevel.of(result);
            probes.add(new Probe(level, stage, reading.holds(), reading.margin(), reading.finding()));
            readings.add(reading.margin());
            if (!settled(reading.disturbed())) {
                return;
            }
            boolean kept = median(readings) <= 0;
            readings.clear();
            holds = kept ? level : holds;
            fails = kept ? fails : level;
            switch (stage) {
                case BRACKET -> bracket(kept, result.throughputPerSecond().value());
                case BISECT -> bisect();
                case CONFIRM -> confirm(kept);
            }
        }

        /** Returns true if further readings cannot change the side of the median. */
        private boolean settled(boolean disturbed) {
            long kept = readings.stream().filter(m -> m <= 0).count();
            boolean failed = readings.size() - kept > READINGS / 2;
            if (stage == Stage.CONFIRM) {
                return failed || readings.size() == READINGS;
            }
            boolean clear = readings.size() == 1 && !disturbed && Math.abs(readings.get(0)) > NEAR * sigma();
            return clear || failed || kept > READINGS / 2;
        }

        private void bracket(boolean kept, double throughput) {
            bracketThroughputs.add(throughput);
            if (!kept && holds == 0) {
                end = End.NOT_ATTAINABLE;
            } else if (!kept) {
                bisect();
            } else if (level >= bounds.most()) {
                confirmAnd(End.MOST_REACHED);
            } else if (throughputFell()) {
                confirmAnd(End.THROUGHPUT_FELL);
            } else {
                level = Math.min(2 * level, bounds.most());
            }
        }

        /** At each of the last doublings, and by more than noise. */
        private boolean throughputFell() {
            int size = bracketThroughputs.size();
            if (size <= DOUBLINGS) {
                return false;
            }
            double first = bracketThroughputs.get(size - 3);
            double second = bracketThroughputs.get(size - 2);
            double third = bracketThroughputs.get(size - 1);
            return third < second && second < first && Math.log(first / third) > Math.max(COLLAPSE, NEAR * sigma());
        }

        private void bisect() {
            double middle = rounded(Math.sqrt(holds * fails));
            boolean close = fails <= holds * (1 + bounds.tolerance());
            if (close || middle <= holds || middle >= fails) {
                confirmAnd(End.FOUND);
            } else {
                stage = Stage.BISECT;
                level = middle;
            }
        }

        private void confirmAnd(End then) {
            stage = Stage.CONFIRM;
            level = holds;
            success = then;
        }

        private void confirm(boolean kept) {
            if (kept) {
                end = success;
                return;
            }
            success = End.FOUND;
            double lower = level * (1 - bounds.tolerance());
            level = factor.inWholes() ? Math.floor(lower) : rounded(lower);
            if (level < bounds.start()) {
                end = End.NOT_CONFIRMED;
            }
        }

        private double rounded(double value) {
            return factor.inWholes()
                    ? Math.rint(value)
                    : BigDecimal.valueOf(value).round(LEVEL_DIGITS).doubleValue();
        }

        /** Standard deviation of the logarithm from run to run, pooled over the levels that were run more than once. */
        private double sigma() {
            Collection<List<Double>> levels = probes.stream()
                    .filter(p -> !Double.isInfinite(p.margin()))
                    .collect(
                            Collectors.groupingBy(Probe::level, Collectors.mapping(Probe::margin, Collectors.toList())))
                    .values();
            double squares = FIRST_SIGMA_WEIGHT * FIRST_SIGMA * FIRST_SIGMA;
            double freedom = FIRST_SIGMA_WEIGHT;
            for (List<Double> margins : levels) {
                double mean = margins.stream().mapToDouble(m -> m).average().orElseThrow();
                for (double margin : margins) {
                    squares += (margin - mean) * (margin - mean);
                }
                freedom += margins.size() - 1;
            }
            return Math.sqrt(squares / freedom);
        }

        /** The lower of the middle two: two that hold and one that does not decide like any other three. */
        private static double median(List<Double> values) {
            return values.stream()
                    .sorted()
                    .skip((values.size() - 1) / 2)
                    .findFirst()
                    .orElseThrow();
        }

        SearchOutcome outcome() {
            boolean found = end == End.FOUND || end == End.MOST_REACHED || end == End.THROUGHPUT_FELL;
            return new SearchOutcome(goal(), end, found ? OptionalDouble.of(level) : OptionalDouble.empty(), probes);
        }
    }

    /**
     * The requirements on each run of a search: the condition, the guards, and a usable result.
     *
     * @param condition comparisons that must all hold, without a baseline
     * @param guards    the same; a level that breaks one does not count, however well it keeps the condition
     */
    record ServiceLevel(Condition condition, List<Condition> guards) {

        /** A target that answers quickly because it answers with errors does not meet a service level. */
        static final double MOST_FAILED = 0.01;
        /** A level also fails when too few of an open load's requests are sent. */
        static final double LEAST_STARTED = 0.99;

        private static final String ERRORS = "errors";
        private static final String SKIPPED = "skipped";

        /**
         * The outcome of one run.
         *
         * @param margin  logarithm of value over limit, of the worst comparison: at most 0 when the level holds, infinite when the run
         *     has no usable value
         * @param finding the deciding value, or the reason why there is none
         * @param disturbed true if only the client is the reason: then the run is no evidence about the level
         */
        record Reading(double margin, String finding, boolean disturbed) {

            Reading(double margin, String finding) {
                this(margin, finding, false);
            }

            boolean holds() {
                return margin <= 0;
            }
        }

        ServiceLevel {
            guards = List.copyOf(guards);
            Stream.concat(Stream.of(condition), guards.stream())
                    .filter(c -> !isSearchable(c))
                    .forEach(c -> {
                        throw new IllegalArgumentException("no search for " + c.text());
                    });
        }

        private static boolean isSearchable(Condition condition) {
            return condition.alternatives().size() == 1 && !condition.needsBaseline();
        }

        Reading of(RunResult result) {
            return distrust(result)
                    .map(why -> new Reading(Double.POSITIVE_INFINITY, why, isDisturbed(result)))
                    .orElseGet(() -> guarded(result));
        }

        /** Returns true if the run is INVALID only because of the load generator. */
        private static boolean isDisturbed(RunResult result) {
            return result.verdict() == Verdict.INVALID
                    && result.caveats().stream()
                            .filter(c -> c.severity() == Severity.INVALID)
                            .allMatch(Caveat::concernsClient);
        }

        /** The worst of the condition and its guards; a guard is named only where it decides. */
        private Reading guarded(RunResult result) {
            Reading own = worst(condition, result);
            for (Condition guard : guards) {
                Reading kept = worst(guard, result);
                String finding =
                        kept.holds() ? own.finding() : "guard " + guard.text().strip() + ": " + kept.finding();
                own = kept.margin() > own.margin() ? new Reading(kept.margin(), finding) : own;
            }
            return own;
        }

        private static Reading worst(Condition condition, RunResult result) {
            return condition.alternatives().get(0).stream()
                    .map(c -> reading(c, result))
                    .reduce((a, b) -> a.margin() >= b.margin() ? a : b)
                    .orElseThrow();
        }

        /** Returns true if the condition or a guard already compares this metric. */
        private boolean asks(String metric) {
            return Stream.concat(Stream.of(condition), guards.stream())
                    .flatMap(c -> c.alternatives().get(0).stream())
                    .anyMatch(c -> c.metric().name().equals(metric));
        }

        private Optional<String> distrust(RunResult result) {
            if (result.verdict() == Verdict.INVALID) {
                return Optional.of(result.caveats().stream()
                        .filter(c -> c.severity() == Severity.INVALID)
                        .map(Caveat::code)
                        .distinct()
                        .collect(Collectors.joining(", ", "the run is INVALID: ", "")));
            }
            RunResult.Totals totals = result.totals();
            if (totals.failedShare() > MOST_FAILED && !asks(ERRORS)) {
                return Optional.of(percent(totals.failedShare()) + " of the requests failed");
            }
            double started = totals.intended() == 0 ? 0 : (double) totals.started() / totals.intended();
            return !result.plan().closed() && started < LEAST_STARTED && !asks(SKIPPED)
                    ? Optional.of("only " + percent(started) + " of the intended requests were started")
                    : Optional.empty();
        }

        private static Reading reading(Comparison comparison, RunResult result) {
            OptionalDouble found = comparison.metric().of(result);
            if (found.isEmpty()) {
                return new Reading(Double.POSITIVE_INFINITY, "the run has no " + comparison.metric());
            }
            double value = found.getAsDouble();
            Metric metric = comparison.metric();
            String text = metric.isLatency()
                    ? digits(value / 1e6) + " ms"
                    : Set.of(ERRORS, SKIPPED).contains(metric.name()) ? percent(value) : digits(value);
            return new Reading(margin(comparison, value), metric + " = " + text);
        }

        private static double margin(Comparison comparison, double value) {
            boolean below = comparison.sign().startsWith("<");
            if (comparison.threshold() == 0) {
                // With a limit of 0 there is no "near": the value is 0, or infinitely above it.
                boolean kept = value == 0 ? comparison.sign().length() > 1 : !below;
                return kept ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            }
            double over = value == comparison.threshold() ? 0 : Math.log(value / comparison.threshold());
            double margin = below ? over : -over;
            // A strict comparison does not hold at the limit itself.
            return margin == 0 && comparison.sign().length() == 1 ? Double.MIN_VALUE : margin;
        }

        private static String percent(double share) {
            return digits(100 * share) + " %";
        }

        private static String digits(double value) {
            return Double.isInfinite(value)
                    ? "infinite"
                    : Factor.text(BigDecimal.valueOf(value).round(LEVEL_DIGITS).doubleValue());
        }
    }
}
