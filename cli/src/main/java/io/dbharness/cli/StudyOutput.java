package io.dbharness.cli;

import io.dbharness.config.ExperimentFile;
import io.dbharness.config.ExperimentFile.Reading;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.report.StudyCsv;
import io.dbharness.report.StudyJUnit;
import io.dbharness.report.StudyReport;
import io.dbharness.report.page.SeriesPage;
import io.dbharness.report.page.StudyPage;
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.IntervalHistoryReader;
import io.dbharness.result.study.Observation;
import io.dbharness.result.study.Origin;
import io.dbharness.result.study.Study;
import io.dbharness.result.study.StudyEvaluation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the report of a study from what lies in its directory and from what was published.
 *
 * @param file      what is wanted
 * @param reading   how the file was read
 * @param directory of the runs; without one there is nothing but what was published
 */
record StudyOutput(ExperimentFile file, Reading reading, Optional<StudyDirectory> directory) {

    private static final String PUBLISHED = "published";
    private static final String IMPORTED = "imported";

    /**
     * Writes the report beside the runs, if there is a directory for it.
     *
     * @param publishedOnly whether runs are left out
     * @return the report as a terminal shows it, and where the files are
     */
    String write(boolean publishedOnly) {
        Study study = study(publishedOnly);
        String text = new StudyReport().text(study);
        if (directory.isEmpty()) {
            return text;
        }
        Path into = directory.get().directory();
        try {
            Files.createDirectories(into.resolve("tables"));
            Files.writeString(into.resolve("report.md"), new StudyReport().markdown(study));
            Files.writeString(into.resolve("junit.xml"), new StudyJUnit().report(study));
            Files.writeString(into.resolve("report.html"), new StudyPage(histories(study)).html(study));
            for (Map.Entry<String, String> table : new StudyCsv().files(study).entrySet()) {
                Files.writeString(into.resolve("tables").resolve(table.getKey()), table.getValue());
            }
        } catch (IOException e) {
            throw new HarnessException("cannot write the report into " + into + ": " + e.getMessage(), e);
        }
        return text + "\nreport      " + into.resolve("report.html") + System.lineSeparator();
    }

    /** Of the first run of each first repeat, as far as a page has room for them; none of sweeps, of which there are many. */
    private Map<String, IntervalHistory> histories(Study study) {
        Map<String, IntervalHistory> histories = new LinkedHashMap<>();
        Set<String> commands = new HashSet<>();
        study.runs().stream()
                .filter(run -> !run.place().swept() && directory.isPresent())
                .filter(run -> "1".equals(run.labels().getOrDefault(Observation.REPEAT, "1")))
                .filter(run -> commands.add(run.directory().replaceFirst("/.*", "")))
                .limit(StudyPage.MOST_HISTORIES)
                .forEach(run -> run.result()
                        .ifPresent(result -> histories.put(
                                run.directory(),
                                IntervalHistoryReader.read(
                                        directory.get().directory().resolve(run.directory()),
                                        result,
                                        SeriesPage.STRETCHES))));
        return histories;
    }

    private Study study(boolean publishedOnly) {
        Problems problems = new Problems();
        List<Origin> origins = new ArrayList<>();
        List<String> missing = List.of();
        boolean runs = !publishedOnly && directory.isPresent();
        if (runs) {
            add(origins, "", directory.get().observations(file));
            add(origins, IMPORTED, directory.get().imported(problems));
            missing = directory.get().missing(file);
        }
        List<Observation> published = new ArrayList<>();
        file.published().forEach(path -> published.addAll(StudyDirectory.figures(path, problems)));
        problems.throwIfAny();
        add(origins, PUBLISHED, published);
        String profile = runs ? reading.profile().orElse("none") : PUBLISHED;
        return new StudyEvaluation(file.design(), origins, new StudyTimelines(directory))
                .study(profile, missing, file.notes());
    }

    private static void add(List<Origin> origins, String name, List<Observation> observations) {
        if (!observations.isEmpty()) {
            origins.add(new Origin(name, observations));
        }
    }
}
