package io.dbharness.cli;

import io.dbharness.cli.Workbench.Tools;
import io.dbharness.cli.option.RunSettings;
import io.dbharness.experiment.Runner;
import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.target.RunningServer;
import io.dbharness.target.ServerProvider;
import io.dbharness.target.Session;
import io.dbharness.target.Target;
import io.dbharness.target.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Runs a workload as asked: server, target, data, one run or several, files, summary. One thread. */
final class WorkloadCommand {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Context context;

    /**
     * What a run needs of the process it is in.
     *
     * @param services     workloads, servers, targets
     * @param terminal     where to write
     * @param clock        for the run and its progress
     * @param tool         goes into the result
     * @param interruption what Ctrl-C does
     */
    record Context(Services services, Terminal terminal, RunClock clock, Tool tool, Interruption interruption) {}

    /** What is done with a workload that is ready. */
    @FunctionalInterface
    interface Measuring {

        /** Returns the exit code. */
        int measure(Workbench<?> bench, RunPlan plan, Path directory);
    }

    private record Job(String name, RunSettings settings, Watching watching, Measuring measuring) {}

    WorkloadCommand(Context context) {
        this.context = context;
    }

    /** Measures as the settings say, once or several times. Returns the exit code. */
    <S extends Session> int run(Workload<S> workload, RunSettings settings) {
        return run(
                workload,
                settings,
                settings.experiment().isSingle() ? new SingleRun(context)::run : new ExperimentRun(context)::run);
    }

    /** Returns the exit code. */
    <S extends Session> int run(Workload<S> workload, RunSettings settings, Measuring measuring) {
        TargetSpec spec = Specs.asked(settings);
        Optional<ServerProvider> provider = context.services().server(spec.url());
        context.interruption().install();
        context.interruption().preparing();
        try (Watching watching = Watching.open(settings.output(), context)) {
            Job job = new Job(workload.descriptor().name(), settings, watching, measuring);
            if (provider.isEmpty()) {
                return runOn(Meeting.of(context.services(), spec, workload, settings), job);
            }
            watching.listener().step("starting " + spec.url());
            try (RunningServer server = provider.get().start(Specs.server(spec, settings))) {
                context.interruption().stopLater(server);
                return runOn(
                        server, Meeting.of(context.services(), Specs.client(server, spec), workload, settings), job);
            }
        }
    }

    /** A server that breaks down takes its sessions with it, and these cannot say why. */
    private <S extends Session> int runOn(RunningServer server, Meeting<S> meeting, Job job) {
        try {
            return runOn(meeting, job);
        } catch (HarnessException e) {
            server.lastWords().ifPresent(words -> context.terminal().err().println("server: " + words));
            throw e;
        }
    }

    private <S extends Session> int runOn(Meeting<S> meeting, Job job) {
        Path directory = job.settings().output().directory().orElseGet(() -> freshDirectory(job.name()));
        try (Target<S> target = meeting.target()) {
            Tools tools = new Tools(
                    new Runner(context.clock(), context.tool()),
                    job.watching(),
                    context.interruption().stop(),
                    HostFigures.of(job.settings().collecting(), meeting.where(), context.clock()));
            Workbench<S> bench = new Workbench<>(
                    job.name(), job.settings(), target, meeting.bind().get(), tools);
            RunPlan plan = bench.plan();
            if (!job.settings().part().measures()) {
                return new DataCommand<>(bench, context.terminal()).run(plan, directory);
            }
            bench.prepare(plan, directory);
            return job.measuring().measure(bench, plan, directory);
        }
    }

    private Path freshDirectory(String workload) {
        String name = STAMP.format(context.clock().wallTime()) + "-" + workload.replace(' ', '-');
        Path directory = Path.of("results", name);
        for (int again = 2; Files.exists(directory); again++) {
            directory = Path.of("results", name + "-" + again);
        }
        return directory;
    }
}
