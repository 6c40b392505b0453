package io.dbharness.result;

import io.dbharness.model.Caveat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Scores the workload {@code scored}: twice its completions, and a note that says how many. */
public final class DoubledScorecard implements Scorecard {

    /** For {@link java.util.ServiceLoader}. */
    public DoubledScorecard() {}

    @Override
    public boolean knows(String workload) {
        return workload.equals("scored");
    }

    @Override
    public Set<String> perClient() {
        return Set.of("slice");
    }

    @Override
    public Set<String> names() {
        return Set.of("doubled");
    }

    @Override
    public Map<String, Double> scores(RunResult result) {
        return Map.of("doubled", 2.0 * result.totals().completed());
    }

    @Override
    public List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        return List.of(Caveat.note("SCORED", "doubled is " + scores.get("doubled")));
    }
}
