package io.dbharness.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dbharness.load.ClosedLoop;
import io.dbharness.load.OpenArrivals;
import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Precision;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The load of a run as data: with the users, connections, seed and attempts of {@link RunResult.PlanFacts}, all that is needed to send it
 * again. Times are those that were planned.
 *
 * @param model              {@code closed} or {@code open}
 * @param thinkTime          of a closed loop, {@code none} for none; empty for an open load
 * @param rate               of an open load, one segment after the other; the last rate holds to the end
 * @param arrival            of an open load: {@code uniform} or {@code poisson}; empty for a closed loop
 * @param late               of an open load: {@code queue} or {@code skip}; empty for a closed loop
 * @param warmUpSeconds      before the measurement
 * @param measurementSeconds at most
 * @param drainSeconds       how long requests that still ran were awaited
 * @param intervalSeconds    how often figures were taken
 * @param until              requests after which the measurement was to end; null if only time was to end it
 * @param untilError         standard error of the mean rate, as a share, below which the measurement was to end; null if it was not
 * @param untilSamples       intervals before that counted; null where {@code untilError} is
 * @param requestTimeoutSeconds     how long one attempt at a request could take; null in results of versions without such a limit
 * @param retry              what became of requests that failed for a reason that may pass
 */
@Internal
public record LoadFacts(
        String model,
        String thinkTime,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<Segment> rate,
        String arrival,
        String late,
        double warmUpSeconds,
        double measurementSeconds,
        double drainSeconds,
        double intervalSeconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long until,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double untilError,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer untilSamples,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double requestTimeoutSeconds,
        Retry retry) {

    public LoadFacts {
        rate = List.copyOf(rate);
    }

    /** When requests are due, with the components of {@link LoadFacts}. */
    public record Shape(String model, String thinkTime, List<Segment> rate, String arrival, String late) {}

    /** The planned times in seconds, with the components of {@link LoadFacts}. */
    public record Times(double warmUp, double measurement, double drain, double interval) {}

    /** What else than time ends the measurement, with the components of {@link LoadFacts}. */
    public record End(
            @Nullable Long until,
            @Nullable Double untilError,
            @Nullable Integer untilSamples) {}

    public static LoadFacts of(Shape shape, Times times, End end, @Nullable Double requestTimeoutSeconds, Retry retry) {
        return new LoadFacts(
                shape.model,
                shape.thinkTime,
                shape.rate,
                shape.arrival,
                shape.late,
                times.warmUp,
                times.measurement,
                times.drain,
                times.interval,
                end.until,
                end.untilError,
                end.untilSamples,
                requestTimeoutSeconds,
                retry);
    }

    /**
     * A straight line.
     *
     * @param fromPerSecond arrivals a second at its start
     * @param toPerSecond   arrivals a second at its end
     * @param seconds       its length; 0 for a rate that never changes
     */
    public record Segment(double fromPerSecond, double toPerSecond, double seconds) {}

    /**
     * When a failed request was tried again.
     *
     * @param maxAttempts         attempts in all
     * @param firstBackOffSeconds mean wait before the second; doubles from there
     * @param maxBackOffSeconds   longest mean wait
     */
    public record Retry(int maxAttempts, double firstBackOffSeconds, double maxBackOffSeconds) {}

    /** Returns true unless an open load asked for a rate that changes. */
    @JsonIgnore
    boolean isOneRate() {
        return rate.stream()
                .allMatch(s -> s.toPerSecond() == rate.get(0).toPerSecond()
                        && (s.seconds() == 0 || s.fromPerSecond() == s.toPerSecond()));
    }

    static LoadFacts of(RunPlan plan) {
        OpenArrivals open = plan.load() instanceof OpenArrivals arrivals ? arrivals : null;
        List<Segment> rate = open == null
                ? List.of()
                : open.rate().segments().stream()
                        .map(s -> new Segment(s.from(), s.to(), seconds(s.over())))
                        .toList();
        return of(
                new Shape(
                        open == null ? "closed" : "open",
                        plan.load() instanceof ClosedLoop closed
                                ? closed.thinkTime().toString()
                                : "",
                        rate,
                        open == null ? "" : open.spacing().name().toLowerCase(Locale.ROOT),
                        open == null ? "" : open.late().name().toLowerCase(Locale.ROOT)),
                new Times(
                        seconds(plan.timeline().warmUp()),
                        seconds(plan.timeline().measurement()),
                        seconds(plan.timeline().drain()),
                        seconds(plan.interval())),
                new End(
                        plan.limits().count().isPresent()
                                ? plan.limits().count().getAsLong()
                                : null,
                        plan.limits().precision().map(Precision::error).orElse(null),
                        plan.limits().precision().map(Precision::atLeast).orElse(null)),
                seconds(plan.limits().request()),
                new Retry(
                        plan.retry().maxAttempts(),
                        seconds(plan.retry().firstBackOff()),
                        seconds(plan.retry().maxBackOff())));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
