package io.dbharness.report;

import io.dbharness.model.Internal;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import io.dbharness.result.analysis.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A figure that answers how good one run is, or several runs that differ only by chance: the score of the workload or the throughput.
 *
 * @param name       of the score, or {@value #THROUGHPUT}
 * @param value      of the run, or the mean of the runs
 * @param interval95 both ends of its 95 % confidence interval: of one run within it, of several runs between them; empty if there is none
 * @param runs       at least one
 */
@Internal
public record MainFigure(String name, double value, List<Double> interval95, int runs) {

    public static final String THROUGHPUT = "operations per second";

    public MainFigure {
        interval95 = List.copyOf(interval95);
    }

    /**
     * Returns the main score of the workload, if it has one, and the throughput, unless the score repeats it.
     *
     * @param runs of one level, at least one
     */
    public static List<MainFigure> of(List<RunResult> runs) {
        RunResult first = runs.get(0);
        List<MainFigure> figures = new ArrayList<>();
        Optional<String> score = scoreOf(runs);
        score.ifPresent(name -> figures.add(of(
                name,
                runs,
                run -> run.scores().getOrDefault(name, 0.0),
                first.intervals95().getOrDefault(name, List.of()))));
        boolean repeated = score.map(name -> runs.stream()
                        .allMatch(run -> run.scores().getOrDefault(name, Double.NaN)
                                == run.throughputPerSecond().value()))
                .orElse(false);
        if (!repeated) {
            figures.add(of(
                    THROUGHPUT,
                    runs,
                    run -> run.throughputPerSecond().value(),
                    first.throughputPerSecond().ci95()));
        }
        return figures;
    }

    private static MainFigure of(
            String name, List<RunResult> runs, ToDoubleFunction<RunResult> of, List<Double> within) {
        double[] values = runs.stream().mapToDouble(of).toArray();
        if (values.length == 1) {
            return new MainFigure(name, values[0], within, 1);
        }
        Interval between = Interval.ofMean(values);
        return new MainFigure(name, (between.low() + between.high()) / 2, between.ends(), values.length);
    }

    /** Returns the name of the main score of the workload, if it has one and all of these runs have it. */
    static Optional<String> scoreOf(List<RunResult> runs) {
        return runs.stream()
                .findFirst()
                .flatMap(Scorecard::of)
                .flatMap(Scorecard::mainScore)
                .filter(name -> runs.stream().allMatch(run -> run.scores().containsKey(name)));
    }

    /** Returns true for a score of the workload. */
    public boolean isScore() {
        return !name.equals(THROUGHPUT);
    }

    /** Returns the value with the larger distance to the ends of its interval, for example {@code 1129 ± 77}. */
    String plusMinus() {
        return Numbers.plusMinus(value, interval95);
    }

    /** Returns the half width of the interval and what it covers, for example {@code ± 77 between runs (n = 3)}. */
    public String uncertainty() {
        if (interval95.isEmpty()) {
            return "too short a run for an interval";
        }
        return plusMinus().replaceFirst("^\\S+ ", "")
                + (runs == 1
                        ? ", 95 % confidence within this run"
                        : ", 95 % confidence between runs (n = " + runs + ")");
    }
}
