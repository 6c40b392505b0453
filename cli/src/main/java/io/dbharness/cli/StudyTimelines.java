package io.dbharness.cli;

import io.dbharness.model.HarnessException;
import io.dbharness.result.Csv;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.ServerTable;
import io.dbharness.result.study.Observation;
import io.dbharness.result.study.StudyChart.Point;
import io.dbharness.result.study.Timelines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the course of a run from its interval files.
 *
 * @param study whose runs they are
 */
record StudyTimelines(Optional<StudyDirectory> study) implements Timelines {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final String MEASURE = "measure";
    private static final String SERVER = "server.";
    private static final Map<String, String> LATENCIES = Map.of(
            "mean", "response_mean_ms", "p50", "response_p50_ms", "p99", "response_p99_ms", "max", "response_max_ms");

    @Override
    public List<Point> of(Observation run, String metric) {
        if (study.isEmpty() || run.directory().isEmpty()) {
            return List.of();
        }
        Path directory = study.get().directory().resolve(run.directory());
        if (metric.startsWith(SERVER)) {
            return server(directory, metric.substring(SERVER.length()));
        }
        return metric.equals("throughput") || LATENCIES.containsKey(metric) ? intervals(directory, metric) : List.of();
    }

    /** Counts of all operations add up; of latencies the slowest operation's stands for the interval. */
    private static List<Point> intervals(Path directory, String metric) {
        List<List<String>> lines = lines(directory.resolve(IntervalFiles.TABLE));
        Map<Double, Double> values = new TreeMap<>();
        double begin = Double.NaN;
        for (Map<String, String> line : named(lines)) {
            if (!MEASURE.equals(line.get("phase"))) {
                continue;
            }
            double start = number(line, "start_s");
            double length = number(line, "end_s") - start;
            begin = Double.isNaN(begin) ? start : begin;
            double value = metric.equals("throughput")
                    ? number(line, "completed") / length
                    : number(line, LATENCIES.getOrDefault(metric, "")) * NANOS_PER_MILLI;
            values.merge(start - begin, value, metric.equals("throughput") ? Double::sum : Math::max);
        }
        List<Point> points = new ArrayList<>();
        values.forEach((x, y) -> points.add(Point.of(x, y)));
        return points;
    }

    private static List<Point> server(Path directory, String name) {
        List<Point> points = new ArrayList<>();
        double begin = Double.NaN;
        for (Map<String, String> line : named(lines(directory.resolve(ServerTable.FILE)))) {
            if (MEASURE.equals(line.get("phase")) && name.equals(line.get("name"))) {
                double end = number(line, "end_s");
                begin = Double.isNaN(begin) ? end : begin;
                points.add(Point.of(end - begin, number(line, "value")));
            }
        }
        return points;
    }

    private static List<List<String>> lines(Path file) {
        try {
            return Files.exists(file) ? Csv.parse(Files.readString(file)) : List.of();
        } catch (IOException e) {
            throw new HarnessException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** The cells of each line by the names in the head; a line that a killed run did not finish is left out. */
    private static List<Map<String, String>> named(List<List<String>> lines) {
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
        return Double.parseDouble(line.getOrDefault(name, "NaN"));
    }
}
