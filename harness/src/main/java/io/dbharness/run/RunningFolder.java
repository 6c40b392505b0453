package io.dbharness.run;

import io.dbharness.model.FileWork;
import io.dbharness.report.page.LivePage;
import io.dbharness.report.page.RunPage;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.IntervalHistoryReader;
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
 * The folder of a run, an experiment or a study that may still go on, maybe in another process. Everything is read from the files as they
 * lie there.
 *
 * @param directory that {@code --out} named
 */
public record RunningFolder(Path directory) {

    private static final String REPORT = "report.html";

    /** A study has folders of commands, these have folders of runs. */
    private static final int DEPTH = 4;

    /**
     * What the folder does not tell.
     *
     * @param what  is run; empty for the folder's own name
     * @param when  how far it has come; empty for when it wrote last
     * @param share of the present step that is done, from 0 to 1
     * @param steps until now
     */
    public record Told(String what, String when, Optional<Double> share, List<String> steps) {

        /** Nothing. */
        public static final Told NOTHING = new Told("", "", Optional.empty(), List.of());

        public Told {
            steps = List.copyOf(steps);
        }
    }

    /** Whether a run, or the report of one, is there. */
    public boolean isThere() {
        return Files.isRegularFile(report()) || current().isPresent();
    }

    /** Whether the report is there, and no run has written after it. */
    public boolean finished() {
        return Files.isRegularFile(report())
                && current().stream().allMatch(table -> changed(table).compareTo(changed(report())) <= 0);
    }

    /** What tells whether the page would be another: the file that was written last, and when. */
    public String state() {
        return finished()
                ? "finished " + changed(report())
                : current().map(table -> table + " " + changed(table)).orElse("");
    }

    /** What a page shows: the report, or the run that goes on. */
    public String body(Told told) {
        return finished()
                ? LivePage.bodyOf(FileWork.get("read " + report(), () -> Files.readString(report())))
                : running(told);
    }

    /** What a page shows of the run that goes on, also where a report of an earlier one is there. */
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

    /** Which run of how many, of an experiment or a study; empty for a single run, and where that is told already. */
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

    /** The table of the run that wrote last. */
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
