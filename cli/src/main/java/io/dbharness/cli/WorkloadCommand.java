package io.dbharness.cli;

import io.dbharness.cli.option.RunSettings;
import io.dbharness.experiment.LoadPolicy;
import io.dbharness.experiment.RunListener;
import io.dbharness.experiment.RunRequest;
import io.dbharness.experiment.Runner;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.target.RunningServer;
import io.dbharness.target.Secret;
import io.dbharness.target.ServerProvider;
import io.dbharness.target.Session;
import io.dbharness.target.Target;
import io.dbharness.target.TargetSpec;
import io.dbharness.target.simulated.SimulatedTarget;
import io.dbharness.time.RunClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Rehearsal;
import io.dbharness.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs a workload as asked: server, target, data, load, files, summary. One thread. */
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

    private record Job<S extends Session>(Workload<S> workload, RunSettings settings, Watching watching) {

        RunListener listener() {
            return watching.listener();
        }
    }

    WorkloadCommand(Context context) {
        this.context = context;
    }

    /** Returns the exit code. */
    <S extends Session> int run(Workload<S> workload, RunSettings settings) {
        TargetSpec spec = settings.asksForPassword() ? askForPassword(settings.target()) : settings.target();
        Optional<ServerProvider> provider = context.services().server(spec.url());
        context.interruption().install();
        try (Watching watching = Watching.open(settings.output(), context)) {
            Job<S> job = new Job<>(workload, settings, watching);
            if (provider.isEmpty()) {
                return runOn(open(spec, workload, settings), job);
            }
            job.listener().step("starting " + spec.url());
            try (RunningServer server = provider.get().start(serverSpec(spec, settings))) {
                context.interruption().stopLater(server);
                return runOn(open(clientSpec(server, spec), workload, settings), job);
            }
        }
    }

    private <S extends Session> int runOn(Meeting<S> meeting, Job<?> job) {
        RunSettings settings = job.settings();
        Path directory = settings.output().directory().orElseGet(() -> freshDirectory(job.workload()));
        try (Target<S> target = meeting.target()) {
            BoundWorkload<S> bound = meeting.bind().get();
            RunRequest<S> request = new RunRequest<>(
                    job.workload().descriptor().name(),
                    settings.parameters(),
                    bound,
                    target,
                    settings.load().plan(bound),
                    directory,
                    context.interruption().stop());
            Runner runner = new Runner(context.clock(), context.tool());
            runner.prepare(request, settings.policy(), settings.loaders(), job.listener());
            if (settings.policy() == LoadPolicy.ONLY) {
                job.listener().step("the data are there");
                return ExitCode.OK;
            }
            runner.run(request, job.listener());
        }
        job.watching().clear();
        return conclude(settings.output(), new ResultFiles(directory));
    }

    /** Everything printed is read back from the files. */
    private int conclude(RunSettings.Output output, ResultFiles files) {
        files.writeDerived();
        RunResult result = files.read();
        if (output.json()) {
            context.terminal().out().print(files.json());
        }
        if (!output.quiet()) {
            new Summary(context.terminal()).print(result, files.report(), output.json());
        }
        return context.interruption().requested() ? ExitCode.INTERRUPTED : ExitCode.of(result);
    }

    /** A target and how a workload is bound to it. */
    private record Meeting<S extends Session>(Target<S> target, Supplier<BoundWorkload<S>> bind) {}

    // Safe: the kinds of session are compared first.
    @SuppressWarnings("unchecked")
    private <S extends Session> Meeting<?> open(TargetSpec spec, Workload<S> workload, RunSettings settings) {
        Target<?> target = context.services().target(spec.url()).open(spec);
        if (target instanceof SimulatedTarget simulated) {
            return new Meeting<>(simulated, () -> new Rehearsal(workload.rehearse(settings.parameters())));
        }
        if (!workload.sessionType().isAssignableFrom(target.sessionType())) {
            target.close();
            throw new UsageException(
                    List.of("the workload " + workload.descriptor().name()
                            + " cannot talk to this kind of --target; its own is "
                            + workload.descriptor().defaultTarget()));
        }
        Target<S> fitting = (Target<S>) target;
        return new Meeting<>(fitting, () -> workload.bind(fitting, settings.parameters()));
    }

    /** The server is told how many sessions will come, whatever they come for. */
    private static TargetSpec serverSpec(TargetSpec spec, RunSettings settings) {
        int connections = Math.max(settings.load().connectionLimit(), settings.loaders());
        return new TargetSpec(
                spec.url(),
                Optional.empty(),
                Optional.empty(),
                spec.dataDir(),
                Map.of("connections", Integer.toString(connections)));
    }

    private static TargetSpec clientSpec(RunningServer server, TargetSpec asked) {
        Map<String, String> options = new HashMap<>(asked.options());
        try {
            long usable = Files.getFileStore(server.dataDirectory()).getUsableSpace();
            options.put("usableBytes", Long.toString(usable));
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot find out how much space is left at " + server.dataDirectory() + ": " + e.getMessage(), e);
        }
        TargetSpec address = server.address();
        return new TargetSpec(address.url(), address.user(), address.password(), Optional.empty(), options);
    }

    private static TargetSpec askForPassword(TargetSpec spec) {
        Secret password = Terminal.console()
                .map(console -> console.readPassword("Password: "))
                .map(typed -> Secret.of(new String(typed)))
                .orElseThrow(() -> new HarnessException("no password was typed"));
        return new TargetSpec(spec.url(), spec.user(), Optional.of(password), spec.dataDir(), spec.options());
    }

    private Path freshDirectory(Workload<?> workload) {
        String name = STAMP.format(context.clock().wallTime()) + "-"
                + workload.descriptor().name();
        Path directory = Path.of("results", name);
        for (int again = 2; Files.exists(directory); again++) {
            directory = Path.of("results", name + "-" + again);
        }
        return directory;
    }
}
