package io.dbharness.run;

import io.dbharness.model.FileWork;
import io.dbharness.model.Internal;
import io.dbharness.report.page.LivePage;
import io.dbharness.report.page.RunPage;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.result.history.IntervalHistoryReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of a run, an experiment or a study that may still be in progress, possibly in another process. All methods read the current
 * files.
 *
 * @param directory directory of {@code --out}
 */
@Internal
public record RunningFolder(Path directory) {

    private static final String REPORT = "report.html";

    /** A study has folders of commands, which have folders of runs. */
    private static final int DEPTH = 4;

    /**
     * Facts about the run in progress that are not in the folder.
     *
     * @param what  name of the run; empty for the name of the folder
     * @param when  progress; empty for the time of the last write
     * @param share completed share of the current step, from 0 to 1
     * @param steps steps so far
     */
    public record Told(String what, String when, Optional<Double> share, List<String> steps) {

        /** No facts. */
        public static final Told NOTHING = new Told("", "", Optional.empty(), List.of());

        public Told {
            steps = List.copyOf(steps);
        }
    }

    /** Returns true if the folder contains a run or a report. */
    public boolean isThere() {
        return Files.isRegularFile(report()) || current().isPresent();
    }

    /** Returns true if the report exists and no run has written after it. */
    public boolean finished() {
        return Files.isRegularFile(report())
                && current().stream().allMatch(table -> changed(table).compareTo(changed(report())) <= 0);
    }

    /** Returns a text that changes whenever the page changes: the file that was written last, and its time. */
    public String state() {
        return finished()
                ? "finished " + changed(report())
                : current().map(table -> table + " " + changed(table)).orElse("");
    }

    /** Returns the body of the page: the report, or the run in progress. */
    public String body(Told told) {
        return finished()
                ? LivePage.bodyOf(FileWork.get("read " + report(), () -> Files.readString(report())))
                : running(told);
    }

    /** Returns the body of the page for the run in progress, even if the report of an earlier run exists. */
    public String running(Told told) {
        Optional<Path> table = current();
        Optional<Path> run = table.map(Path::getParent);
        IntervalHistory history = run.map(folder -> IntervalHistoryReader.running(folder, RunPage.STRETCHES))
                .orElse(IntervalHistory.NONE);
        String where = run.map(folder -> which(folder, !told.when().isEmpty())).orElse("");
        String when = !told.when().isEmpty()
                ? told.when()
                : table.map(file ->
                                "last written at " + changed(file).toInstant().truncatedTo(ChronoUnit.SECONDS))
                        .orElse("");
        return new LivePage(
                        told.what().isEmpty()
                                ? String.valueOf(
                                        directory.toAbsolutePath().normalize().getFileName())
                                : told.what(),
                        where.isEmpty() ? when : where + "; " + when,
                        told.share(),
                        told.steps(),
                        history)
                .body();
    }

    /** Describes the number of the run in an experiment or a study; empty for a single run, and if the progress already contains it. */
    private String which(Path run, boolean numbered) {
        if (run.equals(directory) || (numbered && directory.equals(run.getParent()))) {
            return "";
        }
        String name = directory.relativize(run).toString();
        Optional<Path> above = Optional.ofNullable(run.getParent()).filter(ExperimentRecord::isIn);
        int planned = above.map(
                        folder -> ExperimentRecord.read(folder).planned().size())
                .orElse(0);
        return planned == 0 ? name : name + " of " + planned;
    }

    private Path report() {
        return directory.resolve(REPORT);
    }

    /** Returns the interval table of the run that wrote last. */
    private Optional<Path> current() {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        return FileWork.get("list " + directory, () -> {
            try (Stream<Path> files = Files.walk(directory, DEPTH)) {
                return files.filter(file -> file.endsWith(IntervalFiles.TABLE))
                        .max(Comparator.comparing(RunningFolder::changed).thenComparing(Comparator.naturalOrder()));
            }
        });
    }

    private static FileTime changed(Path file) {
        return FileWork.get(
                "look at " + file,
                () -> Files.exists(file) ? Files.getLastModifiedTime(file) : FileTime.from(Instant.EPOCH));
    }
}
