package io.dbharness.cli;

import io.dbharness.cli.option.RunSettings;
import io.dbharness.experiment.ExperimentRunner;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.RunResult;
import java.nio.file.Path;

/** Several runs, one after the other, and what is said of them together. One thread. */
record ExperimentRun(WorkloadCommand.Context context) {

    /** Runs and says what came of it. Returns the exit code. */
    int run(Workbench<?> bench, RunPlan plan, Path directory) {
        try {
            make(bench, plan, directory);
        } catch (RuntimeException e) {
            // Those before it are kept, and reported.
            if (ExperimentRecord.isIn(directory)) {
                reportPart(bench.settings(), new ExperimentDirectory(directory));
            }
            throw e;
        }
        return conclude(bench.settings(), new ExperimentDirectory(directory));
    }

    /** Runs, prints nothing, and leaves the report in the directory, also of a part. Whether it came to its own end. */
    boolean make(Workbench<?> bench, RunPlan plan, Path directory) {
        ExperimentRecord record = ExperimentRecord.of(bench, plan);
        ExperimentRunner runner = new ExperimentRunner(
                bench.facts(), directory, context.interruption().stop());
        Follower follower = new Follower(bench.tools().watching(), record, directory);
        try {
            boolean complete = runner.run(bench.settings().experiment().experiment(plan), bench::run, follower)
                    .complete();
            record.write(directory);
            return complete;
        } finally {
            bench.tools().watching().clear();
            if (ExperimentRecord.isIn(directory)) {
                new ExperimentDirectory(directory).writeDerived();
            }
        }
    }

    private void reportPart(RunSettings settings, ExperimentDirectory files) {
        if (!settings.output().quiet() && !files.results().isEmpty()) {
            new Summary(context.terminal()).print(files, settings.output().json());
        }
    }

    /** Everything printed is read back from the files. */
    private int conclude(RunSettings settings, ExperimentDirectory files) {
        Judgement judgement = Judgement.write(settings.judging(), files.telling(), files.directory());
        if (settings.output().json()) {
            context.terminal().out().print(files.json());
        }
        if (!settings.output().quiet()) {
            Summary summary = new Summary(context.terminal());
            summary.print(files, settings.output().json());
            summary.print(judgement, settings.output().json());
        }
        return context.interruption().requested()
                ? ExitCode.INTERRUPTED
                : ExitCode.worst(files.exitCode(), judgement.exitCode());
    }

    /** Says which run of how many it is. */
    private record Follower(Watching watching, ExperimentRecord record, Path directory)
            implements ExperimentRunner.Listener {

        @Override
        public void starting(int run, RunPlan plan) {
            // Not earlier: a directory that holds another experiment is left as it is.
            record.write(directory);
            watching.label(number(run));
            watching.listener().step("run " + ExperimentRecord.run(run, plan.factors()));
        }

        @Override
        public void resumed(int run, RunResult result) {
            watching.label(number(run));
            watching.listener()
                    .step("run " + ExperimentRecord.run(run, result.plan().factors()) + " is there already");
        }

        /** Of how many, unless that shows only on the way. */
        private String number(int run) {
            return record.searches().isEmpty() ? run + "/" + record.planned().size() : Integer.toString(run);
        }
    }
}
