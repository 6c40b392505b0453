package io.dbharness.cli;

import io.dbharness.cli.metrics.MetricsEndpoint;
import io.dbharness.cli.option.RunSettings;
import io.dbharness.cli.progress.Listeners;
import io.dbharness.cli.progress.LiveLine;
import io.dbharness.cli.progress.LogLines;
import io.dbharness.experiment.RunListener;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;
import java.util.ArrayList;
import java.util.List;

/** Everyone who follows a run: the terminal or the log, the metrics, and the one who handles Ctrl-C. One thread. */
final class Watching implements AutoCloseable {

    private final RunListener listener;
    private final Runnable clear;
    private final Runnable close;

    private Watching(RunListener listener, Runnable clear, Runnable close) {
        this.listener = listener;
        this.clear = clear;
        this.close = close;
    }

    static Watching open(RunSettings.Output output, WorkloadCommand.Context context) {
        Terminal terminal = context.terminal();
        List<RunListener> all = new ArrayList<>(List.of(new BeginsToMeasure(context.interruption())));
        Runnable clear = () -> {};
        Runnable close = () -> {};
        if (!output.quiet() && terminal.live()) {
            LiveLine line = new LiveLine(terminal.err(), terminal.columns(), context.clock());
            all.add(line);
            clear = line::close;
        } else if (!output.quiet()) {
            all.add(new LogLines(terminal.err(), context.clock()));
        }
        if (output.metricsPort().isPresent()) {
            MetricsEndpoint metrics = MetricsEndpoint.open(output.metricsPort().getAsInt());
            close = metrics::close;
            new Listeners(all).step("metrics at " + metrics.url());
            all.add(metrics.listener());
        }
        return new Watching(new Listeners(all), clear, close);
    }

    RunListener listener() {
        return listener;
    }

    /** Makes room on the terminal for something that stays. */
    void clear() {
        clear.run();
    }

    @Override
    public void close() {
        clear();
        close.run();
    }

    /** From the first request on there is something to keep. */
    private record BeginsToMeasure(Interruption interruption) implements RunListener {

        @Override
        public void begin(RunWindows windows) {
            interruption.measuring();
        }

        @Override
        public void step(String description) {}

        @Override
        public void advance(String phase, long done, long total, String unit) {}

        @Override
        public void interval(IntervalSnapshot snapshot) {}
    }
}
