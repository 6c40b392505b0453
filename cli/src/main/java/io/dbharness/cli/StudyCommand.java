package io.dbharness.cli;

import io.dbharness.cli.WorkloadCommand.Live;
import io.dbharness.cli.watch.LiveServer;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provision.Provisioner;
import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.request.CommonOptions;
import io.dbharness.request.Request;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.run.Harness;
import io.dbharness.study.ClaimCheck;
import io.dbharness.study.ClaimCheck.Finding;
import io.dbharness.study.file.ExperimentFile;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.study.run.StudyDirectory;
import io.dbharness.study.run.StudyDirectory.StudyRecord;
import io.dbharness.study.run.StudyFile;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The commands on a study file.
 *
 * @param context  services for runs
 * @param machine  where they run
 * @param problems collects the faults of the line and of the file
 */
record StudyCommand(WorkloadCommand.Context context, Machine machine, Problems problems) {

    private static final String USAGE = CommandTree.JAVA + "experiment ";
    private static final int LAST = 99;
    private static final String FILE_AND_OPTIONS = " FILE [OPTIONS]";

    /** Options of all study commands. */
    static final class What {

        @Parameters(paramLabel = "FILE", description = "experiment file, such as experiments/iometer-sweep.yaml")
        private Path file = Path.of("");

        @Option(
                names = "--profile",
                paramLabel = "NAME",
                description = "profile of the file: smoke, local, own, azure, article, sound")
        private Optional<String> profile = Optional.empty();

        @Option(
                names = "--targets",
                paramLabel = "FILE",
                description =
                        "a file with the options of each subject, such as premium: {target: \"jdbc:...\", user: NAME,"
                                + " password: \"env:NAME\"}")
        private Optional<Path> targets = Optional.empty();

        @Option(
                names = "--without",
                paramLabel = "NAME",
                split = ",",
                description = "leave out a subject, workload or family, or all retired subjects: --without retired")
        private List<String> without = List.of();

        @Option(
                names = "--set",
                paramLabel = "KEY=VALUE",
                description =
                        "change a value of the file, such as subjects.premium.options.target=jdbc:...; may be repeated")
        private List<String> sets = List.of();

        @Option(
                names = "--prices",
                paramLabel = "FILE|retail",
                description = "source of prices, in place of the one in the provisioning file")
        private Optional<String> prices = Optional.empty();

        @Option(names = "--debug", order = LAST, description = CommonOptions.DEBUG_HELP)
        private boolean debug;

        private Reading reading() {
            return new Reading(profile, targets, without, sets);
        }
    }

    /** Where runs go, for those that make some. */
    static final class Results {

        @Option(
                names = "--out",
                paramLabel = "DIR",
                description = "directory of runs and report; left out, results/<time>-<experiment>")
        private Optional<Path> out = Optional.empty();

        @Option(
                names = "--watch",
                paramLabel = "PORT",
                arity = "0..1",
                fallbackValue = CommonOptions.FREE_PORT,
                description = CommonOptions.WATCH_HELP)
        private Optional<Integer> watch = Optional.empty();

        @Option(names = "--yes", description = "accept the costs of the subjects that are created")
        private boolean agreed;

        private Optional<StudyRecord> earlier() {
            return out.flatMap(directory -> new StudyDirectory(directory).record());
        }
    }

    @Command(
            description =
                    "Check an experiment file and print each problem with its line; without --profile, with all its profiles.",
            customSynopsis = USAGE + "validate" + FILE_AND_OPTIONS)
    void validate(@Mixin What what) {
        StudyFile study = read(what, Optional.empty());
        if (what.profile.isEmpty()) {
            ExperimentFile.profiles(what.file)
                    .forEach(profile -> StudyFile.read(
                                    what.file,
                                    new Reading(Optional.of(profile), what.targets, what.without, what.sets),
                                    context.catalog(),
                                    machine,
                                    problems)
                            .provisioned(what.prices, problems));
        }
        provisioned(study, what.prices);
        PrintStream out = context.terminal().out();
        out.println(study.name() + " is sound: " + study.ready().size() + " commands, "
                + study.file().design().tables().size() + " tables, "
                + study.file().design().claims().size() + " claims");
        if (!study.file().unknown().isEmpty()) {
            out.println("not yet known, to be given by --targets or --set before it can run:");
            study.file().unknown().forEach(unknown -> out.println("  " + unknown));
        }
    }

    @Command(
            description =
                    "Print which commands an experiment would run, in which order, how long it takes, what disk it needs.",
            customSynopsis = USAGE + "plan" + FILE_AND_OPTIONS)
    void plan(@Mixin What what) {
        StudyFile study = read(what, Optional.empty());
        context.terminal().out().print(study.plan(provisioned(study, what.prices)));
    }

    @Command(
            description = "Run an experiment, or continue the one in --out.",
            customSynopsis = USAGE + "run" + FILE_AND_OPTIONS)
    int run(
            @Mixin What what,
            @Mixin Results results,
            @Option(names = "--quiet", description = CommonOptions.QUIET_HELP) boolean quiet) {
        return run(read(what, Optional.empty()), what.prices, results, quiet);
    }

    @Command(
            description = "Continue an experiment with the profile and values of its first command.",
            customSynopsis = USAGE + "resume" + FILE_AND_OPTIONS)
    int resume(
            @Mixin What what,
            @Mixin Results results,
            @Option(names = "--quiet", description = CommonOptions.QUIET_HELP) boolean quiet) {
        Optional<StudyRecord> earlier = results.earlier();
        problems.require(earlier.isPresent(), "resume goes on with an experiment: name its directory with --out");
        return run(read(what, earlier), what.prices, results, quiet);
    }

    @Command(
            description = "Rewrite the report of an experiment, or report the published figures.",
            customSynopsis = USAGE + "report" + FILE_AND_OPTIONS)
    void report(
            @Mixin What what,
            @Mixin Results results,
            @Option(names = "--published", description = "report the published figures only") boolean published) {
        StudyFile study = read(what, results.earlier());
        problems.throwIfAny();
        context.terminal().out().print(study.report(results.out, published || results.out.isEmpty()));
    }

    @Command(
            name = "check-claims",
            description =
                    "Check that every claim can fail: the published numbers support it, and numbers made from them contradict it.",
            customSynopsis = USAGE + "check-claims" + FILE_AND_OPTIONS)
    void checkClaims(@Mixin What what) {
        Logging.start(what.debug);
        List<Finding> findings = StudyFile.checkClaims(what.file, new Reading(what.profile, what.sets), problems);
        problems.throwIfAny();
        PrintStream out = context.terminal().out();
        findings.forEach(finding -> out.println(finding.line()));
        out.println(what.file.getFileName() + ": " + ClaimCheck.summary(findings));
        long failed = ClaimCheck.count(findings, ClaimCheck.Result.FAILS);
        if (failed > 0) {
            throw new HarnessException(failed + " of " + findings.size() + " claims fail the check");
        }
    }

    /** Reads the file under the profile and values that were given or, if none were, those of earlier. */
    private StudyFile read(What what, Optional<StudyRecord> earlier) {
        Logging.start(what.debug);
        Reading given = what.reading();
        Reading reading =
                earlier.filter(e -> given.isPlain()).map(StudyRecord::reading).orElse(given);
        return StudyFile.read(what.file, reading, context.catalog(), machine, problems);
    }

    /** Returns the provisioning plans of the subjects. Throws if the plans, the file or the line have faults. */
    private Map<String, Provisioner.Plan> provisioned(StudyFile study, Optional<String> prices) {
        Map<String, Provisioner.Plan> provisioned = study.provisioned(prices, problems);
        problems.throwIfAny();
        return provisioned;
    }

    /** The exit code is that of the worst run. */
    private int run(StudyFile study, Optional<String> prices, Results results, boolean quiet) {
        ResultCommands.requirePort("--watch", results.watch, problems);
        List<String> consent = provisioned(study, prices).values().stream()
                .flatMap(plan -> plan.consent().stream())
                .distinct()
                .toList();
        if (!consent.isEmpty() && !results.agreed) {
            consent.forEach(sentence -> context.terminal().err().println("note: " + sentence));
            throw new UsageException(List.of("nothing was made: agree to this with --yes"));
        }
        Path directory = results.out.orElseGet(
                () -> context.freshDirectory(study.file().design().name()));
        OptionalInt watched = results.watch.map(OptionalInt::of).orElseGet(OptionalInt::empty);
        List<Integer> codes;
        try (Live live = context.live(watched, directory, study.name())) {
            codes = study.run(directory, new Host(quiet, live.server())).stream()
                    .map(outcome -> outcome.failure().map(ExitCode::of).orElseGet(() -> ExitCode.of(outcome.runs())))
                    .toList();
            String text = study.report(Optional.of(directory), false);
            if (!quiet) {
                context.terminal().out().print(text);
            }
        }
        if (context.interruption().requested()) {
            return ExitCode.INTERRUPTED;
        }
        int worst = ExitCode.worst(codes.stream().mapToInt(code -> code).toArray());
        return worst == ExitCode.OK && codes.contains(ExitCode.ERROR) ? ExitCode.ERROR : worst;
    }

    /** Shows a study's progress on the terminal and lets Ctrl-C end it. */
    private final class Host implements StudyFile.Host {

        private final boolean quiet;
        private final Optional<LiveServer> live;
        private Optional<ProgressListeners> watching = Optional.empty();

        Host(boolean quiet, Optional<LiveServer> live) {
            this.quiet = quiet;
            this.live = live;
        }

        @Override
        public Harness harness() {
            context.interruption().install();
            ProgressListeners opened = ProgressListeners.open(
                    new Request.Output(Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), quiet, false, false),
                    context,
                    live);
            watching = Optional.of(opened);
            return context.harness(opened.listener());
        }

        @Override
        public void ended(String command) {
            watching.ifPresent(ProgressListeners::close);
            watching = Optional.empty();
        }

        @Override
        public boolean stopped() {
            return context.interruption().requested();
        }

        @Override
        public void heard(String line) {
            say(line);
        }

        @Override
        public void starting(int number, int of, String command) {
            say("command " + number + "/" + of + ": " + command);
            live.map(LiveServer::listener).ifPresent(page -> {
                page.label("");
                page.step("command " + number + " of " + of + ": " + command);
            });
        }

        @Override
        public void bringingUp(Subject subject) {
            context.interruption().install();
            context.interruption().preparing();
            context.interruption().tidying(true);
            say("bringing up " + subject.name() + " of " + subject.file());
        }

        @Override
        public void takenDown() {
            context.interruption().tidying(false);
        }

        /** Also reports what could not be taken down. */
        @Override
        public void failed(String command, HarnessException why) {
            if (!stopped()) {
                context.terminal().err().println("error: " + command + ": " + why.getMessage());
            }
            for (Throwable besides : why.getSuppressed()) {
                context.terminal().err().println("error: " + command + ": " + besides.getMessage());
            }
        }

        private void say(String what) {
            if (!quiet) {
                context.terminal().err().println(what);
            }
        }
    }
}
