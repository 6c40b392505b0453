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
import java.util.function.Consumer;

/** Everyone who follows a run: the terminal or the log, the metrics, and the one who handles Ctrl-C. One thread. */
final class Watching implements AutoCloseable {

    private final RunListener listener;
    private final Consumer<String> label;
    private final Runnable clear;
    private final Runnable close;

    private Watching(RunListener listener, Consumer<String> label, Runnable clear, Runnable close) {
        this.listener = listener;
        this.label = label;
        this.clear = clear;
        this.close = close;
    }

    static Watching open(RunSettings.Output output, WorkloadCommand.Context context) {
        Terminal terminal = context.terminal();
        List<RunListener> all = new ArrayList<>(List.of(new BeginsToMeasure(context.interruption())));
        Consumer<String> label = text -> {};
        Runnable clear = () -> {};
        Runnable close = () -> {};
        if (!output.quiet() && terminal.live()) {
            LiveLine line = new LiveLine(terminal.err(), terminal.columns(), context.clock());
            all.add(line);
            label = line::label;
            clear = line::close;
        } else if (!output.quiet()) {
            LogLines lines = new LogLines(terminal.err(), context.clock());
            all.add(lines);
            label = lines::label;
        }
        if (output.metricsPort().isPresent()) {
            MetricsEndpoint metrics = MetricsEndpoint.open(output.metricsPort().getAsInt());
            close = metrics::close;
            new Listeners(all).step("metrics at " + metrics.url());
            all.add(metrics.listener());
        }
        return new Watching(new Listeners(all), label, clear, close);
    }

    RunListener listener() {
        return listener;
    }

    /** What all progress from now on is about, for example {@code 3/7}. */
    void label(String run) {
        label.accept(run);
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
