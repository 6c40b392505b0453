package io.dbharness.run;

import io.dbharness.experiment.Factor;
import io.dbharness.experiment.Search;
import io.dbharness.experiment.Search.Bounds;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.request.ExperimentSpec;
import io.dbharness.request.ExperimentSpec.Goal;
import io.dbharness.request.SettingsSpec;
import io.dbharness.request.TrialSpec;
import io.dbharness.result.Condition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The plan of an experiment, from which its report can be recreated. Written as {@code experiment.json}.
 *
 * @param schemaVersion version of the JSON format
 * @param planned       factors of every run, in order; empty for a search, a trial and a sweep that ends where throughput grows no more
 * @param guards        conditions that must hold for a level to count, as typed
 * @param searches      search of the experiment: one or none
 * @param trial         settings that are compared until that is decided; null for other experiments
 */
@Internal
public record ExperimentRecord(
        int schemaVersion,
        List<Map<String, String>> planned,
        List<String> guards,
        List<Sought> searches,
        @Nullable Tried trial) {

    static final String FILE = "experiment.json";

    private static final int SCHEMA_VERSION = 1;

    /**
     * The goal of a search.
     *
     * @param condition condition as typed
     * @param factor    factor as typed
     */
    record Sought(String condition, String factor, double start, double most, double tolerance) {

        /** Recreates the search for evaluating its outcome, which does not depend on the varied plan. */
        Search search() {
            RunPlan any = RunPlan.of(
                    LoadModel.open(1, 1), 1, Timeline.of(Duration.ZERO, Duration.ofSeconds(1)), Seed.DEFAULT);
            Problems problems = new Problems();
            Optional<Goal> goal = Search.condition(condition, problems)
                    .flatMap(c -> Factor.named(factor).map(f -> new Goal(c, f, new Bounds(start, most, tolerance))));
            return goal.orElseThrow(() -> new HarnessException(
                            "'" + condition + "' over " + factor + " is not a search that this version supports"))
                    .search(any);
        }
    }

    /**
     * The settings of a trial.
     *
     * @param settings   factors of each setting, the baseline first
     * @param difference smallest relative difference that matters
     * @param budget     longest time of load, in seconds
     */
    record Tried(List<Map<String, String>> settings, double difference, double budget) {

        Tried {
            settings = settings.stream().map(Map::copyOf).toList();
        }

        /** Names a setting for a reader, for example {@code synchronous_commit off}. */
        static String name(Map<String, String> factors) {
            Map<String, String> plain = new TreeMap<>();
            factors.forEach((factor, value) -> plain.put(SettingsSpec.plainName(factor), value));
            return words(plain);
        }

        TrialSpec spec() {
            return new TrialSpec(difference, Duration.ofNanos(Math.round(budget * 1e9)));
        }
    }

    public ExperimentRecord {
        planned = planned.stream().map(Map::copyOf).toList();
        guards = List.copyOf(guards);
        searches = List.copyOf(searches);
    }

    /** Creates the record of a single run. */
    static ExperimentRecord single() {
        return new ExperimentRecord(SCHEMA_VERSION, List.of(Map.of()), List.of(), List.of(), null);
    }

    /** @param plans plan of each variant */
    static ExperimentRecord of(ExperimentSpec spec, List<RunPlan> plans) {
        List<Map<String, String>> planned = spec.goal().isPresent()
                        || spec.whileGrowing()
                        || spec.trial().isPresent()
                ? List.of()
                : spec.series(plans).plans().stream().map(RunPlan::factors).toList();
        List<Sought> searches = spec.goal().stream()
                .map(g -> new Sought(
                        g.condition().text(),
                        g.factor().word(),
                        g.bounds().start(),
                        g.bounds().most(),
                        g.bounds().tolerance()))
                .toList();
        List<String> guards = spec.guards().stream().map(Condition::text).toList();
        Tried tried = spec.trial()
                .map(t -> new Tried(
                        plans.stream().map(RunPlan::factors).toList(),
                        t.difference(),
                        t.budget().toNanos() / 1e9))
                .orElse(null);
        return new ExperimentRecord(SCHEMA_VERSION, planned, guards, searches, tried);
    }

    /** Describes a run, for example {@code 3: rate 40, repeat 1}. */
    static String run(int run, Map<String, String> factors) {
        return run + (factors.isEmpty() ? "" : ": " + words(new TreeMap<>(factors)));
    }

    static String words(Map<String, String> factors) {
        return factors.entrySet().stream()
                .map(f -> f.getKey() + " " + f.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Parses the recorded guards. */
    List<Condition> readGuards() {
        Problems problems = new Problems();
        List<Condition> read = guards.stream()
                .flatMap(text -> Search.guard(text, problems).stream())
                .toList();
        problems.throwIfAny();
        return read;
    }

    /** Returns true if a directory contains an experiment. */
    public static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE));
    }

    static ExperimentRecord read(Path directory) {
        return new JsonFile(directory.resolve(FILE)).read(ExperimentRecord.class);
    }

    void write(Path directory) {
        new JsonFile(directory.resolve(FILE)).write(this);
    }
}
