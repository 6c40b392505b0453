package io.dbharness.cli.progress;

import io.dbharness.cli.progress.IntervalSum.Moment;
import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.result.RateError;
import io.dbharness.run.RunListener;
import io.dbharness.time.RunClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Progress for logs: one line of {@code key=value} pairs every ten seconds, and one for each step. Keys are stable. {@link #advance} is
 * thread-safe, the rest one thread.
 */
public final class LogLines implements RunListener {

    private static final Duration EVERY = Duration.ofSeconds(10);
    /** Intervals end a moment after their boundary; ten of them must not become eleven. */
    private static final double SLACK_SECONDS = 0.5;

    private final PrintStream out;
    private final WorkMeter work;
    private IntervalSum sum = new IntervalSum();
    private @Nullable RunWindows windows;
    private Phase phase = Phase.WARM_UP;
    private volatile String label = "";
    private String precision = "";

    public LogLines(PrintStream out, RunClock clock) {
        this.out = out;
        this.work = new WorkMeter(clock, EVERY);
    }

    /** Which run of several this is, for example {@code 3/7}; printed first in each line. */
    @Override
    public void label(String run) {
        label = "run=" + run + " ";
    }

    @Override
    public void step(String description) {
        print("step=\"%s\"", description.replace('"', '\''));
    }

    @Override
    public void advance(String name, long done, long total, String unit) {
        work.advance(name, done, total)
                .ifPresent(s -> print(
                        "phase=%s elapsed=%.0fs done=%d of=%d unit=%s per_s=%.0f eta=%s",
                        s.phase(),
                        s.elapsed(),
                        s.done(),
                        s.total(),
                        unit,
                        s.perSecond(),
                        s.secondsLeft()
                                .map(left -> String.format(Locale.ROOT, "%.0fs", left))
                                .orElse("unknown")));
    }

    @Override
    public void begin(RunWindows begun) {
        windows = begun;
        phase = Phase.WARM_UP;
        sum = new IntervalSum();
        precision = "";
    }

    @Override
    public void precision(RateError error, Precision asked) {
        precision = String.format(Locale.ROOT, " std_error=%.4f of=%.4f", error.error(), asked.error());
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        if (windows == null) {
            throw new IllegalStateException("an interval before the run began");
        }
        Moment moment = Moment.of(windows, snapshot);
        if (moment.phase() == Phase.DRAIN) {
            return;
        }
        if (moment.phase() != phase) {
            sum = new IntervalSum();
            phase = moment.phase();
        }
        sum.add(snapshot);
        if (sum.seconds() >= EVERY.toSeconds() - SLACK_SECONDS || moment.over()) {
            print(
                    "phase=%s elapsed=%.0fs of=%.0fs ops_per_s=%.1f p50_ms=%s p99_ms=%s errors=%d in_flight=%d backlog=%d%s",
                    phase.tag(),
                    moment.elapsed() / 1e9,
                    moment.length() / 1e9,
                    sum.perSecond(),
                    sum.millis(0.5, 3),
                    sum.millis(0.99, 3),
                    sum.failed(),
                    snapshot.inFlight(),
                    snapshot.backlog(),
                    precision);
            sum = new IntervalSum();
        }
    }

    private void print(String format, Object... values) {
        out.println(label + String.format(Locale.ROOT, format, values));
    }
}
