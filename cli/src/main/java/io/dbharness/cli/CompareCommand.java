package io.dbharness.cli;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.report.ComparisonReport;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.result.RunResult;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets results against a baseline. A directory holds one result or an experiment; several of one name are runs of one configuration.
 *
 * @param configurations by name, in the order they were given
 * @param baseline       the name of that which the others are compared with
 */
record CompareCommand(Map<String, List<RunResult>> configurations, String baseline) {

    static final String BASELINE = "baseline";

    /** Reads what was typed, noting everything that is wrong with it. {@code NAME=DIR} gives a directory another name than its own. */
    static CompareCommand of(List<String> directories, Optional<String> baseline, Problems problems) {
        Map<String, List<RunResult>> configurations = new LinkedHashMap<>();
        for (String text : directories) {
            int equals = text.indexOf('=');
            try {
                Path directory = Path.of(text.substring(equals + 1));
                String name = equals > 0
                        ? text.substring(0, equals)
                        : String.valueOf(directory.toAbsolutePath().normalize().getFileName());
                configurations.computeIfAbsent(name, n -> new ArrayList<>()).addAll(results(directory));
            } catch (HarnessException | InvalidPathException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        problems.require(
                configurations.size() > 1 || directories.size() < 2,
                "all directories have the same name, so they are runs of one configuration; tell them apart by NAME=DIR");
        problems.require(directories.size() > 1, "a comparison needs two directories or more");
        String chosen = baseline.orElseGet(
                () -> configurations.keySet().stream().findFirst().orElse(""));
        problems.require(
                configurations.isEmpty() || configurations.containsKey(chosen),
                "--baseline '" + chosen + "' is none of " + String.join(", ", configurations.keySet()));
        return new CompareCommand(configurations, chosen);
    }

    private static List<RunResult> results(Path directory) {
        if (ExperimentRecord.isIn(directory)) {
            List<RunResult> results =
                    List.copyOf(new ExperimentDirectory(directory).telling().values());
            if (results.isEmpty()) {
                throw new HarnessException(directory + " holds an experiment without a finished run");
            }
            return results;
        }
        new StudyDirectory(directory).found().ifPresent(study -> {
            throw new HarnessException(study + "; give directories of its commands, which are the ones in it");
        });
        return List.of(new ResultFiles(directory).read());
    }

    private ComparisonReport report() {
        List<Configuration> candidates = configurations.entrySet().stream()
                .filter(c -> !c.getKey().equals(baseline))
                .map(c -> new Configuration(c.getKey(), c.getValue()))
                .toList();
        return new ComparisonReport(
                new Configuration(baseline, configurations.getOrDefault(baseline, List.of())), candidates);
    }

    String text() {
        return report().text();
    }

    String markdown() {
        return report().markdown();
    }
}
