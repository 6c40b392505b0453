package io.dbharness.studies;

import io.dbharness.config.ExperimentFile;
import io.dbharness.config.ExperimentFile.Reading;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.provision.Provisioner;
import io.dbharness.provision.Provisioner.Location;
import io.dbharness.provision.Provisioner.Provisioned;
import io.dbharness.provision.Provisioner.Remote;
import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.Harness;
import io.dbharness.spec.Catalog;
import io.dbharness.spec.SpecReader;
import io.dbharness.studies.StudyCommands.Ready;
import io.dbharness.studies.StudyDirectory.StudyRecord;
import io.dbharness.study.ClaimCheck;
import io.dbharness.study.ClaimCheck.Finding;
import io.dbharness.study.Observation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    /** What a harness ends with when it has come to its end, whatever it found: see {@code docs/results.md}. */
    private static final Set<Integer> ENDED = Set.of(0, 10, 11, 12);

    /** What the program that runs a study provides, and what it is told. */
    public interface Host {

        /** A harness for one command. It is closed when the command ends. */
        Harness harness();

        /** Whether to begin no further command. */
        boolean stopped();

        /** A command begins, counted from 1. */
        default void starting(int number, int of, String command) {}

        /** A line that a command prints on another machine. */
        default void heard(String line) {}

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

    /**
     * What its subjects would be brought up on, by their names; notes what is wrong with it.
     *
     * @param prices where prices come from: a file's path or {@code retail}; empty when the provisioning files have their way
     */
    public Map<String, Provisioner.Plan> provisioned(Optional<String> prices, Problems problems) {
        return commands.provisioned(ready, prices, problems);
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
        List<String> profiles = reading.profile().isPresent() ? List.of() : ExperimentFile.profiles(path);
        String instead = profiles.isEmpty() ? "" : ", or use --profile " + String.join(" or ", profiles);
        file.unknown().forEach(u -> problems.add(name() + ": " + u + "; give it by --targets or --set" + instead));
        problems.throwIfAny();
        StudyDirectory into = new StudyDirectory(directory);
        StudyRecord record = StudyRecord.of(file, reading);
        into.record().filter(found -> !found.equals(record)).ifPresent(found -> {
            throw new HarnessException(directory + " holds the experiment " + found.words() + ", not " + record.words()
                    + "; give another --out");
        });
        into.write(record);
        List<Outcome> outcomes = new ArrayList<>();
        try (Standing standing = new Standing(host)) {
            for (int i = 0; i < ready.size() && !host.stopped(); i++) {
                Ready next = ready.get(i);
                if (!into.done(next.unit())) {
                    host.starting(i + 1, ready.size(), next.unit().name());
                    outcomes.add(run(next, into, host, standing));
                }
            }
        }
        return outcomes;
    }

    private Outcome run(Ready next, StudyDirectory into, Host host, Standing standing) {
        String command = next.unit().name();
        ExperimentDirectory runs = new ExperimentDirectory(into.of(next.unit()));
        try {
            if (next.unit().provision().isPresent()) {
                measureOn(standing.of(next.unit().provision().get()), next, into, host);
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
        } finally {
            if (!file.bringsUpOnce()) {
                standing.close();
            }
        }
    }

    private void measureOn(Location location, Ready next, StudyDirectory into, Host host) {
        boolean nearby = location.remote().isPresent() && !commands.hasOwnTarget(next.unit());
        if (nearby) {
            measureRemotely(location.remote().get(), next, into, host);
        } else {
            measure(commands.on(next, location), into, host);
        }
    }

    /** Runs a command on a machine near its subject and fetches what it left; an earlier attempt is put aside. */
    private void measureRemotely(Remote remote, Ready next, StudyDirectory into, Host host) {
        Path out = into.of(next.unit());
        if (Files.exists(out)) {
            ExperimentDirectory.putAside(out);
        }
        try {
            int code = remote.run(commands.words(next), out, host::heard);
            if (!Files.exists(out)) {
                throw new HarnessException("ended with " + code + " on its machine and left no result");
            }
            ExperimentDirectory runs = new ExperimentDirectory(out);
            if (next.spec().experiment().isSingle()) {
                runs.wrapSingle();
            }
            if (ENDED.contains(code) && runs.complete()) {
                into.finish(next.unit());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted; the run goes on over there until it ends by itself", e);
        }
    }

    /** What is brought up of the subjects, one at a time. One thread. */
    private final class Standing implements AutoCloseable {

        private final Host host;
        private Optional<Subject> subject = Optional.empty();
        private Optional<Provisioned> provisioned = Optional.empty();

        Standing(Host host) {
            this.host = host;
        }

        Location of(Subject wanted) {
            if (!subject.equals(Optional.of(wanted))) {
                close();
                host.bringingUp(wanted);
                subject = Optional.of(wanted);
                provisioned = Optional.of(
                        commands.provisioner().get().bringUp(wanted, commands.terms(ready, wanted, Optional.empty())));
            }
            return provisioned.orElseThrow().location();
        }

        @Override
        public void close() {
            if (subject.isPresent()) {
                subject = Optional.empty();
                try {
                    provisioned.ifPresent(Provisioned::close);
                } finally {
                    provisioned = Optional.empty();
                    host.takenDown();
                }
            }
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
     * Whether the claims of a file can fail, by the published numbers. Its commands need not be fit to run.
     *
     * @param problems takes what is wrong with the file and its tables
     * @throws io.dbharness.model.UsageException when there is no such file or it is no YAML
     */
    public static List<Finding> checkClaims(Path path, Reading reading, Problems problems) {
        ExperimentFile file = ExperimentFile.read(path, reading, problems);
        List<Observation> published = file.published().stream()
                .flatMap(table -> StudyDirectory.figures(table, problems).stream())
                .toList();
        return new ClaimCheck(file.design(), published).findings();
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
