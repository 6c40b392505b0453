package io.dbharness.experiment;

import io.dbharness.exec.StopSignal;
import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.WorkloadFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs an experiment, each run in a directory of its own: {@code run-001}, {@code run-002} and so on. A run whose result is there
 * already is read instead, so an experiment that was killed goes on where it ended. One thread.
 */
public final class ExperimentRunner {

    private final WorkloadFacts workload;
    private final Path directory;
    private final StopSignal stop;
    private final ResultCodec codec = new ResultCodec();

    /** Makes one run. */
    @FunctionalInterface
    public interface Once {

        /**
         * Runs a plan, leaves its files in the directory and returns its result.
         *
         * @param directory does not hold a result; may not exist
         */
        RunResult run(RunPlan plan, Path directory);
    }

    /** Follows an experiment, for a person who waits. */
    public interface Listener {

        /** A run begins; runs are counted from 1. */
        void starting(int run, RunPlan plan);

        /** The result of a run was there already. */
        void resumed(int run, RunResult result);

        /**
         * A run failed altogether; what it threw goes on from here.
         *
         * @param before the results of the runs before it, which are kept
         */
        default void failed(int run, List<RunResult> before) {}
    }

    /**
     * An experiment that has ended.
     *
     * @param results  of every run, in order
     * @param complete whether the experiment came to its own end; otherwise it was stopped or lost its target, and the last result may
     *     be that of the run that was cut short
     */
    public record Completion(List<RunResult> results, boolean complete) {
        public Completion {
            results = List.copyOf(results);
        }
    }

    /**
     * For experiments with one workload.
     *
     * @param workload  name and parameters: results of any other are refused
     * @param directory of the whole experiment
     * @param stop      ends the experiment after the run that hears of it
     */
    public ExperimentRunner(WorkloadFacts workload, Path directory, StopSignal stop) {
        this.workload = Objects.requireNonNull(workload, "workload");
        this.directory = Objects.requireNonNull(directory, "directory");
        this.stop = Objects.requireNonNull(stop, "stop");
    }

    /** Where the files of a run are; runs are counted from 1. */
    public Path directoryOf(int run) {
        return directory.resolve(String.format(Locale.ROOT, "run-%03d", run));
    }

    /**
     * Runs until the experiment or its user has had enough.
     *
     * @throws HarnessException when the directory holds a run that this experiment would not have made; whatever {@code once} throws
     *     passes through, and the runs before it are kept
     */
    public Completion run(Experiment experiment, Once once, Listener listener) {
        List<RunResult> results = new ArrayList<>();
        while (true) {
            Optional<RunPlan> next = experiment.next(List.copyOf(results));
            if (next.isEmpty() || stop.requested()) {
                return new Completion(results, next.isEmpty());
            }
            RunPlan plan = next.get();
            int run = results.size() + 1;
            Optional<RunResult> found = found(directoryOf(run), plan);
            if (found.isPresent()) {
                listener.resumed(run, found.get());
                results.add(found.get());
                continue;
            }
            listener.starting(run, plan);
            RunResult result;
            try {
                result = once.run(plan, directoryOf(run));
            } catch (RuntimeException e) {
                listener.failed(run, List.copyOf(results));
                throw e;
            }
            keep(result, directoryOf(run));
            results.add(result);
            if (result.cutShort()) {
                return new Completion(results, false);
            }
        }
    }

    /** The result of a run that was made before; what is left of one that did not end is put aside. */
    private Optional<RunResult> found(Path run, RunPlan plan) {
        if (!Files.exists(run)) {
            return Optional.empty();
        }
        if (Files.exists(run.resolve(ResultCodec.FILE))) {
            RunResult result = codec.read(run);
            ExperimentFiles.requireMade(result, workload, plan, run);
            if (!result.cutShort()) {
                return Optional.of(result);
            }
        }
        ExperimentFiles.putAside(run);
        return Optional.empty();
    }

    private void keep(RunResult result, Path run) {
        try {
            Files.createDirectories(run);
        } catch (IOException e) {
            throw new HarnessException("cannot create " + run + ": " + e.getMessage(), e);
        }
        if (!Files.exists(run.resolve(ResultCodec.FILE))) {
            codec.write(result, run);
        }
    }
}
