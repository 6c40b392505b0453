package io.dbharness.result;

import static io.dbharness.model.Caveat.invalid;
import static io.dbharness.model.Caveat.note;
import static io.dbharness.model.Caveat.suspect;

import io.dbharness.exec.Accounts;
import io.dbharness.measure.Distribution;
import io.dbharness.model.Caveat;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.analysis.SteadyState;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Looks for reasons to distrust a run. Every threshold is here and is printed with the value that crossed it. One thread. */
final class Assessment {

    /** A failure here and there is data; more than one in a thousand bends the latencies of the rest. */
    static final double FAILED_SUSPECT = 0.001;

    static final double FAILED_INVALID = 0.1;
    /** From here on p99 of what was intended is that of requests that were never sent. */
    static final double SKIPPED_SUSPECT = 0.01;

    static final double CPU_SUSPECT = 0.7;
    static final double CPU_INVALID = 0.9;
    static final double COLLECTION_SUSPECT = 0.01;
    static final double COLLECTION_INVALID = 0.05;
    static final long DISPATCH_SUSPECT_NANOS = 1_000_000;
    static final long DISPATCH_INVALID_NANOS = 5_000_000;
    static final double DISPATCH_SUSPECT_SHARE = 0.1;
    static final double DISPATCH_INVALID_SHARE = 0.2;
    /** Of a declared limit. */
    static final double AT_LIMIT = 0.95;

    /** Little's law holds exactly but for the edges of the window. */
    static final double LITTLE_SUSPECT = 0.02;
    /** Cycles a user must fit into the window before the edges are small enough for Little's law. */
    static final double LITTLE_CYCLES = 50;

    private final RunResult result;
    private final Accounts accounts;
    private final List<Caveat> found = new ArrayList<>();

    private Assessment(RunResult result, Accounts accounts) {
        this.result = result;
        this.accounts = accounts;
    }

    /** All caveats of a run, worst first. */
    static List<Caveat> of(RunResult result, Accounts accounts, double meanResponseNanos, SteadyState steady) {
        Assessment assessment = new Assessment(result, accounts);
        assessment.accounting();
        assessment.completeness();
        assessment.failures();
        assessment.skipped();
        assessment.checks();
        assessment.health();
        assessment.little(meanResponseNanos);
        assessment.steadiness(steady);
        assessment.samples();
        assessment.server();
        assessment.limits();
        return List.copyOf(assessment.found);
    }

    private void accounting() {
        Totals t = result.totals();
        if (t.intended() != t.started() + t.skipped() + t.backlog()
                || t.started() != t.completed() + t.failed() + t.pending()) {
            found.add(invalid("ACCOUNTING", "the books do not balance: " + t));
        }
    }

    private void completeness() {
        Totals t = result.totals();
        accounts.targetLost().ifPresent(why -> found.add(invalid("TARGET_LOST", "the run was given up: " + why)));
        if (t.completed() == 0) {
            found.add(invalid("NO_SAMPLES", "nothing completed within the measurement window"));
        }
        if (accounts.overloaded()) {
            found.add(
                    invalid(
                            "OVERLOAD",
                            "arrivals waited longer than the plan allows, so the run was ended: the target cannot take this rate"));
        }
        if (accounts.windows().stoppedEarly() && accounts.targetLost().isEmpty() && !accounts.overloaded()) {
            found.add(suspect(
                    "INTERRUPTED",
                    text(
                            "stopped after %.1f s of measurement; what was measured until then is kept",
                            result.measuredSeconds())));
        }
        if (t.pending() > 0) {
            found.add(suspect("PENDING", t.pending() + " invocations had not ended when the drain did"));
        }
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
        String detail = text("%d of %d failed (%.3f %%)", t.failed(), t.started(), 100 * share)
                + (causes.isEmpty() ? "" : "; first of each kind: " + causes);
        found.add(
                share > FAILED_INVALID
                        ? invalid("ERRORS", detail)
                        : share > FAILED_SUSPECT ? suspect("ERRORS", detail) : note("ERRORS", detail));
    }

    /** Of a test that is meant to overload, this is the result: the latencies are only of what was sent. */
    private void skipped() {
        Totals t = result.totals();
        if (t.skipped() == 0) {
            return;
        }
        double share = (double) t.skipped() / t.intended();
        String detail =
                text("%d of %d intended requests were not sent (%.3f %%)", t.skipped(), t.intended(), 100 * share);
        found.add(
                share > SKIPPED_SUSPECT
                        ? suspect(
                                "SKIPPED",
                                detail
                                        + text(
                                                ", more than %.0f %%: the target does not keep up with this rate, and what was sent"
                                                        + " does not tell how long a requester waits",
                                                100 * SKIPPED_SUSPECT))
                        : note("SKIPPED", detail));
    }

    private void checks() {
        List<Check> failed = result.checks().stream().filter(c -> !c.passed()).toList();
        if (!failed.isEmpty()) {
            found.add(invalid(
                    "DATA_MISMATCH",
                    failed.stream()
                            .map(c -> c.name() + " " + c.when() + ": " + c.detail())
                            .collect(Collectors.joining("; "))));
        }
        boolean before = result.checks().stream().anyMatch(c -> c.when().equals("before"));
        boolean after = result.checks().stream().anyMatch(c -> c.when().equals("after"));
        if (before && !after) {
            found.add(suspect("UNCHECKED", "the data set was not checked after the run"));
        }
    }

    private void health() {
        Health health = result.health();
        graded("CLIENT_CPU", "processor share of the load generator", health.cpuShare(), CPU_SUSPECT, CPU_INVALID);
        graded(
                "CLIENT_GC",
                "share of time in garbage collection",
                health.collectionShare(),
                COLLECTION_SUSPECT,
                COLLECTION_INVALID);
        Distribution service = new Distribution();
        Distribution response = new Distribution();
        result.operations().forEach(o -> {
            service.add(o.service().distribution());
            response.add(o.response().distribution());
        });
        long hiccup = health.hiccups().nanos("p99");
        long serviceP99 = service.quantileNanos(0.99);
        if (service.count() > 0 && hiccup > serviceP99) {
            found.add(invalid(
                    "CLIENT_HICCUP",
                    text(
                            "pauses of the load generator reach %s at p99, service times only %s",
                            millis(hiccup), millis(serviceP99))));
        }
        dispatch(health.dispatch().nanos("p99"), response.quantileNanos(0.99));
    }

    private void dispatch(long lag, long responseP99) {
        double share = responseP99 == 0 ? 0 : (double) lag / responseP99;
        String detail = text(
                "the client started operations up to %s late at p99, %.0f %% of the response time",
                millis(lag), 100 * share);
        if (lag > DISPATCH_INVALID_NANOS && share > DISPATCH_INVALID_SHARE) {
            found.add(invalid("DISPATCH_LAG", detail));
        } else if (lag > DISPATCH_SUSPECT_NANOS && share > DISPATCH_SUSPECT_SHARE) {
            found.add(suspect("DISPATCH_LAG", detail));
        }
    }

    private void graded(String code, String what, double value, double suspectAbove, double invalidAbove) {
        if (value > suspectAbove) {
            double crossed = value > invalidAbove ? invalidAbove : suspectAbove;
            String detail = text("%s is %.1f %%, more than %.0f %%", what, 100 * value, 100 * crossed);
            found.add(value > invalidAbove ? invalid(code, detail) : suspect(code, detail));
        }
    }

    /** N = X (R + Z): users = throughput x (response + think time), in closed loops long enough for it. */
    private void little(double meanResponseNanos) {
        double cycleSeconds = (meanResponseNanos + accounts.meanDelayNanos()) / 1e9;
        if (!result.plan().closed() || cycleSeconds <= 0 || result.measuredSeconds() < LITTLE_CYCLES * cycleSeconds) {
            return;
        }
        double failedPerSecond = result.totals().failed() / result.measuredSeconds();
        double users = (result.throughputPerSecond().value() + failedPerSecond) * cycleSeconds;
        double residual = users / result.plan().users() - 1;
        if (Math.abs(residual) > LITTLE_SUSPECT) {
            found.add(suspect(
                    "LITTLE",
                    text(
                            "throughput x (response + think time) gives %.2f users, there are %d (%+.1f %%, allowed %.0f %%)",
                            users, result.plan().users(), 100 * residual, 100 * LITTLE_SUSPECT)));
        }
    }

    private void steadiness(SteadyState steady) {
        switch (steady.kind()) {
            case TREND, SHIFT ->
                found.add(suspect(
                        "NOT_STEADY",
                        "throughput did not keep one level: " + steady.words() + "; warm up longer or run longer"));
            case BURST_CREDITS ->
                found.add(suspect(
                        "BURST_CREDITS",
                        "throughput fell to a lower level and stayed there, as when burst credits end: "
                                + steady.words()));
            case WARM_UP -> found.add(suspect("NOT_STEADY", "the warm-up was too short: " + steady.words()));
            case PERIODIC -> found.add(note("PERIODIC", "throughput repeats a pattern: " + steady.words()));
            case TOO_SHORT ->
                found.add(note(
                        "SHORT_RUN",
                        text(
                                "fewer than %d intervals were measured, so nothing can be said of a steady state",
                                SteadyState.BATCHES)));
            default -> {}
        }
    }

    private void samples() {
        String few = result.operations().stream()
                .filter(o -> PercentileSupport.of(o.response().count(), 0.99) != PercentileSupport.SOLID)
                .map(o -> o.name() + " (" + o.response().count() + ")")
                .collect(Collectors.joining(", "));
        if (!few.isEmpty()) {
            found.add(note("FEW_SAMPLES", "fewer than 1000 samples, so p99 is only indicative: " + few));
        }
    }

    /** A level at its declared limit is what held the run up, or nearly. */
    private void limits() {
        ServerStatistics server = result.server();
        server.limits()
                .forEach((name, limit) -> server.figures(ServerStatistics.limited(name))
                        .filter(f -> !ServerStatistics.isBurst(name) && f.mean() >= AT_LIMIT * limit)
                        .ifPresent(f -> found.add(note(
                                "SERVER_LIMIT",
                                text(
                                        "%s was at %.1f %% of its declared limit of %s on average",
                                        name, 100 * f.mean() / limit, limit)))));
    }

    private void server() {
        Gaps gaps = result.server().gaps();
        if (gaps.count() > 0) {
            found.add(note(
                    "SERVER_GAPS",
                    text("%d readings of the server are missing; the first: %s", gaps.count(), gaps.reason())));
        }
    }

    private static String millis(long nanos) {
        return text("%.2f ms", nanos / 1e6);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
