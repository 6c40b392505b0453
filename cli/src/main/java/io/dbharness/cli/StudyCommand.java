package io.dbharness.cli;

import io.dbharness.cli.StudyDirectory.StudyRecord;
import io.dbharness.cli.StudyUnits.Ready;
import io.dbharness.cli.option.RunSettingsReader.Machine;
import io.dbharness.cli.option.Text;
import io.dbharness.cli.option.Typed;
import io.dbharness.cli.provision.Places;
import io.dbharness.config.ExperimentFile;
import io.dbharness.config.ExperimentFile.Reading;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.workload.Parameter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What can be done with an experiment file.
 *
 * @param context what runs need
 * @param machine where they run
 */
record StudyCommand(WorkloadCommand.Context context, Machine machine) {

    static final String FAMILY = "experiment";
    static final String VALIDATE = "validate";
    static final String PLAN = "plan";
    static final String RUN = "run";
    static final String RESUME = "resume";
    static final String REPORT = "report";

    static final String PROFILE = "profile";
    static final String SET = "set";
    static final String OUT = "out";
    static final String PUBLISHED = "published";
    static final String QUIET = "quiet";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    static final Parameter PROFILE_OPTION = new Parameter(
            PROFILE, "which profile of the file: article, sound, smoke, local", "", new Text("NAME", "a name"));
    static final Parameter SET_OPTION = new Parameter(
            SET,
            "change a value of the file, such as subjects.premium.options.target=jdbc:...; may be repeated",
            "",
            new Text("KEY=VALUE", "a key, = and a value"));
    static final Parameter OUT_OPTION = new Parameter(
            OUT, "where runs and report go; left out, results/<time>-<experiment>", "", new Text("DIR", "a directory"));

    /** What was asked for. */
    private record Asked(Path path, Reading reading, Optional<Path> out, ExperimentFile file, List<Ready> units) {

        String name() {
            return String.valueOf(path.getFileName());
        }
    }

    /** Returns the exit code. */
    int execute(String what, Path path, Typed typed, Problems problems) {
        if (path.toString().isEmpty()) {
            problems.throwIfAny();
        }
        Optional<Path> out = out(typed, problems);
        Optional<StudyRecord> earlier = out.flatMap(directory -> new StudyDirectory(directory).record());
        boolean continued = what.equals(RESUME) || what.equals(REPORT);
        problems.require(
                !what.equals(RESUME) || earlier.isPresent(),
                "resume goes on with an experiment: name its directory with --out");
        Reading given = new Reading(Optional.ofNullable(typed.values().get(PROFILE)), typed.all(SET));
        boolean asBefore =
                continued && given.profile().isEmpty() && given.sets().isEmpty();
        Reading reading = earlier.filter(e -> asBefore)
                .map(e -> new Reading(Optional.of(e.profile()).filter(p -> !p.isEmpty()), e.sets()))
                .orElse(given);
        ExperimentFile file = ExperimentFile.read(path, reading, problems);
        String name = String.valueOf(path.getFileName());
        Places places = new Places(Provisioning.standard(context.clock()));
        StudyUnits units = new StudyUnits(name, file, context.services(), machine, places);
        List<Ready> ready = units.read(problems);
        Map<String, ProvisioningPlan> provisioned = what.equals(REPORT) ? Map.of() : units.provisioned(problems);
        problems.throwIfAny();
        Asked asked = new Asked(path, reading, out, file, ready);
        return switch (what) {
            case VALIDATE -> validate(asked);
            case PLAN -> plan(asked, provisioned);
            case REPORT -> report(asked, typed);
            default -> run(asked, units, typed.flags().contains(QUIET));
        };
    }

    private static Optional<Path> out(Typed typed, Problems problems) {
        try {
            return Optional.ofNullable(typed.values().get(OUT)).map(Path::of);
        } catch (InvalidPathException e) {
            problems.add("--out is not a path: " + e.getMessage());
            return Optional.empty();
        }
    }

    private int validate(Asked asked) {
        context.terminal()
                .out()
                .println(asked.name() + " is sound: " + asked.units().size() + " commands, "
                        + asked.file().design().tables().size() + " tables, "
                        + asked.file().design().claims().size() + " claims");
        List<String> unknown = asked.file().unknown();
        if (!unknown.isEmpty()) {
            context.terminal().out().println("not yet known, to be given by --set before it can run:");
            unknown.forEach(u -> context.terminal().out().println("  " + u));
        }
        return ExitCode.OK;
    }

    private int plan(Asked asked, Map<String, ProvisioningPlan> provisioned) {
        context.terminal().out().print(new StudyPlan(asked.file(), asked.units(), provisioned).text());
        return ExitCode.OK;
    }

    private int report(Asked asked, Typed typed) {
        boolean only = typed.flags().contains(PUBLISHED) || asked.out().isEmpty();
        StudyOutput output =
                new StudyOutput(asked.file(), asked.reading(), asked.out().map(StudyDirectory::new));
        context.terminal().out().print(output.write(only));
        return ExitCode.OK;
    }

    private int run(Asked asked, StudyUnits units, boolean quiet) {
        Problems problems = new Problems();
        asked.file().unknown().forEach(u -> problems.add(asked.name() + ": " + u + "; give it by --set"));
        problems.throwIfAny();
        StudyDirectory directory = new StudyDirectory(asked.out().orElseGet(() -> fresh(asked)));
        StudyRecord record = StudyRecord.of(asked.file(), asked.reading());
        directory.record().filter(found -> !found.equals(record)).ifPresent(found -> {
            throw new HarnessException(directory.directory() + " holds the experiment " + found.words() + ", not "
                    + record.words() + "; give another --out");
        });
        directory.write(record);
        int code = new StudyRun(context, directory, units, quiet).run(asked.units());
        StudyOutput output = new StudyOutput(asked.file(), asked.reading(), Optional.of(directory));
        String text = output.write(false);
        if (!quiet) {
            context.terminal().out().print(text);
        }
        return context.interruption().requested() ? ExitCode.INTERRUPTED : code;
    }

    private Path fresh(Asked asked) {
        return Path.of(
                "results",
                STAMP.format(context.clock().wallTime()) + "-"
                        + asked.file().design().name());
    }
}
