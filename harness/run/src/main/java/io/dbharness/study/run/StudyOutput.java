package io.dbharness.study.run;

import io.dbharness.load.RunWindows;
import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.report.JUnitReport;
import io.dbharness.report.StudyReport;
import io.dbharness.report.page.SeriesPage;
import io.dbharness.report.page.StudyPage;
import io.dbharness.result.Csv;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.IntervalTable;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.ServerCsv;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.result.history.IntervalHistoryReader;
import io.dbharness.study.Observation;
import io.dbharness.study.Source;
import io.dbharness.study.Study;
import io.dbharness.study.StudyChart.Point;
import io.dbharness.study.StudyEvaluation;
import io.dbharness.study.Timelines;
import io.dbharness.study.file.ExperimentFile;
import io.dbharness.study.file.ExperimentFile.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Creates the report of a study from its directory and the published figures.
 *
 * @param file      experiment file
 * @param reading   options for reading the file
 * @param directory directory of the runs; without it, the report contains only published figures
 */
record StudyOutput(ExperimentFile file, Reading reading, Optional<StudyDirectory> directory) {

    private static final String IMPORTED = "imported";

    /**
     * Creates the report, and writes it beside the runs if there is a directory.
     *
     * @param publishedOnly true to leave out the runs
     * @return report for a terminal, with the path of the files
     */
    String write(boolean publishedOnly) {
        Study study = study(publishedOnly);
        String text = new StudyReport().text(study);
        if (directory.isEmpty()) {
            return text;
        }
        Path into = directory.get().directory();
        FileWork.run("write the report into " + into, () -> {
            Files.createDirectories(into.resolve("tables"));
            Files.writeString(into.resolve("report.md"), new StudyReport().markdown(study));
            Files.writeString(into.resolve("junit.xml"), new JUnitReport().report(study));
            Files.writeString(into.resolve("report.html"), new StudyPage(histories(study)).html(study));
            for (Map.Entry<String, String> table : new StudyReport().csv(study).entrySet()) {
                Files.writeString(into.resolve("tables").resolve(table.getKey()), table.getValue());
            }
        });
        return text + "\nreport      " + into.resolve("report.html") + System.lineSeparator();
    }

    /**
     * Reads the history of the first run of each first repeat, up to the limit of a page. Sweeps are left out, because they have many runs.
     */
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
        List<Source> origins = new ArrayList<>();
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
        add(origins, Source.PUBLISHED, published);
        String profile = runs ? reading.profile().orElse("none") : Source.PUBLISHED;
        return new StudyEvaluation(file.design(), origins, new StudyTimelines(directory), file.scaled())
                .study(profile, missing, file.notes());
    }

    private static void add(List<Source> origins, String name, List<Observation> observations) {
        if (!observations.isEmpty()) {
            origins.add(new Source(name, observations));
        }
    }

    /**
     * Reads the values of a run over time from its interval files.
     *
     * @param study study of the runs
     */
    private record StudyTimelines(Optional<StudyDirectory> study) implements Timelines {

        private static final double NANOS_PER_MILLI = 1e6;
        private static final String MEASURE = "measure";
        private static final String SERVER = "server.";
        private static final Set<String> LATENCIES = Set.of("mean", "p50", "p99", "max");

        @Override
        public List<Point> of(Observation run, String metric) {
            if (study.isEmpty() || run.directory().isEmpty()) {
                return List.of();
            }
            Path directory = study.get().directory().resolve(run.directory());
            if (metric.startsWith(SERVER)) {
                return server(directory, metric.substring(SERVER.length()));
            }
            return metric.equals("throughput") || LATENCIES.contains(metric) ? intervals(directory, metric) : List.of();
        }

        /** Sums the counts of all operations; for latencies, takes the slowest operation in each interval. */
        private static List<Point> intervals(Path directory, String metric) {
            Path table = directory.resolve(IntervalFiles.TABLE);
            if (!Files.exists(table)) {
                return List.of();
            }
            boolean throughput = metric.equals("throughput");
            TreeMap<Double, Double> values = new TreeMap<>();
            IntervalTable.read(table, line -> {
                if (line.isIn(RunWindows.Phase.MEASUREMENT)) {
                    double start = line.startSeconds();
                    double value = throughput
                            ? line.completed() / (line.endSeconds() - start)
                            : line.responseMillis(metric) * NANOS_PER_MILLI;
                    values.merge(start, value, throughput ? Double::sum : Math::max);
                }
            });
            return values.entrySet().stream()
                    .map(value -> Point.of(value.getKey() - values.firstKey(), value.getValue()))
                    .toList();
        }

        private static List<Point> server(Path directory, String name) {
            List<Point> points = new ArrayList<>();
            double begin = Double.NaN;
            for (Map<String, String> line : lines(directory.resolve(ServerCsv.FILE))) {
                if (MEASURE.equals(line.get("phase")) && name.equals(line.get("name"))) {
                    double end = number(line, "end_s");
                    begin = Double.isNaN(begin) ? end : begin;
                    points.add(Point.of(end - begin, number(line, "value")));
                }
            }
            return points;
        }

        /** Returns the cells of each line by their column names, without a partial line of a killed run. */
        private static List<Map<String, String>> lines(Path file) {
            new ResultCodec().requireSame(List.of(file));
            List<List<String>> lines = FileWork.get(
                    "read " + file, () -> Files.exists(file) ? Csv.parse(Files.readString(file)) : List.of());
            List<Map<String, String>> named = new ArrayList<>();
            for (List<String> line : lines.subList(Math.min(1, lines.size()), lines.size())) {
                if (line.size() == lines.get(0).size()) {
                    Map<String, String> cells = new TreeMap<>();
                    for (int i = 0; i < line.size(); i++) {
                        cells.put(lines.get(0).get(i), line.get(i));
                    }
                    named.add(cells);
                }
            }
            return named;
        }

        private static double number(Map<String, String> line, String name) {
            String text = line.getOrDefault(name, "NaN");
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new UsageException(
                        List.of(ServerCsv.FILE + " of a run is damaged: " + name + " is '" + text + "'"));
            }
        }
    }
}
