package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.Timeline;
import io.dbharness.model.Caveat;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Comparison.Word;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.Simulation;
import io.dbharness.study.Claim;
import io.dbharness.study.DeclaredLimits;
import io.dbharness.study.Observation;
import io.dbharness.study.Source;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.StudyEvaluation;
import io.dbharness.study.Timelines;
import io.dbharness.testkit.GeneratedPart;
import io.dbharness.testkit.PlantedService;
import io.dbharness.testkit.Queues;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.testkit.TestEffort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often verdicts are right: each cell is many simulated runs whose answer is known. The nightly profile makes 200 runs of each cell and
 * holds the rates to their bounds; every build makes a few runs of a few cells. With {@code -Daccuracy.table=FILE} the rates are written
 * into that page, between its two marks ({@code make accuracy}). With {@code -Daccuracy.rates=FILE} each rate is appended to that file at
 * once, and rates in the file are not measured again.
 *
 * <p>A rate is outside its bound if a cell whose true rate is the bound would differ from it as much in fewer than 1 of 100 measurements.
 *
 * <p>The best test of a change of relative size d among N requests with exponential times is a likelihood ratio (Neyman and Pearson,
 * Philosophical Transactions of the Royal Society A 231, 1933), whose statistic is normal: of mean d sqrt(N / 12) for a straight line and
 * of d sqrt(N f (1 - f)) for a step after a share f. It finds the change in 95 % of the runs, with 3 % of false alarms for all kinds of
 * changes together of which a drift has 1 % and a step at an unknown place 0.1 %, from 21,000 requests on for a drift of 10 %, from 9,800
 * on for a step of 10 % in the middle, and from 51,000 on for one after 5 %. Detection is required where there are 2 to 2.6 times as many;
 * with 12,000, the best test is named beside the rate.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccuracyMatrixTest {

    private static final int TRIALS = TestEffort.of(6, Integer.getInteger("accuracy.trials", 200));
    /** Virtual seconds of a trial from which a cell has half as many. */
    private static final int LONG = 200;

    private static final boolean EVERY_CELL = TestEffort.of(0, 1) == 1;

    private static final String BEGIN = "<!-- written by make accuracy: begin -->\n";
    private static final String END = "<!-- written by make accuracy: end -->\n";
    private static final String HEAD = "| what | target | answer | rate | n | bound |\n|---|---|---|---|---|---|\n";

    /** Share of reads in the simulated workload. */
    private static final double READS = 0.9;

    private static final String MADE = "made";
    private static final String COVERS = "covers, of those made";

    private static final double WARM_UP_SECONDS = 5;
    /** Requests of a closed load with exponential times whose speed changes. */
    private static final double PER_SECOND = 200;

    private static final Set<String> STEADINESS =
            Set.of("NOT_STEADY", "BURST_CREDITS", "PERIODIC", "STALL", "RESPONSE_TREND");
    private static final double FOUND = 0.95;
    /** What eight users that join in the warm-up leave of a server's credits, as seconds of its full use. */
    private static final double JOINING_SECONDS = 0.45;
    /** Length of runs with a drift: 2.3 times the requests of the best possible test. */
    private static final int DRIFT_SECONDS = 240;
    /** Length of runs with a step in the middle: 2.5 times the requests of the best possible test. */
    private static final int MIDDLE_SECONDS = 120;
    /** Length of runs with a step after the first or before the last tenth: 2 times the requests of the best possible test. */
    private static final int TENTH_SECONDS = 270;
    /** Length of runs with a step anywhere from 5 to 95 %: 2.6 times the requests of the best possible test of one after 5 %. */
    private static final int EDGE_SECONDS = 660;

    private static final double FALSE_ALARMS = 0.03;
    /** Largest share of wrong and definite answers about equal systems. */
    private static final double WRONG = 0.05;
    /** Claims on two equal systems, with the verdict that is wrong. */
    private static final Map<String, Verdict> CLAIMS_OF_EQUALS = new TreeMap<>(Map.of(
            "throughput[b] > throughput[a]", Verdict.SUPPORTED,
            "throughput[b] >= throughput[a]", Verdict.CONTRADICTED,
            "p99[b] - p99[a] < 0ms", Verdict.SUPPORTED,
            "p50[b] / p50[a] >= 1", Verdict.CONTRADICTED,
            "ratio(p90, b, a) > 1", Verdict.SUPPORTED,
            "ratio(mean, b, a) between 0.99 and 1.01", Verdict.CONTRADICTED,
            "ratio(throughput, b, a) < ratio(throughput, a, b)", Verdict.SUPPORTED,
            "spread(throughput) <= 1%", Verdict.CONTRADICTED));
    /** Claims on a system that is 10 % slower, with the verdict that is right. */
    private static final Map<String, Verdict> CLAIMS_OF_SLOWER = new TreeMap<>(Map.of(
            "throughput[b] > throughput[a]", Verdict.CONTRADICTED,
            "throughput[b] < throughput[a]", Verdict.SUPPORTED,
            "p50[b] - p50[a] > 0ms", Verdict.SUPPORTED,
            "mean[b] / mean[a] > 1", Verdict.SUPPORTED,
            "ratio(throughput, b, a) < 1", Verdict.SUPPORTED,
            "spread(throughput) <= 1%", Verdict.CONTRADICTED));
    /** Share of runs with an interval up to which a note usually takes its place. */
    private static final double ABSTAINS = 0.1;
    /** Largest share of such intervals. */
    private static final double ABSTAINING_CELLS = 0.1;
    /** How often a cell whose true rate is the bound may differ from it as much as one that fails. */
    private static final double CHANCE = 0.01;
    /** Metrics that {@code compare} adjusts together. */
    private static final List<String> MAIN = List.of("throughput", "p99");

    private static final List<String> OTHERS = List.of("mean", "p50", "p95", "max");
    /** Conditions of JUnit's {@code isNotSlowerThan} without a margin. */
    private static final List<String> NOT_SLOWER = List.of("throughput >= 1*baseline", "p99 <= 1*baseline");

    private final Map<String, Counted> measured = new TreeMap<>();

    /**
     * A share that is known beforehand.
     *
     * @param what   is measured
     * @param target the load and the target, in words
     * @param answer that is counted
     * @param bound  that the share is held to, in words
     * @param low    least share of trials with this answer
     * @param high   largest share of trials with this answer
     */
    record Rate(String what, String target, String answer, String bound, double low, double high) {

        static Rate atMost(double high, String what, String target, String answer) {
            return new Rate(what, target, answer, "≤ " + percent("%.0f %%", high), 0, high);
        }

        static Rate atLeast(double low, String what, String target, String answer) {
            return new Rate(what, target, answer, "≥ " + percent("%.0f %%", low), low, 1);
        }

        String key() {
            return what + " | " + target + " | " + answer;
        }

        /** The row of the table; without a bound where it does not hold. */
        String row(Map<String, Counted> measured) {
            Counted counted = measured.get(key());
            String rate = counted.asked() == 0 ? "-" : percent("%.1f %%", counted.share());
            String held = abstains(measured) ? "" : bound;
            return "| " + key() + " | " + rate + " | " + counted.asked() + " | " + held + " |\n";
        }

        /** Returns true for the coverage of an interval that few runs have, because a note takes its place. */
        boolean abstains(Map<String, Counted> measured) {
            return isCoverage()
                    && measured.get(key()).asked()
                            <= ABSTAINS * measured.get(ofMade().key()).asked();
        }

        boolean isCoverage() {
            return answer.equals(COVERS);
        }

        Rate ofMade() {
            return new Rate(what, target, MADE, "", 0, 1);
        }

        /** Returns true if the share is within the bound or may be outside by chance. */
        boolean allows(Counted counted) {
            if (counted.asked() == 0) {
                return true;
            }
            BinomialDistribution least = BinomialDistribution.of(counted.asked(), low);
            BinomialDistribution most = BinomialDistribution.of(counted.asked(), high);
            return least.cumulativeProbability(counted.hits()) >= CHANCE
                    && most.survivalProbability(counted.hits() - 1) >= CHANCE;
        }
    }

    /** How many trials had the answer, of those that were asked. */
    record Counted(int hits, int asked) {

        double share() {
            return asked == 0 ? 0 : (double) hits / asked;
        }
    }

    /**
     * Rates of the same runs.
     *
     * @param rates  one or more
     * @param seconds of a trial
     * @param inGate whether every build measures it
     * @param trial  makes a run, or a few, and has the answer for each rate; empty where the rate does not ask this trial
     */
    record Cell(List<Rate> rates, int seconds, boolean inGate, Function<Seed, List<Optional<Boolean>>> trial) {

        int trials() {
            return seconds < LONG ? TRIALS : TRIALS / 2;
        }

        List<Counted> count() {
            List<List<Optional<Boolean>>> trials = IntStream.range(0, trials())
                    .parallel()
                    .mapToObj(i -> trial.apply(new Seed(1_000 + i)))
                    .toList();
            return IntStream.range(0, rates.size())
                    .mapToObj(rate -> new Counted(
                            (int) trials.stream()
                                    .filter(t -> t.get(rate).orElse(false))
                                    .count(),
                            (int) trials.stream()
                                    .filter(t -> t.get(rate).isPresent())
                                    .count()))
                    .toList();
        }

        @Override
        public String toString() {
            return rates.get(0).key();
        }
    }

    static List<Cell> cells() {
        return Stream.of(coverage(), equalSystems(), steadyRuns(), stalls(), changes())
                .flatMap(cells -> cells)
                .filter(cell -> EVERY_CELL || cell.inGate())
                .filter(cell -> cell.toString().matches(System.getProperty("accuracy.cells", ".*")))
                .toList();
    }

    @BeforeAll
    void readRates() throws IOException {
        Path file = rates();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split("\t", 3);
                measured.put(parts[0], new Counted(Integer.parseInt(parts[1]), Integer.parseInt(parts[2])));
            }
        }
    }

    private static Path rates() {
        return Path.of(System.getProperty("accuracy.rates", "target/no-rates"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cells")
    void everyRateIsWithinItsBounds(Cell cell) throws IOException {
        if (!cell.rates().stream().map(Rate::key).allMatch(measured::containsKey)) {
            measure(cell);
        }

        SoftAssertions softly = new SoftAssertions();
        for (Rate rate : cell.rates()) {
            Counted counted = measured.get(rate.key());
            softly.assertThat(rate.abstains(measured) || rate.allows(counted))
                    .as(rate.row(measured))
                    .isTrue();
        }
        softly.assertAll();
    }

    @Test
    void theCoverageOfAnIntervalThatFewRunsHaveIsPrintedWithoutABound() {
        Rate covers = new Rate("interval of p90", "a busy target", COVERS, "92 to 98 %", 0.92, 0.98);

        assertThat(covers.row(
                        Map.of(covers.key(), new Counted(1, 3), covers.ofMade().key(), new Counted(3, 200))))
                .endsWith("| 33.3 % | 3 |  |\n");
        assertThat(covers.row(Map.of(
                        covers.key(), new Counted(62, 67), covers.ofMade().key(), new Counted(67, 200))))
                .endsWith("| 92.5 % | 67 | 92 to 98 % |\n");
    }

    private void measure(Cell cell) throws IOException {
        List<Counted> counted = cell.count();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < counted.size(); i++) {
            String key = cell.rates().get(i).key();
            measured.put(key, counted.get(i));
            lines.append(
                    key + "\t" + counted.get(i).hits() + "\t" + counted.get(i).asked() + "\n");
        }
        if (!System.getProperty("accuracy.rates", "").isEmpty()) {
            Files.writeString(rates(), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    @AfterAll
    void mostIntervalsCanBeHad() {
        List<Rate> intervals = cells().stream()
                .flatMap(cell -> cell.rates().stream())
                .filter(rate -> rate.isCoverage() && measured.containsKey(rate.key()))
                .toList();
        if (EVERY_CELL && intervals.size() > 1 / ABSTAINING_CELLS) {
            assertThat(intervals.stream().filter(rate -> rate.abstains(measured)))
                    .hasSizeLessThanOrEqualTo((int) (ABSTAINING_CELLS * intervals.size()));
        }
    }

    @AfterAll
    void writeTable() throws IOException {
        String page = System.getProperty("accuracy.table", "");
        if (page.isEmpty()) {
            return;
        }
        String rows = cells().stream()
                .flatMap(cell -> cell.rates().stream())
                .filter(rate -> measured.containsKey(rate.key()))
                .map(rate -> rate.row(measured))
                .collect(Collectors.joining());
        new GeneratedPart(Path.of(page), BEGIN, END).write(HEAD + rows);
    }

    // Coverage of the printed intervals.

    private static Stream<Cell> coverage() {
        List<Cell> cells = new ArrayList<>();
        for (int seconds : List.of(60, 300)) {
            cells.add(covers(
                    "closed, 200/s, exponential",
                    seconds,
                    LoadModel.closed(4),
                    exponential(4, 200),
                    200,
                    t -> Math.exp(-50 * t)));
            cells.add(covers(
                    "closed, 500/s, speed correlated by 0.8 a second",
                    seconds,
                    LoadModel.closed(4),
                    correlated(4, 500, 0.8),
                    500,
                    t -> wanderingBeyond(t, 125, 0.05)));
            for (int utilisation : List.of(50, 80, 90, 95)) {
                if (seconds == 60 || utilisation < 90) {
                    cells.add(coversQueue(200, utilisation, seconds));
                }
            }
        }
        cells.add(coversQueue(1_000, 80, 60));
        cells.add(covers(
                "open, 1000/s, poisson, exponential of 50 us",
                60,
                open(RateProfile.constant(1_000), "poisson"),
                sim("service=exp(50us)"),
                1_000,
                t -> Math.exp(-t / 50e-6)));
        return cells.stream();
    }

    /** M/M/4, whose response times are those of Erlang's C formula. */
    private static Cell coversQueue(double rate, int utilisation, int seconds) {
        double services = rate / 4 / utilisation * 100;
        return covers(
                String.format(Locale.ROOT, "open, %.0f/s, poisson, 4 servers at %d %%", rate, utilisation),
                seconds,
                open(RateProfile.constant(rate), "poisson"),
                seed -> Simulation.parse("sim:service=exp(" + Math.round(1e9 / services) + "ns),servers=4")
                        .begin(seed),
                rate,
                Queues.beyondOfMmc(rate, services, 4));
    }

    /** Share of requests that take longer, whose speed is normal around 1 and who are as many as the speed makes them. */
    private static double wanderingBeyond(double seconds, double perSecond, double deviation) {
        double beyond = 0;
        double all = 0;
        for (double z = -5; z <= 5; z += 0.01) {
            double speed = 1 + deviation * z;
            double weight = speed * Math.exp(-z * z / 2);
            beyond += weight * Math.exp(-perSecond * speed * seconds);
            all += weight;
        }
        return beyond / all;
    }

    private static Cell covers(
            String target,
            int seconds,
            LoadModel load,
            Function<Seed, ServiceModel> model,
            double throughput,
            DoubleUnaryOperator beyond) {
        Map<String, Double> truth =
                new TreeMap<>(Map.of("throughput", throughput, "throughput(Read)", READS * throughput));
        Map.of("p50", 0.5, "p90", 0.9, "p99", 0.99)
                .forEach((name, quantile) -> truth.put(name, 1e9 * Queues.quantile(beyond, quantile)));
        List<Rate> rates = new ArrayList<>();
        truth.keySet().forEach(metric -> {
            rates.add(new Rate("interval of " + metric, where(target, seconds), MADE, "", 0, 1));
            rates.add(new Rate("interval of " + metric, where(target, seconds), COVERS, "92 to 98 %", 0.92, 0.98));
        });
        return new Cell(rates, seconds, seconds == 60 && target.contains("200/s, poisson, 4 servers at 80 %"), seed -> {
            RunResult result = run(load, seconds, model, seed);
            return truth.entrySet().stream()
                    .flatMap(entry -> {
                        List<Double> ends = metric(entry.getKey()).interval95(result);
                        double value = entry.getValue();
                        return Stream.of(
                                Optional.of(!ends.isEmpty()),
                                Optional.of(ends)
                                        .filter(e -> !e.isEmpty())
                                        .map(e -> e.get(0) <= value && value <= e.get(1)));
                    })
                    .toList();
        });
    }

    private static String where(String target, int seconds) {
        return target + ", " + seconds + " s";
    }

    // Answers about equal systems.

    private static Stream<Cell> equalSystems() {
        Function<Seed, ServiceModel> queue = sim("service=exp(16ms),servers=4");
        Function<Seed, ServiceModel> differs =
                seed -> PlantedService.exponential(4 / 200.0 / PlantedService.speedOfRun(0.05, seed), at -> 1, seed);
        return Stream.of(
                pairs("open, 200/s, poisson, 4 servers at 80 %", open(RateProfile.constant(200), "poisson"), queue),
                pairs("closed, 200/s, exponential, 5 % from run to run", LoadModel.closed(4), differs),
                repeats("five repeats of each, equal", 1, Rate::atMost, WRONG),
                repeats("five repeats of each, 10 % slower", 0.9, Rate::atLeast, 0.9));
    }

    /** One run against one of the same system: conditions with a baseline, by which JUnit's assertions decide, too. */
    private static Cell pairs(String target, LoadModel load, Function<Seed, ServiceModel> model) {
        List<String> metrics = List.of(
                "throughput",
                "throughput(Read)",
                "mean",
                "p50",
                "p90",
                "p95",
                "p99",
                "n3",
                "p99(Write)",
                "max",
                "errors");
        List<Rate> rates = new ArrayList<>(metrics.stream()
                .map(metric -> Rate.atMost(
                        WRONG, "two runs of one system", where(target, 60), metric + " < or > baseline holds"))
                .toList());
        rates.addAll(claimRates(Rate::atMost, WRONG, where(target, 60), CLAIMS_OF_EQUALS, "one run of each: claim "));
        return new Cell(rates, 120, false, seed -> {
            RunResult one = run(load, 60, model, new Seed(2 * seed.value()));
            RunResult other = run(load, 60, model, new Seed(2 * seed.value() + 1));
            Stream<Optional<Boolean>> conditions = metrics.stream()
                    .map(metric -> Optional.of(Stream.of("<", ">")
                            .anyMatch(sign ->
                                    condition(metric, sign).answer(one, Optional.of(other), false) == Answer.HOLDS)));
            return Stream.concat(conditions, claims(CLAIMS_OF_EQUALS, List.of(other), List.of(one)))
                    .toList();
        });
    }

    private static Condition condition(String metric, String sign) {
        return new Condition(metric, List.of(List.of(new Condition.Comparison(metric(metric), sign, 1, true))));
    }

    private static Metric metric(String text) {
        int open = text.indexOf('(');
        return open < 0
                ? new Metric(text, Optional.empty())
                : new Metric(text.substring(0, open), Optional.of(text.substring(open + 1, text.length() - 1)));
    }

    /** Makes a rate of a share, a cell and an answer. */
    private interface Bound {
        Rate of(double share, String what, String target, String answer);
    }

    /** Five runs of 60 s of each of two systems whose speeds differ by a factor and by 2 % from run to run. */
    private static Cell repeats(String what, double factor, Bound bound, double share) {
        String target = "closed, 200/s, exponential, 2 % from run to run, 60 s";
        String answer = factor == 1 ? " faster or slower" : " slower";
        List<Rate> rates = new ArrayList<>();
        for (String metric : metrics()) {
            // The longest of 12,000 exponential times differs by 13 % from run to run.
            boolean varies = factor != 1 && metric.equals("max");
            rates.add(
                    varies
                            ? new Rate(what + ": compare", target, metric + answer, "", 0, 1)
                            : bound.of(share, what + ": compare", target, metric + answer));
        }
        for (List<String> family : List.of(MAIN, OTHERS)) {
            rates.add(bound.of(share, what + ": compare", target, String.join(", ", family) + ": any" + answer));
        }
        for (String condition : NOT_SLOWER) {
            rates.add(bound.of(share, what + ": isNotSlowerThan", target, condition + " does not hold"));
        }
        Map<String, Verdict> claims = factor == 1 ? CLAIMS_OF_EQUALS : CLAIMS_OF_SLOWER;
        rates.addAll(claimRates(bound, share, target, claims, what + ": claim "));
        return new Cell(rates, 60, false, seed -> {
            List<RunResult> baseline = repeated(seed.value() * 100, 1);
            List<RunResult> candidate = repeated(seed.value() * 100 + 50, factor);
            Map<String, Word> words = compared(baseline, candidate);
            Predicate<String> found =
                    metric -> words.get(metric) == Word.SLOWER || (factor == 1 && words.get(metric) == Word.FASTER);
            List<Boolean> answers = new ArrayList<>();
            metrics().forEach(metric -> answers.add(found.test(metric)));
            answers.add(MAIN.stream().anyMatch(found));
            answers.add(OTHERS.stream().anyMatch(found));
            NOT_SLOWER.forEach(condition ->
                    answers.add(comparison(condition).answer(candidate, baseline) == Answer.DOES_NOT_HOLD));
            return Stream.concat(answers.stream().map(Optional::of), claims(claims, baseline, candidate))
                    .toList();
        });
    }

    private static List<String> metrics() {
        return Stream.concat(MAIN.stream(), OTHERS.stream()).toList();
    }

    /** The words of {@code compare}, by the metric. */
    private static Map<String, Word> compared(List<RunResult> baseline, List<RunResult> candidate) {
        Configuration after = new Configuration("b", candidate);
        return new ComparisonReport(new Configuration("a", baseline), List.of(after))
                .rows(after).stream()
                        .filter(row -> row.comparison().isPresent())
                        .collect(Collectors.toMap(
                                ComparisonReport.Row::metric,
                                row -> row.comparison().orElseThrow().word()));
    }

    private static Condition.Comparison comparison(String condition) {
        return Condition.of(condition).alternatives().get(0).get(0);
    }

    private static List<Rate> claimRates(
            Bound bound, double share, String target, Map<String, Verdict> claims, String what) {
        return claims.entrySet().stream()
                .map(claim -> bound.of(
                        share, what + claim.getKey(), target, claim.getValue().word()))
                .toList();
    }

    /** If each claim has its verdict; {@code a} is the baseline and {@code b} the candidate. */
    private static Stream<Optional<Boolean>> claims(
            Map<String, Verdict> claims, List<RunResult> baseline, List<RunResult> candidate) {
        List<Observation> runs = IntStream.range(0, baseline.size())
                .boxed()
                .flatMap(i -> Stream.of(observed("a", i, baseline.get(i)), observed("b", i, candidate.get(i))))
                .toList();
        Stream<StudyDesign.ClaimSpec> specs = claims.keySet().stream().map(AccuracyMatrixTest::claim);
        StudyDesign design = new StudyDesign(
                "claims",
                "Claims",
                new StudyDesign.Compared(
                        "system",
                        Map.of(
                                "system",
                                Stream.of("a", "b")
                                        .map(name ->
                                                new StudyDesign.Level(name, name, Map.of(), DeclaredLimits.NOTHING))
                                        .toList()),
                        Optional.of("a")),
                List.of(),
                Map.of(),
                new StudyDesign.Contents(List.of(), List.of(), specs.toList()));
        List<Verdict> verdicts = new StudyEvaluation(design, List.of(new Source("", runs)), Timelines.NONE)
                .claims().stream().map(ClaimOutcome::verdict).toList();
        List<Verdict> asked = List.copyOf(claims.values());
        return IntStream.range(0, asked.size()).mapToObj(i -> Optional.of(verdicts.get(i) == asked.get(i)));
    }

    private static StudyDesign.ClaimSpec claim(String text) {
        return new StudyDesign.ClaimSpec(
                text, Claim.parse(text, new Problems()), text, "", Map.of(), Verdict.SUPPORTED);
    }

    private static Observation observed(String system, int repeat, RunResult result) {
        return Observation.measured(
                Map.of("system", system, Observation.REPEAT, "" + (repeat + 1)), result, system + repeat);
    }

    private static List<RunResult> repeated(long first, double speed) {
        return IntStream.range(0, 5)
                .mapToObj(i -> new Seed(first + i))
                .map(seed -> run(
                        LoadModel.closed(4),
                        60,
                        s -> PlantedService.exponential(
                                4 / 200.0 / speed / PlantedService.speedOfRun(0.02, seed), at -> 1, s),
                        seed))
                .toList();
    }

    // Caveats about steadiness.

    /** Loads of a steady target, which must raise no caveat. */
    private static Stream<Cell> steadyRuns() {
        List<Cell> cells = new ArrayList<>();
        for (int seconds : List.of(30, 60)) {
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
            for (double correlation : List.of(0.3, 0.6, 0.8)) {
                cells.add(wandering(correlation, seconds));
            }
        }
        cells.add(quiet("closed, 200/s, exponential", 120, LoadModel.closed(4), exponential(4, 200)));
        cells.add(wandering(0.8, 120));
        cells.add(quiet("closed, 2000/s, exponential", 60, LoadModel.closed(4), exponential(4, 2_000)));
        return cells.stream();
    }

    /** A target whose speed wanders by 5 %. */
    private static Cell wandering(double correlation, int seconds) {
        return quiet(
                "closed, 500/s, speed correlated by " + correlation + " a second",
                seconds,
                LoadModel.closed(4),
                correlated(4, 500, correlation));
    }

    private static Cell quiet(String target, int seconds, LoadModel load, Function<Seed, ServiceModel> model) {
        return cell(
                Rate.atMost(FALSE_ALARMS, "steady", where(target, seconds), "any caveat"),
                seconds == 30 && load.users() > 3 && !target.contains("500/s"),
                seconds,
                load,
                model,
                STEADINESS);
    }

    private static Stream<Cell> changes() {
        List<Cell> cells = new ArrayList<>();
        for (int seconds : List.of(60, DRIFT_SECONDS)) {
            cells.add(drift(0.1, seconds));
            cells.add(drift(-0.1, seconds));
        }
        for (double at : List.of(0.05, 0.1, 0.5, 0.9, 0.95)) {
            double toMiddle = Math.abs(at - 0.5);
            cells.add(step(-0.1, at, 60));
            if (toMiddle < 0.42) {
                cells.add(step(-0.1, at, toMiddle > 0.3 ? TENTH_SECONDS : MIDDLE_SECONDS));
            }
            cells.add(step(-0.1, at, EDGE_SECONDS));
        }
        cells.add(step(0.1, 0.5, MIDDLE_SECONDS));
        cells.add(step(0.1, 0.95, EDGE_SECONDS));
        for (int window : List.of(30, 60, 300)) {
            for (double at : window < 300 ? List.of(0.05, 0.1, 0.5, 0.9, 0.95) : List.of(0.95)) {
                int credits = (int) (240 * (WARM_UP_SECONDS - JOINING_SECONDS + at * window));
                cells.add(cell(
                        Rate.atLeast(
                                FOUND,
                                percent("credits gone at %.0f %%", at),
                                where("closed, 8 users, 350/s > 110/s", window),
                                "BURST_CREDITS"),
                        window == 30,
                        window,
                        LoadModel.closed(8),
                        sim("service=exp(10ms),credits=" + credits + "@350/s>110/s"),
                        Set.of("BURST_CREDITS")));
            }
        }
        cells.add(cell(
                Rate.atLeast(
                        FOUND,
                        "rate 0.5 % above capacity",
                        "open, 100.5/s, even, 1 server of 10 ms, 600 s",
                        "RESPONSE_TREND"),
                false,
                600,
                open(RateProfile.constant(100.5), "even"),
                sim("service=10ms,servers=1"),
                Set.of("RESPONSE_TREND")));
        cells.add(cell(
                Rate.atLeast(
                        FOUND,
                        "rate 5 % above capacity",
                        "open, 105/s, poisson, 1 server of exp(10 ms), 300 s",
                        "RESPONSE_TREND or BACKLOG"),
                false,
                300,
                open(RateProfile.constant(105), "poisson"),
                sim("service=exp(10ms),servers=1"),
                Set.of("RESPONSE_TREND", "BACKLOG")));
        return cells.stream();
    }

    private static Cell drift(double change, int seconds) {
        return change(
                percent("drift of %+.0f %%", change),
                seconds,
                part -> 1 + change * (part - 0.5),
                best(change * Math.sqrt(seconds * PER_SECOND / 12)));
    }

    private static Cell step(double change, double at, int seconds) {
        return change(
                percent("step of %+.0f %%", change) + percent(" at %.0f %%", at),
                seconds,
                part -> part < at ? 1 : 1 + change,
                best(change * Math.sqrt(seconds * PER_SECOND * at * (1 - at))));
    }

    /** How often the best two-sided test with as many false alarms finds a change whose statistic has this mean. */
    private static double best(double mean) {
        NormalDistribution normal = NormalDistribution.of(0, 1);
        return normal.cumulativeProbability(Math.abs(mean) - normal.inverseSurvivalProbability(FALSE_ALARMS / 2));
    }

    /** A closed load whose speed follows a function of the elapsed share of the window. */
    private static Cell change(String what, int seconds, DoubleUnaryOperator level, double best) {
        String target = where("closed, 200/s, exponential", seconds);
        String answer = "NOT_STEADY or BURST_CREDITS";
        DoubleUnaryOperator speed = at -> level.applyAsDouble(Math.max(0, at - WARM_UP_SECONDS) / seconds);
        return cell(
                seconds > 60
                        ? Rate.atLeast(FOUND, what, target, answer)
                        : new Rate(what, target, answer, percent("best test %.0f %%", best), 0, 1),
                false,
                seconds,
                LoadModel.closed(4),
                seed -> PlantedService.exponential(4 / PER_SECOND, speed, seed),
                Set.of("NOT_STEADY", "BURST_CREDITS"));
    }

    private static Stream<Cell> stalls() {
        return Stream.of(1_000, 1_500, 2_500, 10_000).flatMap(millis -> {
            Function<Seed, ServiceModel> model = sim("service=exp(20ms),stall=" + millis + "ms@45300ms");
            String what = "stall of " + millis / 1e3 + " s";
            LoadModel poisson = open(RateProfile.constant(200), "poisson");
            return Stream.of(
                    cell(
                            Rate.atLeast(FOUND, what, "closed, 200/s, exponential, 60 s", "STALL"),
                            false,
                            60,
                            LoadModel.closed(4),
                            model,
                            Set.of("STALL")),
                    cell(
                            Rate.atLeast(FOUND, what, "open, 200/s, poisson, exponential, 60 s", "STALL"),
                            false,
                            60,
                            poisson,
                            model,
                            Set.of("STALL")));
        });
    }

    /** How often a run has one of these caveats. */
    private static Cell cell(
            Rate rate,
            boolean inGate,
            int seconds,
            LoadModel load,
            Function<Seed, ServiceModel> model,
            Set<String> codes) {
        return new Cell(
                List.of(rate),
                seconds,
                inGate,
                seed -> List.of(Optional.of(run(load, seconds, model, seed).caveats().stream()
                        .map(Caveat::code)
                        .anyMatch(codes::contains))));
    }

    private static String percent(String format, double share) {
        return String.format(Locale.ROOT, format, 100 * share);
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

    private static RunResult run(LoadModel load, int seconds, Function<Seed, ServiceModel> model, Seed seed) {
        Timeline timeline =
                Timeline.of(Duration.ofMillis(Math.round(1_000 * WARM_UP_SECONDS)), Duration.ofSeconds(seconds));
        return SimulatedRun.resultOf(RunPlan.of(load, load.users(), timeline, seed), model.apply(seed));
    }
}
