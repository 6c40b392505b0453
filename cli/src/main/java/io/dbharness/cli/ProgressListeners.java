package io.dbharness.cli;

import io.dbharness.cli.metrics.MetricsEndpoint;
import io.dbharness.cli.progress.LiveLine;
import io.dbharness.cli.progress.LogLines;
import io.dbharness.cli.watch.LiveServer;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.request.Request;
import io.dbharness.result.RateError;
import io.dbharness.run.RunListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The listeners of a run: the terminal or the log, the metrics, and the handler of Ctrl-C. One thread.
 *
 * @param listener all of them
 * @param erase    clears the live line for permanent output
 * @param stop     ends the metrics
 */
record ProgressListeners(RunListener listener, Runnable erase, Runnable stop) implements AutoCloseable {

    /**
     * Begins to follow.
     *
     * @param live the live page, if there is one; the caller closes it
     */
    static ProgressListeners open(Request.Output output, WorkloadCommand.Context context, Optional<LiveServer> live) {
        CommandOutput terminal = context.terminal();
        List<RunListener> all = new ArrayList<>(List.of(new BeginsToMeasure(context.interruption())));
        Runnable erase = () -> {};
        Runnable stop = () -> {};
        if (!output.quiet() && terminal.live()) {
            LiveLine line = new LiveLine(terminal.rawErr(), terminal.columns(), context.clock());
            all.add(line);
            erase = line::close;
        } else if (!output.quiet()) {
            all.add(new LogLines(terminal.err(), context.clock()));
        }
        if (output.metricsPort().isPresent()) {
            MetricsEndpoint metrics = MetricsEndpoint.open(output.metricsPort().getAsInt());
            stop = metrics::close;
            new Listeners(all).step("metrics at " + metrics.url());
            all.add(metrics.listener());
        }
        live.map(LiveServer::listener).ifPresent(all::add);
        return new ProgressListeners(new Listeners(all), erase, stop);
    }

    @Override
    public void close() {
        erase.run();
        stop.run();
    }

    /** From the first request on there is something to keep. */
    private record BeginsToMeasure(ShutdownHook interruption) implements RunListener {

        @Override
        public void begin(RunWindows windows) {
            interruption.measuring();
        }
    }

    /**
     * Combines any number of listeners.
     *
     * @param all called in this order
     */
    private record Listeners(List<RunListener> all) implements RunListener {

        Listeners {
            all = List.copyOf(all);
        }

        @Override
        public void label(String run) {
            all.forEach(listener -> listener.label(run));
        }

        @Override
        public void step(String description) {
            all.forEach(listener -> listener.step(description));
        }

        @Override
        public void precision(RateError error, Precision asked) {
            all.forEach(listener -> listener.precision(error, asked));
        }

        @Override
        public void advance(String phase, long done, long total, String unit) {
            all.forEach(listener -> listener.advance(phase, done, total, unit));
        }

        @Override
        public void begin(RunWindows windows) {
            all.forEach(listener -> listener.begin(windows));
        }

        @Override
        public void interval(IntervalSnapshot snapshot) {
            all.forEach(listener -> listener.interval(snapshot));
        }
    }
}
