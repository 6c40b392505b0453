package io.dbharness.junit;

import io.dbharness.model.FileWork;
import io.dbharness.model.UsageException;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.result.Metric;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.run.Runner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.opentest4j.TestAbortedException;

/**
 * Stored results to compare with.
 *
 * @param path of a {@code result.json}, of its directory, or of a directory of such directories
 */
record Baseline(Path path) {

    private static final String PROPERTY = "dbharness.baseline";
    private static final String HOW = "-D" + PROPERTY + "=write";

    /** Throughput and p99, as everywhere where configurations are compared. */
    static List<Condition> notSlower(Percentage margin) {
        double share = margin.value / 100;
        return List.of(
                condition("throughput", ">=", 1 - share, margin + " below"),
                condition("p99", "<=", 1 + share, margin + " above"));
    }

    private static Condition condition(String metric, String sign, double factor, String words) {
        Comparison comparison = new Comparison(new Metric(metric, Optional.empty()), sign, factor, true);
        return new Condition(metric + " at most " + words + " the baseline", List.of(List.of(comparison)));
    }

    /** The one run that another is compared with. */
    RunResult oneFor(RunResult result) {
        if (isWriting()) {
            requireIntervals(result);
        }
        List<RunResult> stored = allFor(List.of(result));
        if (stored.size() > 1) {
            throw refused("it has " + stored.size() + " runs; compare with as many, by repeat = " + stored.size()
                    + " and assertThatRuns(results)");
        }
        return stored.get(0);
    }

    /**
     * The runs that others are compared with.
     *
     * @throws TestAbortedException when these were to become the baseline, and have
     * @throws UsageException       when there is none, or one of something else
     */
    List<RunResult> allFor(List<RunResult> results) {
        if (isWriting()) {
            requireUsable(results, "a run that is INVALID makes no baseline");
            write(results);
            throw new TestAbortedException(
                    "the baseline " + path + " is written: look at it, commit it, and run again without " + HOW);
        }
        List<RunResult> stored = read();
        requireUsable(stored, "a run of it is INVALID; make it again with " + HOW);
        Map<String, String> here = setting(results.get(0));
        for (RunResult one : stored) {
            List<String> differences = setting(one).entrySet().stream()
                    .filter(there -> !there.getValue().equals(here.getOrDefault(there.getKey(), "")))
                    .map(there -> there.getKey() + " " + there.getValue() + " there and "
                            + here.getOrDefault(there.getKey(), "none") + " here")
                    .toList();
            if (!differences.isEmpty()) {
                throw refused("it is of another load, so a comparison says nothing: " + String.join("; ", differences)
                        + "; make it again with " + HOW);
            }
        }
        return stored;
    }

    private static boolean isWriting() {
        return "write".equals(System.getProperty(PROPERTY));
    }

    /** Requires what the comparison of the next run needs: a metric without an interval never decides. */
    private void requireIntervals(RunResult result) {
        for (Condition condition : notSlower(Percentage.withPercentage(1))) {
            Metric metric = condition.alternatives().get(0).get(0).metric();
            if (metric.interval95(result).isEmpty()) {
                throw refused(String.format(
                        Locale.ROOT,
                        "a run of %.0f s has no 95 %% confidence interval of its %s, so no later run could be compared with it;"
                                + " make it longer, at least 20 s",
                        result.measuredSeconds(),
                        metric));
            }
        }
    }

    private void requireUsable(List<RunResult> results, String problem) {
        if (results.stream().anyMatch(result -> result.verdict() == Verdict.INVALID)) {
            throw refused(problem);
        }
    }

    private UsageException refused(String why) {
        return new UsageException(List.of("baseline " + path + ": " + why));
    }

    /** Returns the settings that two runs must have in common; the machines may differ. */
    private static Map<String, String> setting(RunResult result) {
        Map<String, String> setting = new TreeMap<>(result.workload().parameters());
        setting.put("workload", result.workload().name());
        setting.put("load", result.plan().load());
        setting.put("users", Integer.toString(result.plan().users()));
        setting.put("connections", Integer.toString(result.plan().connections()));
        result.environment().forEach((name, digest) -> {
            if (name.startsWith(Runner.TEXT)) {
                setting.put("the text of " + name.substring(Runner.TEXT.length()), digest);
            }
        });
        return setting;
    }

    private boolean isFile() {
        return path.toString().endsWith(".json");
    }

    private List<RunResult> read() {
        if (!Files.exists(path)) {
            throw refused("there is none yet. Run this test once with " + HOW
                    + ", on the machine that it is meant for, and commit what that leaves");
        }
        ResultCodec codec = new ResultCodec();
        if (isFile()) {
            try {
                return List.of(codec.decode(FileWork.text(path)));
            } catch (UsageException e) {
                throw refused(String.valueOf(e.getMessage()));
            }
        }
        if (Files.exists(path.resolve(ResultCodec.FILE))) {
            return List.of(codec.read(path));
        }
        List<RunResult> runs = directories().stream().map(codec::read).toList();
        if (runs.isEmpty()) {
            throw refused("it holds no " + ResultCodec.FILE + "; make it with " + HOW);
        }
        return runs;
    }

    private List<Path> directories() {
        return FileWork.get("read " + path, () -> {
            try (Stream<Path> inside = Files.list(path)) {
                return inside.filter(run -> Files.exists(run.resolve(ResultCodec.FILE)))
                        .sorted()
                        .toList();
            }
        });
    }

    private void write(List<RunResult> results) {
        ResultCodec codec = new ResultCodec();
        List<Path> into = new ArrayList<>();
        for (int i = 1; i <= results.size(); i++) {
            into.add(results.size() == 1 ? path : path.resolve("run-" + i));
        }
        FileWork.run("write " + path, () -> {
            if (isFile()) {
                Files.createDirectories(path.toAbsolutePath().getParent());
                Files.writeString(path, codec.encode(results.get(0)));
                return;
            }
            for (int i = 0; i < results.size(); i++) {
                Files.createDirectories(into.get(i));
                codec.write(results.get(i), into.get(i));
            }
        });
    }
}
