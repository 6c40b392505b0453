package io.dbharness.experiment;

import io.dbharness.experiment.Search.ServiceLevel;
import io.dbharness.experiment.Search.ServiceLevel.Reading;
import io.dbharness.experiment.SearchOutcome.End;
import io.dbharness.experiment.SearchOutcome.Probe;
import io.dbharness.experiment.SearchOutcome.Stage;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.RunResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Walks through the results of a search to where it stands. The results alone decide. One use, one thread. */
final class SearchReplay {

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

    /** People read levels. */
    static final MathContext LEVEL_DIGITS = new MathContext(4);

    private final Search search;
    private final ServiceLevel serviceLevel;
    private final List<Probe> probes = new ArrayList<>();
    private final List<Double> readings = new ArrayList<>();
    private final List<Double> bracketThroughputs = new ArrayList<>();
    private Stage stage = Stage.BRACKET;
    private End end = End.UNFINISHED;
    private End success = End.FOUND;
    private double level;
    private double holds;
    private double fails = Double.POSITIVE_INFINITY;

    SearchReplay(Search search, ServiceLevel serviceLevel) {
        this.search = search;
        this.serviceLevel = serviceLevel;
        this.level = search.bounds().start();
    }

    Optional<RunPlan> next() {
        if (end != End.UNFINISHED) {
            return Optional.empty();
        }
        long before = probes.stream().filter(p -> p.level() == level).count();
        return Optional.of(search.probe(level, stage, (int) before + 1));
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
        if (kept) {
            holds = level;
        } else {
            fails = level;
        }
        switch (stage) {
            case BRACKET -> bracket(kept, result.throughputPerSecond().value());
            case BISECT -> bisect();
            case CONFIRM -> confirm(kept);
        }
    }

    /** Whether the median of all readings that may come is known. */
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
        } else if (level >= search.bounds().most()) {
            confirmAnd(End.MOST_REACHED);
        } else if (throughputFell()) {
            confirmAnd(End.THROUGHPUT_FELL);
        } else {
            level = Math.min(2 * level, search.bounds().most());
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
        boolean close = fails <= holds * (1 + search.bounds().tolerance());
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
        double lower = level * (1 - search.bounds().tolerance());
        level = search.factor().inWholes() ? Math.floor(lower) : rounded(lower);
        if (level < search.bounds().start()) {
            end = End.NOT_CONFIRMED;
        }
    }

    private double rounded(double value) {
        return search.factor().inWholes()
                ? Math.rint(value)
                : BigDecimal.valueOf(value).round(LEVEL_DIGITS).doubleValue();
    }

    /** Standard deviation of the logarithm from run to run, pooled over the levels that were run more than once. */
    private double sigma() {
        Collection<List<Double>> levels = probes.stream()
                .filter(p -> !Double.isInfinite(p.margin()))
                .collect(Collectors.groupingBy(Probe::level, Collectors.mapping(Probe::margin, Collectors.toList())))
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
        return new SearchOutcome(search.goal(), end, found ? OptionalDouble.of(level) : OptionalDouble.empty(), probes);
    }
}
