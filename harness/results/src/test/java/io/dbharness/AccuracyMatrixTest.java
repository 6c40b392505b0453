package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.Timeline;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.PlantedService;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.testkit.TestEffort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often verdicts are right: each cell is many simulated runs whose answer is known. The nightly profile runs all cells 200 times and
 * holds the rates to their bounds; every build runs a few cells a few times. With {@code -Daccuracy.table=FILE} the rates are written into
 * that page, between its two marks ({@code make accuracy}).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccuracyMatrixTest {

    private static final int TRIALS = TestEffort.of(2, Integer.getInteger("accuracy.trials", 200));
    private static final boolean EVERY_CELL = TestEffort.of(0, 1) == 1;
    /** Trials that may go the other way by chance where a build runs few. */
    private static final int SLACK = TestEffort.of(1, 0);

    private static final String BEGIN = "<!-- written by make accuracy: begin -->\n";
    private static final String END = "<!-- written by make accuracy: end -->\n";
    private static final String HEAD = "| what | target | answer | rate | runs | bound |\n|---|---|---|---|---|---|\n";

    private static final double WARM_UP_SECONDS = 5;
    private static final Set<String> STEADINESS =
            Set.of("NOT_STEADY", "BURST_CREDITS", "PERIODIC", "STALL", "RESPONSE_TREND");
    private static final double FOUND = 0.95;
    private static final double FALSE_ALARMS = 0.03;

    private final Map<String, Integer> hits = new ConcurrentHashMap<>();

    /**
     * A share that is known beforehand.
     *
     * @param what   is measured
     * @param target the load and the target, in words
     * @param answer that is counted
     * @param low    least share of trials with this answer
     * @param high   largest share of trials with this answer
     * @param inGate whether every build tries it
     * @param trial  a run with this seed and its answer
     */
    record Cell(
            String what, String target, String answer, double low, double high, boolean inGate, Predicate<Seed> trial) {

        int count(int trials) {
            return (int) LongStream.range(0, trials)
                    .parallel()
                    .filter(i -> trial.test(new Seed(1_000 + i)))
                    .count();
        }

        String bound() {
            return low == 0
                    ? "≤ " + percent(high)
                    : high == 1 ? "≥ " + percent(low) : percent(low) + " to " + percent(high);
        }

        String row(int hits, int trials) {
            return "| " + what + " | " + target + " | " + answer + " | " + percent((double) hits / trials) + " | "
                    + trials + " | " + bound() + " |\n";
        }

        private static String percent(double share) {
            return String.format(Locale.ROOT, "%.1f %%", 100 * share);
        }

        @Override
        public String toString() {
            return what + ", " + target + ": " + answer;
        }
    }

    static List<Cell> cells() {
        return Stream.of(steadyRuns(), plantedChanges())
                .flatMap(cells -> cells)
                .filter(cell -> EVERY_CELL || cell.inGate())
                .filter(cell -> cell.toString().matches(System.getProperty("accuracy.cells", ".*")))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cells")
    void everyRateIsWithinItsBounds(Cell cell) {
        int count = cell.count(TRIALS);
        hits.put(cell.toString(), count);

        assertThat(count)
                .as(cell.row(count, TRIALS))
                .isBetween(
                        (int) Math.ceil(cell.low() * TRIALS) - SLACK, (int) Math.floor(cell.high() * TRIALS) + SLACK);
    }

    @AfterAll
    void writeTable() throws IOException {
        String page = System.getProperty("accuracy.table", "");
        if (page.isEmpty()) {
            return;
        }
        String rows = cells().stream()
                .map(cell -> cell.row(hits.getOrDefault(cell.toString(), 0), TRIALS))
                .collect(Collectors.joining());
        String text = Files.readString(Path.of(page));
        assertThat(text).contains(BEGIN, END);
        Files.writeString(
                Path.of(page),
                text.substring(0, text.indexOf(BEGIN) + BEGIN.length())
                        + HEAD
                        + rows
                        + text.substring(text.indexOf(END)));
    }

    /** Loads of a steady target, which must raise no caveat. */
    private static Stream<Cell> steadyRuns() {
        List<Cell> cells = new ArrayList<>();
        for (int seconds : List.of(30, 45, 60, 120, 300)) {
            cells.add(quiet("closed, 200/s, exponential", seconds, LoadModel.closed(4), exponential(4, 200)));
            cells.add(quiet("closed, 3 users in step, 70 ms", seconds, LoadModel.closed(3), sim("service=70ms")));
            for (String arrival : List.of("even", "poisson")) {
                cells.add(quiet(
                        "open, 100->200/s, " + arrival + ", exponential",
                        seconds,
                        open(RateProfile.ramp(100, 200, Duration.ofSeconds(seconds + 5L)), arrival),
                        sim("service=exp(5ms)")));
                for (int utilisation : List.of(50, 80, 90)) {
                    cells.add(quiet(
                            "open, 200/s, " + arrival + ", 4 servers at " + utilisation + " %",
                            seconds,
                            open(RateProfile.constant(200), arrival),
                            sim("service=exp(" + utilisation * 200 + "us),servers=4")));
                }
            }
        }
        for (int seconds : List.of(30, 60, 120)) {
            cells.add(quiet("closed, 2000/s, exponential", seconds, LoadModel.closed(4), exponential(4, 2_000)));
            cells.add(wandering(0.3, seconds, FALSE_ALARMS));
            cells.add(wandering(0.6, seconds, 0.05));
            cells.add(wandering(0.8, seconds, 0.1));
        }
        return cells.stream();
    }

    /** A target whose speed wanders by 5 %: in a short window, slow wandering and a change look alike. */
    private static Cell wandering(double correlation, int seconds, double falseAlarms) {
        return steady(
                "closed, 500/s, speed correlated by " + correlation + " a second",
                seconds,
                LoadModel.closed(4),
                correlated(4, 500, correlation),
                falseAlarms);
    }

    private static Stream<Cell> plantedChanges() {
        List<Cell> cells = new ArrayList<>();
        int seconds = 400;
        int longer = 500;
        for (double change : List.of(0.1, -0.1)) {
            cells.add(found(percent("drift of %+.0f %%", change), seconds, part -> 1 + change * part));
            for (double at : List.of(0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95)) {
                String what = percent("step of %+.0f %%", change) + percent(" at %.0f %%", at);
                cells.add(found(what, at < 0.1 || at > 0.9 ? longer : seconds, part -> part < at ? 1 : 1 + change));
            }
        }
        DoubleUnaryOperator slower = at -> 1 / (1 + 0.1 * at / seconds);
        cells.add(cell(
                "drift of service time of +10 %",
                "open, 200/s, poisson, exponential, " + seconds + " s",
                "RESPONSE_TREND",
                seconds,
                open(RateProfile.constant(200), "poisson"),
                seed -> PlantedService.exponential(0.01, slower, seed)));
        for (int window : List.of(30, 60, 300)) {
            for (double at : window < 300 ? List.of(0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95) : List.of(0.05, 0.95)) {
                int credits = (int) (240 * (WARM_UP_SECONDS + at * window));
                cells.add(cell(
                        percent("credits gone at %.0f %%", at),
                        "closed, 8 users, 350/s > 110/s, " + window + " s",
                        "BURST_CREDITS",
                        window,
                        LoadModel.closed(8),
                        sim("service=exp(10ms),credits=" + credits + "@350/s>110/s")));
            }
        }
        for (int millis : List.of(1_000, 1_500, 2_500, 10_000)) {
            Function<Seed, ServiceModel> stalls = sim("service=exp(20ms),stall=" + millis + "ms@45300ms");
            String what = "stall of " + millis / 1e3 + " s";
            cells.add(cell(what, "closed, 200/s, exponential, 60 s", "STALL", 60, LoadModel.closed(4), stalls));
            LoadModel poisson = open(RateProfile.constant(200), "poisson");
            cells.add(cell(what, "open, 200/s, poisson, exponential, 60 s", "STALL", 60, poisson, stalls));
        }
        cells.add(cell(
                "rate 0.5 % above capacity",
                "open, 100.5/s, even, 1 server of 10 ms, 600 s",
                "RESPONSE_TREND",
                600,
                open(RateProfile.constant(100.5), "even"),
                sim("service=10ms,servers=1")));
        cells.add(cell(
                "rate 5 % above capacity",
                "open, 105/s, poisson, 1 server of exp(10 ms), 300 s",
                "RESPONSE_TREND or BACKLOG",
                300,
                open(RateProfile.constant(105), "poisson"),
                sim("service=exp(10ms),servers=1")));
        return cells.stream();
    }

    private static String percent(String format, double share) {
        return String.format(Locale.ROOT, format, 100 * share);
    }

    private static Cell quiet(String target, int seconds, LoadModel load, Function<Seed, ServiceModel> model) {
        return steady(target, seconds, load, model, FALSE_ALARMS);
    }

    private static Cell steady(
            String target, int seconds, LoadModel load, Function<Seed, ServiceModel> model, double falseAlarms) {
        return new Cell(
                "steady, " + seconds + " s",
                target,
                "any caveat",
                0,
                falseAlarms,
                seconds == 30 && load.users() > 3 && !target.contains("2000/s"),
                seed -> codes(load, seconds, model, seed).stream().anyMatch(STEADINESS::contains));
    }

    /** A closed load of 200 requests a second whose speed follows a function of the elapsed share of the window. */
    private static Cell found(String what, int seconds, DoubleUnaryOperator level) {
        DoubleUnaryOperator speed = at -> level.applyAsDouble(Math.max(0, at - WARM_UP_SECONDS) / seconds);
        return cell(
                what,
                "closed, 200/s, exponential, " + seconds + " s",
                "NOT_STEADY or BURST_CREDITS",
                seconds,
                LoadModel.closed(4),
                seed -> PlantedService.exponential(4 / 200.0, speed, seed));
    }

    private static Cell cell(
            String what, String target, String codes, int seconds, LoadModel load, Function<Seed, ServiceModel> model) {
        List<String> expected = List.of(codes.split(" or "));
        return new Cell(
                what,
                target,
                codes,
                FOUND,
                1,
                seconds == 30,
                seed -> codes(load, seconds, model, seed).stream().anyMatch(expected::contains));
    }

    private static Function<Seed, ServiceModel> exponential(int users, double perSecond) {
        return seed -> PlantedService.exponential(users / perSecond, at -> 1, seed);
    }

    private static Function<Seed, ServiceModel> correlated(int users, double perSecond, double correlation) {
        return seed -> PlantedService.exponential(
                users / perSecond, PlantedService.correlatedSpeed(2_000, correlation, 0.05, seed), seed);
    }

    private static Function<Seed, ServiceModel> sim(String stages) {
        return seed -> Simulation.parse("sim:" + stages).begin(seed);
    }

    private static LoadModel open(RateProfile rate, String arrival) {
        return new OpenArrivals(
                rate, Spacing.valueOf(arrival.equals("even") ? "UNIFORM" : "POISSON"), LatePolicy.QUEUE, 64);
    }

    private static List<String> codes(LoadModel load, int seconds, Function<Seed, ServiceModel> model, Seed seed) {
        Timeline timeline =
                Timeline.of(Duration.ofMillis(Math.round(1_000 * WARM_UP_SECONDS)), Duration.ofSeconds(seconds));
        RunPlan plan = RunPlan.of(load, load.users(), timeline, seed);
        return SimulatedRun.of(plan, model.apply(seed)).codes();
    }
}
