package io.dbharness.cli;

import io.dbharness.doctor.Diagnosis;
import io.dbharness.doctor.DiagnosisText;
import io.dbharness.doctor.Doctor;
import io.dbharness.machine.SystemFiles;
import io.dbharness.model.Problems;
import io.dbharness.run.JsonFile;
import io.dbharness.run.RunListener;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Examines the machine and says what can be measured on it. One thread. */
@Command(customSynopsis = CommandTree.JAVA + DoctorCommand.NAME + " [OPTIONS]")
final class DoctorCommand implements Callable<Integer> {

    static final String NAME = "doctor";
    static final String DESCRIPTION =
            "Say in ten seconds what this machine can measure, what limits it, and what to change.";

    private static final int LAST = 99;
    private static final String PROMPT = "prompt";

    private final WorkloadCommand.Context context;
    private final Problems problems;

    @Option(
            names = "--target",
            paramLabel = "URL",
            description = "also ask this target: the round trip to it and what a connection takes")
    private Optional<String> url = Optional.empty();

    @Option(names = "--user", paramLabel = "NAME", description = "who logs in")
    private Optional<String> user = Optional.empty();

    @Option(
            names = "--password",
            paramLabel = "REF",
            description = "where the password is: env:NAME, file:PATH or prompt")
    private Optional<String> password = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "a folder on the disk whose fsync counts; left out, this one")
    private Path out = Path.of("");

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Option(names = "--debug", order = LAST, description = "print the log and stack traces")
    private boolean debug;

    DoctorCommand(WorkloadCommand.Context context, Problems problems) {
        this.context = context;
        this.problems = problems;
    }

    @Override
    public Integer call() {
        Path folder = out.toAbsolutePath();
        problems.require(Files.isDirectory(folder), "--out " + out + " is no folder; name one that exists");
        Optional<TargetSpec> target = target();
        problems.throwIfAny();
        Logging.start(debug);
        context.interruption().install();
        context.interruption().preparing();
        RunListener listener = new RunListener() {
            @Override
            public void step(String what) {
                context.terminal().err().println(what);
            }
        };
        Diagnosis diagnosis = new Doctor(
                        context.clock(), SystemFiles.here(), context.catalog(), context.tool(), listener)
                .examine(folder, target);
        context.terminal()
                .out()
                .print(
                        json
                                ? JsonFile.text(diagnosis)
                                : new DiagnosisText(context.terminal().columns()).of(diagnosis));
        return context.interruption().requested() ? ExitCode.INTERRUPTED : ExitCode.OK;
    }

    private Optional<TargetSpec> target() {
        problems.require(
                url.isPresent() || (user.isEmpty() && password.isEmpty()),
                "--user and --password belong to a --target; name it");
        problems.require(user.isPresent() || password.isEmpty(), "--password needs a --user");
        boolean asks = password.filter(PROMPT::equals).isPresent();
        Optional<Secret> secret = password.filter(reference -> !asks).flatMap(Secret::parse);
        problems.require(
                asks || password.isEmpty() || secret.isPresent(), "--password must be env:NAME, file:PATH or prompt");
        problems.require(!asks || Terminal.hasConsole(), "--password prompt needs a terminal to ask on");
        if (url.isEmpty()) {
            return Optional.empty();
        }
        TargetSpec spec = new TargetSpec(url.get(), user, secret, Optional.empty(), Map.of());
        if (context.catalog().server(url.get()).isEmpty()) {
            context.catalog().check(spec, problems);
        }
        problems.throwIfAny();
        return Optional.of(asks ? WorkloadCommand.withPassword(spec) : spec);
    }
}
