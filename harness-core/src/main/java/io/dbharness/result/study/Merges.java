package io.dbharness.result.study;

import io.dbharness.result.Merge;
import io.dbharness.result.RunResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Merges runs, the same runs only once: every cell, claim and chart of a study asks for them again. One thread. */
final class Merges {

    private final Map<List<String>, RunResult> merged = new HashMap<>();

    /** The runs together; those of one study differ in their directories. */
    RunResult of(List<Observation> runs) {
        List<String> key = runs.stream().map(Observation::directory).toList();
        RunResult known = merged.get(key);
        if (known == null) {
            known = Merge.runs(
                    runs.stream().flatMap(run -> run.result().stream()).toList());
            merged.put(key, known);
        }
        return known;
    }
}
