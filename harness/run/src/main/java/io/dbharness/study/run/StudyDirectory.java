package io.dbharness.study.run;

import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.result.RunResult;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.ExperimentRecord;
import io.dbharness.run.JsonFile;
import io.dbharness.run.LoadRegistry;
import io.dbharness.study.FigureTable;
import io.dbharness.study.Observation;
import io.dbharness.study.file.ExperimentFile;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.study.file.StudyRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a study. {@code study.json} identifies the study. Each command has a directory with its runs and, once it is complete, a
 * {@code unit.json}.
 *
 * @param directory directory, which need not exist yet
 */
@Internal
public record StudyDirectory(Path directory) {

    private static final String RECORD = "study.json";
    private static final String UNIT = "unit.json";
    /** Records the study's own loads, because the study may replace only these. */
    private static final String LOADS = "loads.json";
    /** Figures of other tools and publications, for comparison with the runs. */
    private static final String IMPORTED = "imported.csv";

    /** The name of a study and the options for reading its file: see {@link Reading}. Absent options are empty or null. */
    public record StudyRecord(
            int schemaVersion,
            String experiment,
            String profile,
            List<String> sets,
            @Nullable String targets,
            @Nullable List<String> without) {

        static StudyRecord of(ExperimentFile file, Reading reading) {
            return new StudyRecord(
                    1,
                    file.design().name(),
                    reading.profile().orElse(""),
                    reading.sets(),
                    reading.targets().map(Path::toString).orElse(null),
                    reading.without().isEmpty() ? null : reading.without());
        }

        /** Returns the options for reading the file again. */
        public Reading reading() {
            return new Reading(
                    Optional.of(profile).filter(p -> !p.isEmpty()),
                    Optional.ofNullable(targets).map(Path::of),
                    Optional.ofNullable(without).orElse(List.of()),
                    sets);
        }

        String words() {
            return experiment
                    + (profile.isEmpty() ? "" : " with profile " + profile)
                    + (targets == null ? "" : " on " + targets)
                    + (without == null ? "" : " without " + String.join(", ", without))
                    + (sets.isEmpty() ? "" : " and " + String.join(", ", sets));
        }
    }

    /** A completed command. */
    public record Done(String command, Map<String, String> labels, Map<String, List<String>> options) {

        static Done of(StudyRuns unit) {
            Map<String, List<String>> options = new TreeMap<>();
            unit.options().forEach((name, option) -> options.put(name, option.texts()));
            return new Done(unit.command(), new TreeMap<>(unit.labels()), options);
        }
    }

    /** Returns the record of the study; empty if the directory contains no study. */
    public Optional<StudyRecord> record() {
        return read(directory.resolve(RECORD), StudyRecord.class);
    }

    /** Returns a sentence that names the study in the directory, for commands that accept no study; empty if there is none. */
    public Optional<String> found() {
        return record().map(study -> directory + " holds the study " + study.words());
    }

    void write(StudyRecord record) {
        new JsonFile(directory.resolve(RECORD)).write(record);
    }

    /** Returns the loads that the study has made. */
    LoadRegistry loads() {
        return LoadRegistry.in(directory.resolve(LOADS));
    }

    Path of(StudyRuns unit) {
        return directory.resolve(unit.name());
    }

    /** Returns true if a command is complete; throws if a different command of the same name was made here. */
    boolean done(StudyRuns unit) {
        Optional<Done> done = read(of(unit).resolve(UNIT), Done.class);
        Done wanted = Done.of(unit);
        done.filter(found -> !found.equals(wanted)).ifPresent(found -> {
            throw new HarnessException(of(unit) + " was made by " + found.command() + " " + found.options()
                    + ", not by " + wanted.command() + " " + wanted.options() + "; give another --out");
        });
        return done.isPresent();
    }

    void finish(StudyRuns unit) {
        new JsonFile(of(unit).resolve(UNIT)).write(Done.of(unit));
    }

    /** Returns the observations of all runs of all commands. */
    List<Observation> observations(ExperimentFile file) {
        List<Observation> observations = new ArrayList<>();
        for (StudyRuns unit : file.units()) {
            if (ExperimentRecord.isIn(of(unit))) {
                observations.addAll(observations(unit));
            }
        }
        return observations;
    }

    private List<Observation> observations(StudyRuns unit) {
        ExperimentDirectory experiment = new ExperimentDirectory(of(unit));
        boolean searched = experiment.search().isPresent();
        List<Observation> observations = new ArrayList<>();
        Map<String, RunResult> conclusive = experiment.conclusiveRuns();
        conclusive.forEach((run, result) -> {
            Map<String, String> labels =
                    new TreeMap<>(searched ? Map.of() : result.plan().factors());
            labels.putAll(unit.labels());
            observations.add(Observation.measured(labels, result, unit.name() + "/" + run));
        });
        return observations;
    }

    /** Describes the commands whose runs are missing or incomplete. */
    List<String> missing(ExperimentFile file) {
        List<String> missing = new ArrayList<>();
        for (StudyRuns unit : file.units()) {
            if (unit.skipped().isPresent()) {
                missing.add(unit.name() + ": " + unit.skipped().get());
            } else if (!Files.exists(of(unit).resolve(UNIT))) {
                missing.add(unit.name() + (Files.exists(of(unit)) ? ": is incomplete" : ""));
            }
        }
        return missing;
    }

    /** Returns the figures in {@code imported.csv}; none without that file. */
    List<Observation> imported(Problems problems) {
        Path file = directory.resolve(IMPORTED);
        return Files.exists(file) ? figures(file, problems) : List.of();
    }

    /** Parses a table of figures; notes its faults. */
    public static List<Observation> figures(Path file, Problems problems) {
        try {
            return FigureTable.parse(file.toString(), FileWork.text(file), problems);
        } catch (UsageException e) {
            problems.addAll(e);
            return List.of();
        }
    }

    private static <T> Optional<T> read(Path file, Class<T> type) {
        return Optional.of(file).filter(Files::exists).map(there -> new JsonFile(there).read(type));
    }
}
