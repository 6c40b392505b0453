package io.dbharness.result;

import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.result.RunResult.Health;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Judges the effect of the client on a run's figures. A client's delays make latencies longer than the server's; they do not change what
 * was
 * completed, so throughput holds. Every threshold is here, with its reason in ADR 16; one thread.
 */
final class ClientAssessment {

    /** Share of the processors used by the client at which requests begin to wait for each other. */
    static final double CPU_NOTE = 0.7;

    /** The throughput may be the client's limit and not the server's. */
    static final double CPU_SUSPECT = 0.9;

    static final double COLLECTION_NOTE = 0.01;
    static final double COLLECTION_SUSPECT = 0.05;

    /** Share of the measurement in which the whole process was paused. */
    static final double STOPPED_NOTE = 0.01;

    static final double STOPPED_SUSPECT = 0.1;

    /** Share of a percentile that may be caused by the client. */
    static final double DELAY_NOTE = 0.1;

    static final double DELAY_SUSPECT = 0.25;

    /** These decide; what is beyond carries its own mark in the tables. */
    private static final List<String> QUOTED = List.of("p50", "p90", "p99");

    static final long LATE_NANOS = 1_000_000;
    static final double LATE_NOTE = 0.1;
    static final double LATE_SUSPECT = 0.25;

    private final RunResult result;
    private final Health health;
    private final List<Caveat> found = new ArrayList<>();

    private ClientAssessment(RunResult result) {
        this.result = result;
        this.health = result.health();
    }

    static List<Caveat> of(RunResult result) {
        ClientAssessment assessment = new ClientAssessment(result);
        assessment.processors();
        assessment.pauses();
        assessment.delays();
        assessment.lateness();
        return assessment.found;
    }

    private void add(Severity severity, String code, String detail, Object... values) {
        found.add(new Caveat(code, severity, String.format(Locale.ROOT, detail, values)));
    }

    private static Optional<Severity> severity(double share, double note, double suspect) {
        if (share > suspect) {
            return Optional.of(Severity.SUSPECT);
        }
        return share > note ? Optional.of(Severity.NOTE) : Optional.empty();
    }

    private void processors() {
        severity(health.cpuShare(), CPU_NOTE, CPU_SUSPECT)
                .ifPresent(severity -> add(
                        severity,
                        "CLIENT_CPU",
                        "the client used %.0f %% of its processors, so the throughput may be its own limit;"
                                + " run it on a larger machine or on several",
                        100 * health.cpuShare()));
        severity(health.collectionShare(), COLLECTION_NOTE, COLLECTION_SUSPECT)
                .ifPresent(severity -> add(
                        severity,
                        "CLIENT_GC",
                        "the client collected garbage for %.1f %% of the time; give it more memory (java -Xmx)",
                        100 * health.collectionShare()));
    }

    private void pauses() {
        ClientDelays delays = health.delays();
        double share = result.measuredSeconds() <= 0 ? 0 : delays.pausedNanos() / 1e9 / result.measuredSeconds();
        severity(share, STOPPED_NOTE, STOPPED_SUSPECT).ifPresent(severity -> {
            ClientDelays.Pause longest = delays.pauses().stream()
                    .max(Comparator.comparingLong(ClientDelays.Pause::nanos))
                    .orElseThrow();
            add(
                    severity,
                    "CLIENT_STOPPED",
                    "the client stood still %d times, %.1f %% of the time, for up to %.0f ms (%.1f s after the start"
                            + " of the measurement; %s); look for a processor limit, a small heap or a busy host",
                    delays.pauseCount(),
                    100 * share,
                    longest.nanos() / 1e6,
                    longest.atSeconds(),
                    longest.cause().equals("collection") ? "garbage collection" : "stopped or throttled");
        });
    }

    /** A percentile and what of it may be the client's. */
    private record Part(String percentile, long clientNanos, long serviceNanos) {
        double share() {
            return (double) clientNanos / serviceNanos;
        }
    }

    private void delays() {
        ClientDelays delays = health.delays();
        if (delays.samples() > 0 && !delays.queueingTold()) {
            add(
                    Severity.NOTE,
                    "CLIENT_UNKNOWN",
                    "this system does not tell how long threads wait for a processor, so the client's part of"
                            + " latencies may be larger than is printed");
        }
        result.combined(ClientDelays.TOTAL).stream()
                .flatMap(total -> parts(delays, total.service()))
                .filter(part -> part.clientNanos() > Health.ORDINARY_DELAY_NANOS)
                .max(Comparator.comparingDouble(Part::share))
                .ifPresent(worst -> severity(worst.share(), DELAY_NOTE, DELAY_SUSPECT)
                        .ifPresent(severity -> add(
                                severity,
                                "CLIENT_DELAY",
                                "latencies: up to %.2f of %.2f ms at %s is the client's own, whose threads waited for a"
                                        + " processor or stood still %.0f %% of the time that requests took;"
                                        + " throughput holds; leave a core to the client, %srun it on another machine",
                                worst.clientNanos() / 1e6,
                                worst.serviceNanos() / 1e6,
                                worst.percentile(),
                                100 * delays.waitedShare(),
                                result.plan().closed() ? "use an open rate or " : "or ")));
    }

    private static Stream<Part> parts(ClientDelays delays, LatencyResult service) {
        return QUOTED.stream().flatMap(percentile -> {
            long nanos = service.nanos(percentile);
            return delays.mostNanos(ClientDelays.TOTAL, percentile, nanos).stream()
                    .mapToObj(client -> new Part(percentile, client, Math.max(1, nanos)));
        });
    }

    /** The schedule of an open load is broken when half of its requests were sent late: then the load is another one. */
    private void lateness() {
        LatencyHistogram response = new LatencyHistogram();
        result.operations().forEach(o -> response.add(o.response().distribution()));
        boolean broken = !result.plan().closed() && lateShare("p50", response.quantileNanos(0.5)) > LATE_SUSPECT;
        String percentile = broken ? "p50" : "p99";
        long nanos = response.quantileNanos(broken ? 0.5 : 0.99);
        severity(lateShare(percentile, nanos), LATE_NOTE, LATE_SUSPECT)
                .ifPresent(severity -> add(
                        broken ? Severity.INVALID : severity,
                        "DISPATCH_LAG",
                        "the client sent requests up to %.2f ms late at %s, %.0f %% of the response time there;"
                                + " leave a core to the client, run it on another machine or lower the rate",
                        health.dispatch().nanos(percentile) / 1e6,
                        percentile,
                        100 * lateShare(percentile, nanos)));
    }

    private double lateShare(String percentile, long responseNanos) {
        long late = health.dispatch().nanos(percentile);
        return late < LATE_NANOS || responseNanos == 0 ? 0 : (double) late / responseNanos;
    }
}
