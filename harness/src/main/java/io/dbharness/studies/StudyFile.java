package io.dbharness.studies;

import io.dbharness.config.ExperimentFile;
import io.dbharness.config.ExperimentFile.Reading;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.provision.Provisioner;
import io.dbharness.provision.Provisioner.Provisioned;
import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.Harness;
import io.dbharness.spec.Catalog;
import io.dbharness.spec.SpecReader;
import io.dbharness.studies.StudyCommands.Ready;
import io.dbharness.studies.StudyDirectory.StudyRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A study: its file read under a profile, and its commands as they will be run.
 *
 * @param path     of the file
 * @param reading  how it was read
 * @param file     what it says
 * @param commands makes its commands
 * @param ready    those that its design does not leave out, in order
 */
public record StudyFile(Path path, Reading reading, ExperimentFile file, StudyCommands commands, List<Ready> ready) {

    public StudyFile {
        ready = List.copyOf(ready);
    }

    /** What the program that runs a study provides, and what it is told. */
    public interface Host {

        /** A harness for one command. It is closed when the command ends. */
        Harness harness();

        /** Whether to begin no further command. */
        boolean stopped();

        /** A command begins, counted from 1. */
        default void starting(int number, int of, String command) {}

        /** A command has ended, with or without success. */
        default void ended(String command) {}

        /** A subject is brought up for a command, and taken down after it. */
        default void bringingUp(Subject subject) {}

        /** The subject is down again. */
        default void takenDown() {}

        /** A command failed altogether; the others go on. */
        default void failed(String command, HarnessException why) {}
    }

    /**
     * A command that was run.
     *
     * @param command its name
     * @param runs    what it left
     * @param failure why it failed altogether, if it did
     */
    public record Outcome(String command, ExperimentDirectory runs, Optional<HarnessException> failure) {}

    /**
     * Reads a file and everything that it names.
     *
     * @param problems takes everything that is wrong with it; what is returned is fit for use when there is none
     * @throws io.dbharness.model.UsageException when there is no such file or it is no YAML
     */
    public static StudyFile read(
            Path path, Reading reading, Catalog catalog, SpecReader.Machine machine, Problems problems) {
        ExperimentFile file = ExperimentFile.read(path, reading, problems);
        file.published().forEach(table -> StudyDirectory.figures(table, problems));
        StudyCommands commands =
                new StudyCommands(String.valueOf(path.getFileName()), file, catalog, machine, Provisioner::load);
        return new StudyFile(path, reading, file, commands, commands.read(problems));
    }

    /** Its name in messages. */
    public String name() {
        return commands.name();
    }

    /** What would be run, in which order, how long it takes and what disk it needs. */
    public String plan(Map<String, Provisioner.Plan> provisioned) {
        return new StudyPlan(file, ready, provisioned).text();
    }

    /**
     * Runs the commands that are not finished yet, one after the other; an interrupted one continues with its unfinished run. If one fails
     * altogether, the others still run.
     *
     * @throws io.dbharness.model.UsageException when a value is not known yet
     * @throws HarnessException                  when the directory holds another study, or the host has stopped it
     */
    public List<Outcome> run(Path directory, Host host) {
        Problems problems = new Problems();
        file.unknown().forEach(u -> problems.add(name() + ": " + u + "; give it by --set"));
        problems.throwIfAny();
        StudyDirectory into = new StudyDirectory(directory);
        StudyRecord record = StudyRecord.of(file, reading);
        into.record().filter(found -> !found.equals(record)).ifPresent(found -> {
            throw new HarnessException(directory + " holds the experiment " + found.words() + ", not " + record.words()
                    + "; give another --out");
        });
        into.write(record);
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < ready.size() && !host.stopped(); i++) {
            Ready next = ready.get(i);
            if (!into.done(next.unit())) {
                host.starting(i + 1, ready.size(), next.unit().name());
                outcomes.add(run(next, into, host));
            }
        }
        return outcomes;
    }

    private Outcome run(Ready next, StudyDirectory into, Host host) {
        String command = next.unit().name();
        ExperimentDirectory runs = new ExperimentDirectory(into.of(next.unit()));
        try {
            if (next.unit().provision().isPresent()) {
                measureOn(next.unit().provision().get(), next, into, host);
            } else {
                measure(next, into, host);
            }
            host.ended(command);
            return new Outcome(command, runs, Optional.empty());
        } catch (HarnessException e) {
            host.ended(command);
            host.failed(command, e);
            if (host.stopped()) {
                throw e;
            }
            return new Outcome(command, runs, Optional.of(e));
        }
    }

    private void measureOn(Subject subject, Ready next, StudyDirectory into, Host host) {
        host.bringingUp(subject);
        try (Provisioned provisioned = commands.provisioner().get().bringUp(subject)) {
            measure(commands.on(next, provisioned.location()), into, host);
        } finally {
            host.takenDown();
        }
    }

    private static void measure(Ready next, StudyDirectory into, Host host) {
        try (Harness harness = host.harness()) {
            harness.replaces(into.loads());
            if (harness.experiment(next.spec(), into.of(next.unit())).complete()) {
                into.finish(next.unit());
            }
        }
    }

    /**
     * Makes the report, beside the runs if there is a directory of them.
     *
     * @param publishedOnly whether runs are left out
     * @return the report as a terminal shows it, and where the files are
     */
    public String report(Optional<Path> directory, boolean publishedOnly) {
        return new StudyOutput(file, reading, directory.map(StudyDirectory::new)).write(publishedOnly);
    }
}
