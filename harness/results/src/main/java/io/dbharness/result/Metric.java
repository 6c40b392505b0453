package io.dbharness.result;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Internal;
import io.dbharness.quantity.Unit.Dimension;
import io.dbharness.result.analysis.PercentileSupport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number that a result holds, by the name used in conditions: {@code throughput}, {@code errors}, {@code skipped}, {@code mean},
 * {@code max}, a percentile such as {@code p99} or {@code n3}, or a score such as {@code tpmC}. Latencies are response times in
 * nanoseconds, shares are from 0 to 1, throughput is a second. {@code errorCount} counts failed requests, {@code clientCpuPercent} is the
 * processor time of the load generator in per cent of the processors it may use; a run in virtual time has none. {@code server.NAME} is the
 * highest value over the measurement of what the server calls NAME, {@code server.mean.NAME} and {@code server.last.NAME} its mean and its
 * last, {@code server.delta.NAME} how much a count of the server grew; NAME alone is its highest value too, where no score is called so.
 *
 * @param name      the metric
 * @param operation the operation it is asked of; all of them together if empty
 */
@Internal
public record Metric(String name, Optional<String> operation) {

    private static final Pattern SERVER = Pattern.compile("server\\.(?:(mean|last|delta)\\.)?([A-Za-z][A-Za-z0-9]*)");

    /** Metrics of every result, besides latencies and server figures. */
    public static final Set<String> OF_EVERY_RESULT =
            Set.of("throughput", "errors", "errorCount", "skipped", "clientCpuPercent");

    /** Returns true if results of every workload can hold it: all but scores can, if server figures have the prefix {@code server.}. */
    public boolean isOfEveryWorkload() {
        return isLatency()
                || OF_EVERY_RESULT.contains(name)
                || SERVER.matcher(name).matches();
    }

    /** Decides which units make sense: a share of intended requests, a latency, or else a rate or a plain number. */
    Dimension dimension() {
        if (isLatency()) {
            return Dimension.TIME;
        }
        return List.of("errors", "skipped").contains(name) ? Dimension.SHARE : Dimension.RATE;
    }

    /** Returns true for a response time, in nanoseconds. */
    public boolean isLatency() {
        return isPercentile() || List.of("mean", "min", "max").contains(name);
    }

    private boolean isPercentile() {
        return Quantiles.BY_NAME.containsKey(name);
    }

    /** Returns true if any result could hold it: only workloads know their scores, so any plain word is plausible. */
    boolean isPlausible() {
        return isLatency()
                || dimension() == Dimension.SHARE
                || List.of("throughput", "errorCount").contains(name)
                || (operation.isEmpty()
                        && (SERVER.matcher(name).matches()
                                || (name.matches("[a-zA-Z][A-Za-z]*") && !name.matches("[pn][0-9]*"))));
    }

    /** The value in this result; empty when the result has no such number. */
    public OptionalDouble of(RunResult result) {
        Optional<OperationResult> one = operation.flatMap(result::operation);
        if (isLatency()) {
            return response(result).map(this::latency).orElse(OptionalDouble.empty());
        }
        if (operation.isPresent() && one.isEmpty()) {
            return OptionalDouble.empty();
        }
        RunResult.Totals totals = result.totals();
        return switch (name) {
            case "throughput" ->
                OptionalDouble.of(one.map(OperationResult::throughputPerSecond)
                        .orElse(result.throughputPerSecond().value()));
            case "errors" ->
                OptionalDouble.of(one.map(o -> o.counts().failedShare()).orElse(totals.failedShare()));
            case "errorCount" ->
                OptionalDouble.of(one.map(o -> o.counts().failed()).orElse(totals.failed()));
            case "clientCpuPercent" -> clientCpuPercent(result.health());
            case "skipped" -> OptionalDouble.of(totals.skippedShare());
            default -> {
                Double score = result.scores().get(name);
                yield score == null ? server(result.server()) : OptionalDouble.of(score);
            }
        };
    }

    /** In virtual time no processor was watched. */
    private static OptionalDouble clientCpuPercent(RunResult.Health health) {
        return health.cpus() > 0 ? OptionalDouble.of(100 * health.cpuShare()) : OptionalDouble.empty();
    }

    private OptionalDouble server(ServerStatistics server) {
        Matcher form = SERVER.matcher(name);
        String level = form.matches() ? form.group(2) : name;
        String figure = form.matches() && form.group(1) != null ? form.group(1) : "max";
        if (figure.equals("delta")) {
            Double growth = server.counters().get(level);
            return growth == null ? OptionalDouble.empty() : OptionalDouble.of(growth);
        }
        return server.figures(level).stream()
                .mapToDouble(f -> figure.equals("mean") ? f.mean() : figure.equals("last") ? f.last() : f.max())
                .findFirst();
    }

    /**
     * Returns true if the value can decide: a percentile needs 3.69 samples expected beyond it, so that a two-sided 95 % interval from
     * order statistics exists.
     */
    boolean isSupportedIn(RunResult result) {
        if (!isPercentile()) {
            return true;
        }
        long count = response(result).map(LatencyResult::count).orElse(0L);
        Double quantile = Quantiles.BY_NAME.get(name);
        return quantile != null && PercentileSupport.of(count, quantile) != PercentileSupport.UNSUPPORTED;
    }

    /** Returns true if the metric counts requests, or is their share. */
    boolean isCount() {
        return List.of("errors", "errorCount", "skipped").contains(name);
    }

    /** The two ends of its 95 % interval within the run; empty where the result has none. */
    public List<Double> interval95(RunResult result) {
        if (isLatency()) {
            return response(result)
                    .map(response -> response.ci95Nanos().getOrDefault(name, List.of()))
                    .orElse(List.of())
                    .stream()
                    .map(Long::doubleValue)
                    .toList();
        }
        if (name.equals("throughput") && operation.isEmpty()) {
            return result.throughputPerSecond().ci95();
        }
        if (name.equals("errorCount")) {
            double started = operation
                    .flatMap(result::operation)
                    .map(o -> (double) o.counts().started())
                    .orElse((double) result.totals().started());
            return new Metric("errors", operation)
                    .interval95(result).stream().map(share -> share * started).toList();
        }
        return result.intervals95().getOrDefault(toString(), List.of());
    }

    /** Returns true if requests without an end make the value a lower bound. */
    boolean isLowerBound(RunResult result) {
        return isLatency()
                && response(result).filter(r -> r.atLeast().contains(name)).isPresent();
    }

    private OptionalDouble latency(LatencyResult response) {
        return response.count() == 0 && !response.infinite().contains(name)
                ? OptionalDouble.empty()
                : OptionalDouble.of(response.figureNanos(name));
    }

    /** Those that it is a figure of. Read, write and total are columns of the report, too. */
    private Optional<LatencyResult> response(RunResult result) {
        return operation
                .flatMap(result::operation)
                .map(OperationResult::response)
                .or(() -> intended(result, operation.orElse("total")));
    }

    /** Returns the latencies of all intended requests of a column; skipped ones are infinitely slow. */
    private static Optional<LatencyResult> intended(RunResult result, String column) {
        return result.combined(column).map(RunResult.CombinedResult::intendedResponse);
    }

    @Override
    public String toString() {
        return name + operation.map(o -> "(" + o + ")").orElse("");
    }
}
