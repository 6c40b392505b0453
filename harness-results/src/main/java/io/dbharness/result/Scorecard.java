package io.dbharness.result;

import io.dbharness.model.Caveat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * A workload's own figures, as a pure function of a result, so that old files can be scored too. Found by
 * {@link java.util.ServiceLoader}.
 */
public interface Scorecard {

    /** The one that knows the workload of a result. */
    static Optional<Scorecard> of(RunResult result) {
        return of(result.workload().name());
    }

    /** The one that knows a workload. */
    static Optional<Scorecard> of(String workload) {
        return ServiceLoader.load(Scorecard.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(card -> card.knows(workload))
                .findFirst();
    }

    /** Whether it knows the results of this workload. */
    boolean knows(String workload);

    /**
     * Parameters that clients of one job may give different values, for example which part of the data is theirs. The merged result has
     * each value once, in order, with {@code "; "} between them.
     */
    default Set<String> perClient() {
        return Set.of();
    }

    /** The names of all scores that a result can have. */
    Set<String> names();

    /** Name to value, for example {@code tpmC}. */
    Map<String, Double> scores(RunResult result);

    /** What the scores themselves give reason to say. */
    List<Caveat> caveats(RunResult result, Map<String, Double> scores);
}
