package io.dbharness.study.run;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.provision.Provisioner;
import io.dbharness.provision.Provisioner.Location;
import io.dbharness.provision.Provisioner.Provisioned;
import io.dbharness.provision.Provisioner.Remote;
import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader;
import io.dbharness.result.RunResult;
import io.dbharness.run.BeforeCommandException;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.Harness;
import io.dbharness.study.ClaimCheck;
import io.dbharness.study.ClaimCheck.Finding;
import io.dbharness.study.Observation;
import io.dbharness.study.file.ExperimentFile;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.study.run.StudyCommands.Ready;
import io.dbharness.study.run.StudyDirectory.StudyRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A study: its file, read with a profile, and its commands.
 *
 * @param path     path of the file
 * @param reading  options for reading the file
 * @param file     content of the file
 * @param commands converter of its commands
 * @param ready    commands that its design does not skip, in order
 */
public record StudyFile(
        Path path,
        @Internal Reading reading,
        @Internal ExperimentFile file,
        @Internal StudyCommands commands,
        @Internal List<Ready> ready) {

    public StudyFile {
        ready = List.copyOf(ready);
    }

    /** Exit codes of a harness that completed, regardless of its findings: see {@code docs/reference.md}. */
    private static final Set<Integer> ENDED = Set.of(0, 10, 11, 12);

    /** Provides the harnesses of a study and receives its progress. */
    public interface Host {

        /** Creates a harness for one command, which is closed when the command ends. */
        Harness harness();

        /** Returns true if no further command must begin. */
        boolean stopped();

        /** Called when a command begins; {@code number} counts from 1. */
        default void starting(int number, int of, String command) {}

        /** Called for each line that a command prints on another machine. */
        default void heard(String line) {}

        /** Called when a command has ended, with or without success. */
        default void ended(String command) {}

        /** Called before a subject is brought up for a command. */
        @Internal
        default void bringingUp(Subject subject) {}

        /** Called after the subject was taken down. */
        default void takenDown() {}

        /** Called when a command failed without a result, or is not run because its subject could not be prepared. */
        default void failed(String command, HarnessException why) {}
    }

    /**
     * A command that has run.
     *
     * @param command name of the command
     * @param runs    directory of its runs
     * @param failure failure of the command; empty if it did not fail
     */
    public record Outcome(String command, @Internal ExperimentDirectory runs, Optional<HarnessException> failure) {

        /** Returns the result of each run that was made, by its name, in order. */
        public Map<String, RunResult> results() {
            return runs.results();
        }
    }

    /**
     * Reads a file and all files that it refers to.
     *
     * @param profile  profile of the file; empty for none
     * @param settings {@code key=value} pairs that replace values of the file
     * @throws io.dbharness.model.UsageException if the file is missing, is not YAML or has faults, with every fault
     */
    public static StudyFile read(Path path, Optional<String> profile, String... settings) {
        Problems problems = new Problems();
        StudyFile study = read(
                path,
                new Reading(profile, List.of(settings)),
                Catalog.found(),
                new SpecReader.Machine(Runtime.getRuntime().availableProcessors(), false),
                problems);
        problems.throwIfAny();
        return study;
    }

    /**
     * Returns a sentence for each claim that the published numbers of a file decide, or cannot: a claim that holds whatever is measured
     * says nothing.
     *
     * @throws io.dbharness.model.UsageException if the file is missing, is not YAML or has faults
     */
    public static List<String> checkClaims(Path path) {
        Problems problems = new Problems();
        List<Finding> findings = checkClaims(path, new Reading(Optional.empty(), List.of()), problems);
        problems.throwIfAny();
        return findings.stream().map(Finding::line).toList();
    }

    /**
     * Reads a file and all files that it refers to.
     *
     * @param problems receives the faults of the file; the returned study is usable only if there are none
     * @throws io.dbharness.model.UsageException if the file is missing or is not YAML
     */
    @Internal
    public static StudyFile read(
            Path path, Reading reading, Catalog catalog, SpecReader.Machine machine, Problems problems) {
        ExperimentFile file = ExperimentFile.read(path, reading, problems);
        file.published().forEach(table -> StudyDirectory.figures(table, problems));
        StudyCommands commands =
                new StudyCommands(String.valueOf(path.getFileName()), file, catalog, machine, Provisioner::load);
        return new StudyFile(path, reading, file, commands, commands.read(problems));
    }

    /** Returns the name of the study in messages. */
    public String name() {
        return commands.name();
    }

    /**
     * Plans the provisioning of its subjects, by their names; notes its faults.
     *
     * @param prices source of prices: the path of a file, or {@code retail}; empty for the source in the provisioning files
     */
    @Internal
    public Map<String, Provisioner.Plan> provisioned(Optional<String> prices, Problems problems) {
        return commands.provisioned(ready, prices, problems);
    }

    /** Describes the commands in order, with their length and disk space. */
    @Internal
    public String plan(Map<String, Provisioner.Plan> provisioned) {
        return new StudyPlan(file, ready, provisioned).text();
    }

    /**
     * Runs the incomplete commands consecutively. An interrupted command continues with its unfinished run. If a command fails, the others
     * still run, except those of a subject that {@code before} could not prepare.
     *
     * @throws io.dbharness.model.UsageException if a value is not known yet
     * @throws HarnessException                  if the directory contains another study, or the host has stopped this one
     */
    public List<Outcome> run(Path directory, Host host) {
        refuseUnknown();
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

    private void refuseUnknown() {
        List<String> unknown = file.unknown();
        if (!unknown.isEmpty()) {
            List<String> profiles = reading.profile().isPresent() ? List.of() : ExperimentFile.profiles(path);
            String instead = profiles.isEmpty() ? "" : ", or use --profile " + String.join(" or ", profiles);
            Problems problems = new Problems();
            unknown.forEach(u -> problems.add(name() + ": " + u + "; give it by --targets or --set" + instead));
            problems.throwIfAny();
        }
    }

    private Outcome run(Ready next, StudyDirectory into, Host host, Standing standing) {
        String command = next.unit().name();
        String subject = next.unit().labels().getOrDefault(file.design().subjectFactor(), "");
        ExperimentDirectory runs = new ExperimentDirectory(into.of(next.unit()));
        try {
            standing.requireNotEnded(subject);
            if (next.unit().provision().isPresent()) {
                measureOn(standing.of(next.unit().provision().get()), next, into, host);
            } else {
                measure(next, into, host);
            }
            host.ended(command);
            return new Outcome(command, runs, Optional.empty());
        } catch (HarnessException e) {
            if (e instanceof BeforeCommandException) {
                standing.end(subject, command);
            }
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

    /** Runs a command on a machine near its subject and fetches its files; the directory of an earlier attempt is renamed. */
    private void measureRemotely(Remote remote, Ready next, StudyDirectory into, Host host) {
        Path out = into.of(next.unit());
        if (Files.exists(out)) {
            ExperimentDirectory.archive(out);
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
            throw new HarnessException("interrupted; the run continues on the other machine until it ends", e);
        }
    }

    /** Brings up subjects, one at a time, and knows which have ended early. Not thread-safe. */
    private final class Standing implements AutoCloseable {

        private final Host host;
        /** Subject to the command that it ended with. */
        private final Map<String, String> ended = new HashMap<>();

        private Optional<Subject> subject = Optional.empty();
        private Optional<Provisioned> provisioned = Optional.empty();

        Standing(Host host) {
            this.host = host;
        }

        Location of(Subject wanted) {
            if (!subject.equals(Optional.of(wanted.whole()))) {
                close();
                host.bringingUp(wanted);
                subject = Optional.of(wanted.whole());
                provisioned = Optional.of(
                        commands.provisioner().get().bringUp(wanted, commands.terms(ready, wanted, Optional.empty())));
            }
            return provisioned.orElseThrow().location(wanted.volume());
        }

        /** Ends a subject: its further commands are not run. */
        void end(String name, String command) {
            ended.putIfAbsent(name, command);
        }

        void requireNotEnded(String name) {
            if (ended.containsKey(name)) {
                throw new HarnessException("not run, because the command before " + ended.get(name) + " failed");
            }
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
            harness.allowReplacing(into.loads());
            if (harness.experiment(next.spec(), into.of(next.unit())).complete()) {
                into.finish(next.unit());
            }
        }
    }

    /**
     * Checks with the published numbers that the claims of a file can fail. Its commands need not be runnable.
     *
     * @param problems receives the faults of the file and its tables
     * @throws io.dbharness.model.UsageException if the file is missing or is not YAML
     */
    @Internal
    public static List<Finding> checkClaims(Path path, Reading reading, Problems problems) {
        ExperimentFile file = ExperimentFile.read(path, reading, problems);
        List<Observation> published = file.published().stream()
                .flatMap(table -> StudyDirectory.figures(table, problems).stream())
                .toList();
        return new ClaimCheck(file.design(), published).findings();
    }

    /**
     * Creates the report, and writes it beside the runs if there is a directory.
     *
     * @param publishedOnly true to leave out the runs
     * @return report for a terminal, with the path of the files
     */
    public String report(Optional<Path> directory, boolean publishedOnly) {
        return new StudyOutput(file, reading, directory.map(StudyDirectory::new)).write(publishedOnly);
    }
}
