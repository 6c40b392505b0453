package io.dbharness.cli.progress;

import io.dbharness.cli.progress.IntervalSum.Moment;
import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.report.TextReport;
import io.dbharness.result.RateError;
import io.dbharness.run.RunListener;
import io.dbharness.sut.Secret;
import io.dbharness.time.RunClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Progress for a terminal: steps stay, and beneath them one line overwrites itself. {@link #advance} is thread-safe, the rest one
 * thread.
 */
public final class LiveLine implements RunListener, AutoCloseable {

    /** Often enough to look alive. */
    private static final Duration EVERY = Duration.ofMillis(200);

    private static final String ERASE = "\r\u001b[K";
    private static final int BAR = 10;
    private static final int MINUTE = 60;

    private final PrintStream out;
    private final int columns;
    private final WorkMeter work;
    private @Nullable RunWindows windows;
    private long failed;
    private String label = "";
    private String precision = "";

    /** @param columns of the terminal; what does not fit is left out, because a wrapped line cannot be overwritten */
    public LiveLine(PrintStream out, int columns, RunClock clock) {
        this.out = out;
        this.columns = columns;
        this.work = new WorkMeter(clock, EVERY);
    }

    /** Which run of several this is, for example {@code 3/7}; printed first in the line. */
    @Override
    public synchronized void label(String run) {
        label = "run " + run;
    }

    @Override
    public synchronized void step(String description) {
        out.println(ERASE + TextReport.visible(Secret.masked(description)));
        out.flush();
    }

    @Override
    public void advance(String phase, long done, long total, String unit) {
        work.advance(phase, done, total).ifPresent(s -> {
            String left = s.secondsLeft().map(LiveLine::time).orElse("--:--");
            draw(List.of(
                    phase + " " + bar(s.done(), s.total()),
                    s.done() + "/" + s.total() + " " + unit,
                    text("%.0f %s/s", s.perSecond(), unit),
                    left + " left"));
        });
    }

    @Override
    public void begin(RunWindows begun) {
        windows = begun;
        failed = 0;
        precision = "";
    }

    @Override
    public void precision(RateError error, Precision asked) {
        precision = text("error %.1f %% of %.1f %%", 100 * error.error(), 100 * asked.error());
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        if (windows == null) {
            throw new IllegalStateException("an interval before the run began");
        }
        IntervalSum last = new IntervalSum();
        last.add(snapshot);
        failed += last.failed();
        Moment moment = Moment.of(windows, snapshot);
        if (moment.phase() == Phase.DRAIN) {
            return;
        }
        List<String> fields = new ArrayList<>();
        fields.add(moment.phase().tag() + " " + bar(moment.elapsed(), moment.length()) + " "
                + time(moment.elapsed() / 1e9) + "/" + time(moment.length() / 1e9));
        fields.add(text("%.0f op/s", last.perSecond()));
        if (!precision.isEmpty()) {
            fields.add(precision);
        }
        fields.add(text("p50 %s p99 %s ms", last.millis(0.5, 2), last.millis(0.99, 2)));
        fields.add(failed + " failed");
        fields.add(snapshot.inFlight() + " in flight");
        if (snapshot.backlog() > 0) {
            fields.add("backlog " + snapshot.backlog());
        }
        draw(fields);
    }

    /** Removes the line. */
    @Override
    public synchronized void close() {
        out.print(ERASE);
        out.flush();
    }

    /** As many fields as the line has room for. */
    private synchronized void draw(List<String> fields) {
        StringBuilder line = new StringBuilder(label);
        for (String field : fields) {
            String gap = line.isEmpty() ? "" : "  ";
            if (line.length() + gap.length() + field.length() >= columns) {
                break;
            }
            line.append(gap).append(field);
        }
        out.print(ERASE + line);
        out.flush();
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String bar(long done, long total) {
        int full = total <= 0 ? BAR : (int) Math.max(0, Math.min(BAR, BAR * (double) done / total));
        return "[" + "#".repeat(full) + "-".repeat(BAR - full) + "]";
    }

    private static String time(double seconds) {
        long whole = Math.round(seconds);
        return String.format(Locale.ROOT, "%02d:%02d", whole / MINUTE, whole % MINUTE);
    }
}
