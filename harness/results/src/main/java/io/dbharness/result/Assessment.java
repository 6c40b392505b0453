package io.dbharness.result;

import static io.dbharness.model.Caveat.Severity.INVALID;
import static io.dbharness.model.Caveat.Severity.NOTE;
import static io.dbharness.model.Caveat.Severity.SUSPECT;

import io.dbharness.exec.RunCounts;
import io.dbharness.model.Caveat;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.analysis.SteadyState;
import io.dbharness.result.analysis.SteadyState.Kind;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks for reasons to distrust a run. Every threshold is here and is printed with the value that crossed it. One thread. */
final class Assessment {

    static final String ACCOUNTING = "ACCOUNTING";

    /** A failure here and there is data; more than one in a thousand bends the latencies of the rest. */
    private static final double FAILED_SUSPECT = 0.001;

    private static final double FAILED_INVALID = 0.1;
    /** From here on p99 of what was intended is that of requests that were never sent. */
    static final double UNSENT_SUSPECT = 0.01;

    /** Share of a declared limit from which the limit counts as reached. */
    static final double AT_LIMIT = 0.95;
    /** Little's law holds exactly but for the edges of the window. */
    static final double LITTLE_SUSPECT = 0.02;
    /** Cycles a user must fit into the window before the edges are small enough for Little's law. */
    static final double LITTLE_CYCLES = 50;

    /** Verdicts that throughput changed. */
    static final Set<Kind> CHANGED = Set.of(Kind.TREND, Kind.SHIFT, Kind.BURST_CREDITS, Kind.WARM_UP);

    private final RunResult result;
    private final RunCounts accounts;
    private final List<Caveat> client;
    private final List<Caveat> found = new ArrayList<>();

    private Assessment(RunResult result, RunCounts accounts, List<Caveat> client) {
        this.result = result;
        this.accounts = accounts;
        this.client = client;
    }

    /** All caveats of a run. */
    static List<Caveat> of(RunResult result, RunCounts accounts, double meanResponseNanos, SteadyState steady) {
        Assessment assessment = new Assessment(result, accounts, ClientAssessment.of(result));
        assessment.completeness();
        assessment.failures();
        assessment.skipped();
        assessment.backlog();
        assessment.checks();
        assessment.faults();
        assessment.nodes(steady);
        assessment.found.addAll(assessment.client);
        assessment.found.addAll(AgentAssessment.of(result.agents()));
        assessment.little(meanResponseNanos);
        assessment.steadiness(steady);
        assessment.samples();
        assessment.server();
        return List.copyOf(assessment.found);
    }

    private void add(Caveat.Severity severity, String code, String detail, Object... values) {
        found.add(new Caveat(code, severity, String.format(Locale.ROOT, detail, values)));
    }

    private void completeness() {
        Totals t = result.totals();
        if (!t.balance()) {
            add(INVALID, ACCOUNTING, "the books do not balance: %s", t);
        }
        accounts.targetLost().ifPresent(why -> add(INVALID, "TARGET_LOST", "the run was given up: %s", why));
        if (t.completed() == 0) {
            add(INVALID, "NO_SAMPLES", "nothing completed within the measurement window");
        }
        if (accounts.overloaded()) {
            String why =
                    "arrivals waited longer than the plan allows, so the run was ended: %s did not keep up with this rate";
            add(INVALID, "OVERLOAD", why, late());
        }
        if (accounts.windows().stoppedEarly() && accounts.targetLost().isEmpty() && !accounts.overloaded()) {
            String when = "stopped after %.1f s of measurement; what was measured until then is kept";
            add(SUSPECT, "INTERRUPTED", when, result.measuredSeconds());
        }
        if (t.pending() > 0) {
            add(SUSPECT, "PENDING", "%d invocations had not ended when the drain did", t.pending());
        }
    }

    /** Names what did not keep up with the load: the target, unless the client was short of processor time itself. */
    private String late() {
        String reasons = client.stream()
                .filter(c -> c.concernsClient() && c.severity() != NOTE)
                .map(Caveat::code)
                .collect(Collectors.joining(", "));
        return reasons.isEmpty() ? "the target" : "the client, and perhaps the target (" + reasons + "),";
    }

    /** The severity of failures by their share of all requests. */
    static Caveat.Severity ofFailures(double share) {
        return share > FAILED_INVALID ? INVALID : share > FAILED_SUSPECT ? SUSPECT : NOTE;
    }

    private void failures() {
        Totals t = result.totals();
        if (t.failed() == 0) {
            return;
        }
        double share = (double) t.failed() / Math.max(1, t.started());
        String causes = accounts.firstFailures().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(e -> e.getKey() + ": " + e.getValue().strip())
                .collect(Collectors.joining("; "));
        String first = causes.isEmpty() ? "" : "; first of each kind: " + causes;
        Caveat.Severity severity = ofFailures(share);
        add(severity, "ERRORS", "%d of %d failed (%.3f %%)%s", t.failed(), t.started(), 100 * share, first);
    }

    /** Notes skipped requests. For a test that is meant to overload, they are the result: the latencies are those of sent requests only. */
    private void skipped() {
        Totals t = result.totals();
        if (t.skipped() == 0) {
            return;
        }
        double share = (double) t.skipped() / t.intended();
        String sent = "%d of %d intended requests were not sent (%.3f %%)";
        if (share > UNSENT_SUSPECT) {
            String why = sent + ", more than %.0f %%: %s does not keep up with this rate, and what was sent"
                    + " does not show how long a requester waits";
            add(SUSPECT, "SKIPPED", why, t.skipped(), t.intended(), 100 * share, 100 * UNSENT_SUSPECT, late());
        } else {
            add(NOTE, "SKIPPED", sent, t.skipped(), t.intended(), 100 * share);
        }
    }

    /** Notes requests that waited to be sent when the run ended: how long they would have taken is unknown. */
    private void backlog() {
        Totals t = result.totals();
        double share = (double) t.backlog() / Math.max(1, t.intended());
        if (share > UNSENT_SUSPECT && !accounts.overloaded()) {
            String why = "%d of %d intended requests had not been sent when the run ended (%.3f %%, more than %.0f %%):"
                    + " %s did not keep up with %d in flight, and they are in no latency";
            int connections = result.plan().connections();
            add(
                    SUSPECT,
                    "BACKLOG",
                    why,
                    t.backlog(),
                    t.intended(),
                    100 * share,
                    100 * UNSENT_SUSPECT,
                    late(),
                    connections);
        }
    }

    private void checks() {
        List<Check> failed = result.checks().stream().filter(c -> !c.passed()).toList();
        if (!failed.isEmpty()) {
            String what = failed.stream()
                    .map(c -> c.name() + " " + c.when() + ": " + c.detail())
                    .collect(Collectors.joining("; "));
            add(INVALID, "DATA_MISMATCH", "%s", what);
        }
        boolean before = result.checks().stream().anyMatch(c -> c.when().equals("before"));
        boolean after = result.checks().stream().anyMatch(c -> c.when().equals("after"));
        if (before && !after) {
            add(SUSPECT, "UNCHECKED", "the data set was not checked after the run");
        }
    }

    private void faults() {
        for (Recovery fault : result.throughputPerSecond().faults()) {
            if (fault.problem().isEmpty()) {
                String what =
                        "%s of the server, %.1f s after the start of the measurement, was asked for; all averages hold it";
                add(NOTE, "FAULT", what, fault.fault(), fault.atSeconds());
            } else {
                add(INVALID, "FAULT_NOT_DONE", "%s was asked for and failed: %s", fault.fault(), fault.problem());
            }
        }
    }

    /** Notes absent nodes. They explain a change of throughput, which is then reported with them and not as a separate finding. */
    private void nodes(SteadyState steady) {
        if (!nodesWereAway()) {
            return;
        }
        String away = result.server().nodes().stream()
                .flatMap(node -> node.away().stream()
                        .filter(time -> time.within(result.measuredSeconds()))
                        .map(time -> node.name() + " (" + node.datacenter() + ") " + time.words()))
                .collect(Collectors.joining("; "));
        String throughput = CHANGED.contains(steady.kind()) ? "; throughput changed: " + steady.words() : "";
        boolean wanted = !result.throughputPerSecond().faults().isEmpty();
        add(wanted ? NOTE : SUSPECT, "NODE_LOST", "%s of the measurement; all averages hold it%s", away, throughput);
    }

    private boolean nodesWereAway() {
        return result.server().nodes().stream()
                .flatMap(node -> node.away().stream())
                .anyMatch(time -> time.within(result.measuredSeconds()));
    }

    /** N = X (R + Z): users = throughput x (response + think time), in closed loops long enough for it. */
    private void little(double meanResponseNanos) {
        double cycleSeconds = (meanResponseNanos + accounts.meanDelayNanos()) / 1e9;
        boolean fewer = result.agents().stream().anyMatch(AgentResult::wasLost);
        if (fewer
                || !result.plan().closed()
                || cycleSeconds <= 0
                || result.measuredSeconds() < LITTLE_CYCLES * cycleSeconds) {
            return;
        }
        double failedPerSecond = result.totals().failed() / result.measuredSeconds();
        double users = (result.throughputPerSecond().value() + failedPerSecond) * cycleSeconds;
        int actual = result.plan().users();
        double residual = users / actual - 1;
        if (Math.abs(residual) > LITTLE_SUSPECT) {
            String law =
                    "throughput x (response + think time) gives %.2f users, there are %d (%+.1f %%, allowed %.0f %%)";
            add(SUSPECT, "LITTLE", law, users, actual, 100 * residual, 100 * LITTLE_SUSPECT);
        }
    }

    private void steadiness(SteadyState steady) {
        String words = steady.words();
        if (CHANGED.contains(steady.kind()) && nodesWereAway()) {
            return;
        }
        switch (steady.kind()) {
            case TREND, SHIFT -> {
                String level = requestedOneRate()
                        ? "throughput did not keep one level: %s; warm up longer or run longer"
                        : "throughput did not follow the rate that was asked for: %s; the target did not keep up";
                add(SUSPECT, "NOT_STEADY", level, words);
            }
            case BURST_CREDITS -> {
                String fell = "throughput fell to a lower level and stayed there, as when burst credits end: %s";
                add(SUSPECT, "BURST_CREDITS", fell, words);
            }
            case WARM_UP -> add(SUSPECT, "NOT_STEADY", "the warm-up was too short: %s", words);
            case PERIODIC -> add(NOTE, "PERIODIC", "throughput repeats a pattern: %s", words);
            case TOO_SHORT -> {
                String few = "fewer than %d intervals were measured, so nothing can be said of a steady state";
                add(NOTE, "SHORT_RUN", few, SteadyState.LEAST_SAMPLES);
            }
            default -> {}
        }
    }

    private boolean requestedOneRate() {
        LoadFacts load = result.plan().loadModel();
        return load == null || load.isOneRate();
    }

    private void samples() {
        String few = result.operations().stream()
                .filter(o -> PercentileSupport.of(o.response().count(), 0.99) != PercentileSupport.SOLID)
                .map(o -> o.name() + " (" + o.response().count() + ")")
                .collect(Collectors.joining(", "));
        if (!few.isEmpty()) {
            add(NOTE, "FEW_SAMPLES", "fewer than 1000 samples, so p99 is only indicative: %s", few);
        }
    }

    /** Notes missing server figures, and levels at a declared limit, which probably bounded the run. */
    private void server() {
        ServerStatistics server = result.server();
        long missing = server.gaps().count();
        if (missing > 0) {
            String gaps = "%d readings of the server are missing; the first: %s";
            add(NOTE, "SERVER_GAPS", gaps, missing, server.gaps().reason());
        }
        String atLimit = "%s was at %.1f %% of its declared limit of %s on average";
        server.limits()
                .forEach((name, limit) -> server.figures(ServerStatistics.busiest(ServerStatistics.limited(name)))
                        .or(() -> server.figures(ServerStatistics.limited(name)))
                        .filter(f -> !ServerStatistics.isBurst(name) && f.mean() >= AT_LIMIT * limit)
                        .ifPresent(f -> add(NOTE, "SERVER_LIMIT", atLimit, name, 100 * f.mean() / limit, limit)));
    }
}
