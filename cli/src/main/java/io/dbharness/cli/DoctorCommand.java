package io.dbharness.cli;

import io.dbharness.doctor.Diagnosis;
import io.dbharness.doctor.DiagnosisText;
import io.dbharness.doctor.Doctor;
import io.dbharness.machine.SystemFiles;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.request.CommonOptions;
import io.dbharness.run.JsonFile;
import io.dbharness.run.RunListener;
import io.dbharness.sut.Needs;
import io.dbharness.sut.Needs.Access;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Examines the machine and says what can be measured on it. One thread. */
@Command(customSynopsis = CommandTree.JAVA + DoctorCommand.NAME + " [OPTIONS]")
final class DoctorCommand implements Callable<Integer> {

    static final String NAME = "doctor";
    static final String DESCRIPTION =
            "Examine in ten seconds what this machine can measure, if a target suits, and what to change.";

    private static final int LAST = 99;
    private static final String PROMPT = "prompt";

    private final WorkloadCommand.Context context;
    private final Problems problems;

    @Option(
            names = "--target",
            paramLabel = "URL",
            description =
                    "also ask this target: whether a command can work on it (exit code 2 if not), the round trip to it"
                            + " and what a connection takes")
    private Optional<String> url = Optional.empty();

    @Option(names = "--user", paramLabel = "NAME", description = CommonOptions.USER_HELP)
    private Optional<String> user = Optional.empty();

    @Option(names = "--password", paramLabel = "REF", description = CommonOptions.PASSWORD_HELP)
    private Optional<String> password = Optional.empty();

    @Option(
            names = "--access",
            paramLabel = "read|write|load",
            description = "required rights: read, write rows, or also create tables; left out, load")
    private String access = "load";

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "number of connections that the target must allow; left out, 1")
    private int connections = 1;

    @Option(
            names = "--data-size",
            paramLabel = "SIZE",
            description = "size of the data set, such as 250GB, compared with the target's free space")
    private Optional<String> dataSize = Optional.empty();

    @Option(names = "--quick", description = "examine the target only, without the ten seconds of measurements")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "a folder on the disk whose fsync counts; left out, this one")
    private Path out = Path.of("");

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Option(names = "--debug", order = LAST, description = CommonOptions.DEBUG_HELP)
    private boolean debug;

    DoctorCommand(WorkloadCommand.Context context, Problems problems) {
        this.context = context;
        this.problems = problems;
    }

    @Override
    public Integer call() {
        Path folder = out.toAbsolutePath();
        problems.require(Files.isDirectory(folder), "--out " + out + " is no folder; name one that exists");
        Needs needs = needs();
        problems.require(!quick || url.isPresent(), "--quick needs a --target to ask; name it");
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
                .examine(folder, target, needs, !quick);
        context.terminal()
                .out()
                .print(
                        json
                                ? JsonFile.text(diagnosis)
                                : new DiagnosisText(context.terminal().columns()).of(diagnosis));
        if (context.interruption().requested()) {
            return ExitCode.INTERRUPTED;
        }
        return diagnosis.refuses() ? ExitCode.USAGE : ExitCode.OK;
    }

    private Needs needs() {
        Optional<Access> wanted = Stream.of(Access.values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(access))
                .findFirst();
        problems.require(wanted.isPresent(), "--access must be read, write or load, not '" + access + "'");
        problems.require(connections >= 1, "--connections must be 1 or more");
        OptionalLong bytes = dataSize.map(Quantities::bytes).orElse(OptionalLong.of(0));
        problems.require(bytes.isPresent(), "--data-size must be " + Quantities.SIZE);
        Access needed = wanted.orElse(Access.LOAD);
        return new Needs(needed, connections, needed == Access.LOAD ? 1 : 0, bytes.orElse(0));
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
        problems.require(!asks || CommandOutput.hasConsole(), "--password prompt needs a terminal to ask on");
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
