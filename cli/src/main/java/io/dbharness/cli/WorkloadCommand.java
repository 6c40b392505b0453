package io.dbharness.cli;

import io.dbharness.cli.watch.LiveServer;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.request.Catalog;
import io.dbharness.request.CommonOptions;
import io.dbharness.request.Options;
import io.dbharness.request.Phase;
import io.dbharness.request.Request;
import io.dbharness.request.Request.Output;
import io.dbharness.request.RunSpec;
import io.dbharness.request.SpecReader;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.ExperimentRecord;
import io.dbharness.run.Harness;
import io.dbharness.run.ResultFiles;
import io.dbharness.run.RunListener;
import io.dbharness.run.RunOutcome.Judgement;
import io.dbharness.run.UnwrittenResultException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs a workload command and prints its result, which is read back from the files. One thread.
 *
 * @param context  services of the process
 * @param machine  where it runs
 * @param problems collects the faults of the line
 * @param workload workload to run
 * @param part     part of the job
 */
record WorkloadCommand(
        WorkloadCommand.Context context, Machine machine, Problems problems, Workload<?> workload, Phase part) {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /**
     * The services of the process for a command.
     *
     * @param catalog      workloads, servers, targets
     * @param terminal     where to write
     * @param clock        for the run and its progress
     * @param tool         goes into the result
     * @param interruption handler of Ctrl-C
     */
    record Context(Catalog catalog, CommandOutput terminal, RunClock clock, Tool tool, ShutdownHook interruption) {

        /** A harness that Ctrl-C reaches; the caller closes it. */
        Harness harness(RunListener listener) {
            Harness harness = Harness.of(catalog, clock, tool, listener);
            interruption.preparing(harness::stop, harness::close);
            return harness;
        }

        /** The live page of a run, if it is asked for; says once where it is. */
        Live live(OptionalInt port, Path directory, String what) {
            if (port.isEmpty()) {
                return new Live(Optional.empty());
            }
            LiveServer server = LiveServer.open(port.getAsInt(), directory, what, clock);
            terminal.err().println("live page at " + server.url());
            return new Live(Optional.of(server));
        }

        /** Below {@code results}, by time. */
        Path freshDirectory(String name) {
            String stamped = STAMP.format(clock.wallTime()) + "-" + name.replace(' ', '-');
            Path directory = Path.of("results", stamped);
            for (int again = 2; Files.exists(directory); again++) {
                directory = Path.of("results", stamped + "-" + again);
            }
            return directory;
        }
    }

    /**
     * A live page, or none.
     *
     * @param server serves it
     */
    record Live(Optional<LiveServer> server) implements AutoCloseable {

        @Override
        public void close() {
            server.ifPresent(LiveServer::close);
        }
    }

    /** The commands that have an option: parts of this workload's job, and other workloads. */
    List<String> commandsWith(String option) {
        Stream<String> parts = Stream.of(Phase.values())
                .filter(other -> CommonOptions.of(workload.descriptor(), other, machine.processors()).stream()
                        .flatMap(group -> group.options().stream())
                        .anyMatch(parameter -> parameter.name().equals(option)))
                .map(other ->
                        "'" + workload.descriptor().name() + (other == Phase.ALL ? "" : " " + other.word()) + "'");
        Stream<String> others = context.catalog().workloads().stream()
                .map(Workload::descriptor)
                .filter(other -> other.parameters().stream()
                        .anyMatch(parameter -> parameter.name().equals(option)))
                .map(other -> "'" + other.name() + "'");
        return Stream.concat(parts, others).toList();
    }

    /** Notes what is wrong with the options. */
    void check(Options typed) {
        new SpecReader(workload, context.catalog(), machine).read(part, typed, problems);
    }

    /** Returns the exit code. */
    int run(Options typed) {
        // Before the reader, because drivers comment on addresses while they read them.
        Logging.start(typed.flag(CommonOptions.DEBUG));
        Request request = new SpecReader(workload, context.catalog(), machine).read(part, typed, problems);
        problems.throwIfAny();
        RunSpec spec = request.asksForPassword()
                ? request.spec().on(withPassword(request.spec().target()))
                : request.spec();
        context.interruption().install();
        Output output = request.output();
        Path directory = output.directory()
                .orElseGet(() -> context.freshDirectory(spec.workload().name()));
        // Closed last: the last page of a live server is the report.
        try (Live live = context.live(output.watchPort(), directory, title(spec));
                ProgressListeners watching = ProgressListeners.open(output, context, live.server());
                Harness harness = context.harness(watching.listener())) {
            return switch (request.part()) {
                case LOAD -> {
                    DataSetState there = harness.load(spec);
                    watching.listener()
                            .step((there.kind() == DataSetState.Kind.COMPLETE
                                            ? "the data are there: "
                                            : "this range is there, others are not: ")
                                    + there.detail());
                    yield ExitCode.OK;
                }
                case CHECK -> check(harness, spec, watching, output.quiet());
                case DROP -> {
                    boolean removed = harness.drop(spec);
                    watching.listener().step(removed ? "the data are gone" : "there is nothing to remove");
                    yield ExitCode.OK;
                }
                case ALL, RUN, TRY -> measure(harness, spec, directory, watching, output);
            };
        }
    }

    /** With a password that is asked for on the terminal. */
    static TargetSpec withPassword(TargetSpec target) {
        Secret password = CommandOutput.console()
                .map(console -> console.readPassword("Password: "))
                .map(typed -> Secret.of(new String(typed)))
                .orElseThrow(() -> new HarnessException("no password was typed"));
        return new TargetSpec(target.url(), target.user(), Optional.of(password), target.dataDir(), target.options());
    }

    private int check(Harness harness, RunSpec spec, ProgressListeners watching, boolean quiet) {
        List<Check> checks = harness.check(spec);
        watching.erase().run();
        if (!quiet) {
            checks.forEach(check -> context.terminal()
                    .out()
                    .println((check.passed() ? "passed  " : "FAILED  ") + check.name() + "  " + check.detail()));
        }
        return checks.stream().allMatch(Check::passed) ? ExitCode.OK : ExitCode.RUN_INVALID;
    }

    private static String title(RunSpec spec) {
        String url = spec.target().url();
        return spec.workload().name() + (url.isEmpty() ? "" : " on " + Secret.masked(url));
    }

    private int measure(Harness harness, RunSpec spec, Path directory, ProgressListeners watching, Output output) {
        if (spec.experiment().isSingle()) {
            Judgement judgement = run(harness, spec, directory, watching, output);
            return conclude(judgement, output, new ResultFiles(directory));
        }
        Judgement judgement;
        try {
            judgement = harness.experiment(spec, directory).judgement();
        } catch (RuntimeException e) {
            watching.erase().run();
            ExperimentDirectory part = new ExperimentDirectory(directory);
            // Runs before the one that failed are kept, and reported.
            if (!output.quiet()
                    && ExperimentRecord.isIn(directory)
                    && !part.results().isEmpty()) {
                new Summary(context.terminal(), output.verbose()).print(part, ConditionOutcomes.NONE, output.json());
            }
            throw e;
        }
        watching.erase().run();
        return conclude(judgement, output, new ExperimentDirectory(directory));
    }

    /** Runs the workload; measurements are printed even if they could not be written. */
    private Judgement run(Harness harness, RunSpec spec, Path directory, ProgressListeners watching, Output output) {
        try {
            Judgement judgement = harness.run(spec, directory).judgement();
            watching.erase().run();
            return judgement;
        } catch (UnwrittenResultException e) {
            watching.erase().run();
            if (!output.quiet()) {
                new Summary(context.terminal(), output.verbose()).print(e.result());
            }
            throw e;
        }
    }

    private int conclude(Judgement judgement, Output output, ResultFiles files) {
        RunResult result = files.read();
        say(
                output,
                files::json,
                judgement,
                summary -> summary.print(result, files.report(), judgement.conditions(), output.json()));
        return exitCode(ExitCode.of(result), judgement);
    }

    private int conclude(Judgement judgement, Output output, ExperimentDirectory files) {
        say(output, files::json, judgement, summary -> summary.print(files, judgement.conditions(), output.json()));
        return exitCode(ExitCode.of(files), judgement);
    }

    private void say(Output output, Supplier<String> json, Judgement judgement, Consumer<Summary> report) {
        Summary summary = new Summary(context.terminal(), output.verbose());
        if (output.json()) {
            summary.json(json.get());
        }
        if (!output.quiet()) {
            report.accept(summary);
            summary.warn(judgement);
        }
    }

    private int exitCode(int ofRuns, Judgement judgement) {
        return context.interruption().requested()
                ? ExitCode.INTERRUPTED
                : ExitCode.worst(ofRuns, ExitCode.of(judgement));
    }
}
