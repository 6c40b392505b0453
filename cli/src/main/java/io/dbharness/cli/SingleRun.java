package io.dbharness.cli;

import io.dbharness.cli.option.RunSettings;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.RunResult;
import java.nio.file.Path;
import java.util.Map;

/** One run and what is said of it. One thread. */
record SingleRun(WorkloadCommand.Context context) {

    /** Returns the exit code. */
    int run(Workbench<?> bench, RunPlan plan, Path directory) {
        bench.run(plan, directory);
        bench.tools().watching().clear();
        return conclude(bench.settings(), new ResultFiles(directory));
    }

    /** Everything printed is read back from the files. */
    private int conclude(RunSettings settings, ResultFiles files) {
        RunResult result = files.read();
        Judgement judgement =
                Judgement.write(settings.judging(), Map.of(result.workload().name(), result), files.directory());
        if (settings.output().json()) {
            context.terminal().out().print(files.json());
        }
        if (!settings.output().quiet()) {
            Summary summary = new Summary(context.terminal());
            summary.print(result, files.report(), settings.output().json());
            summary.print(judgement, settings.output().json());
        }
        return context.interruption().requested()
                ? ExitCode.INTERRUPTED
                : ExitCode.worst(ExitCode.of(result), judgement.exitCode());
    }
}
