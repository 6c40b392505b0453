package io.dbharness.study.file;

import io.dbharness.model.Problems;
import io.dbharness.report.StudyReport;
import io.dbharness.study.FigureTable;
import io.dbharness.study.Observation;
import io.dbharness.study.Source;
import io.dbharness.study.Study;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.StudyEvaluation;
import io.dbharness.study.StudyTable;
import io.dbharness.study.Timelines;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One of the shipped experiments, with nothing but what its publication printed. */
final class PublishedStudy {

    static final Path EXPERIMENTS = SourceTree.path("experiments");

    private final Study study;

    private PublishedStudy(Study study) {
        this.study = study;
    }

    static PublishedStudy of(String name) {
        return of(name, "article");
    }

    static PublishedStudy of(String name, String profile) {
        Problems problems = new Problems();
        ExperimentFile file = ExperimentFile.read(
                EXPERIMENTS.resolve(name + ".yaml"), new Reading(Optional.of(profile), List.of()), problems);
        problems.throwIfAny();
        List<Observation> published = new ArrayList<>();
        for (Path table : file.published()) {
            try {
                published.addAll(FigureTable.parse(table.toString(), Files.readString(table), problems));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        problems.throwIfAny();
        return new PublishedStudy(new StudyEvaluation(
                        file.design(), List.of(new Source(Source.PUBLISHED, published)), Timelines.NONE, file.scaled())
                .study("published", List.of(), file.notes()));
    }

    Study study() {
        return study;
    }

    String text() {
        return new StudyReport().text(study);
    }

    StudyTable table(String id) {
        return study.tables().stream()
                .filter(t -> t.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + id + " among "
                        + study.tables().stream().map(StudyTable::id).toList()));
    }

    /** The cells of a row as printed. */
    List<String> row(String table, String label) {
        return table(table).rows().stream()
                .filter(r -> r.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + label))
                .cells()
                .stream()
                .map(StudyTable.Cell::marked)
                .toList();
    }

    /** What became of the claim whose text begins like this. */
    ClaimOutcome claim(String begin) {
        return study.claims().stream()
                .filter(c -> c.text().startsWith(begin))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no claim " + begin));
    }
}
