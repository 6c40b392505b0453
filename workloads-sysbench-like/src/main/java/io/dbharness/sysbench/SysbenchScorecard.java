package io.dbharness.sysbench;

import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import io.dbharness.sysbench.operation.EventScript;
import io.dbharness.sysbench.operation.SysbenchStatement.Step;
import io.dbharness.workload.Parameters;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Scores results as sysbench prints them: transactions and queries a second, also by kind of query. Immutable. */
@Internal
public final class SysbenchScorecard implements Scorecard {

    static final String TRANSACTIONS = "transactionsPerSecond";
    static final String QUERIES = "queriesPerSecond";
    static final String READS = "readsPerSecond";
    static final String WRITES = "writesPerSecond";
    static final String OTHERS = "othersPerSecond";

    /** BEGIN and COMMIT, which sysbench counts among the queries. */
    private static final int BRACKETS = 2;

    /** For {@link java.util.ServiceLoader}. */
    public SysbenchScorecard() {}

    @Override
    public boolean knows(String workload) {
        return test(workload).isPresent();
    }

    @Override
    public Set<String> names() {
        return Set.of(TRANSACTIONS, QUERIES, READS, WRITES, OTHERS);
    }

    @Override
    public Optional<String> mainScore() {
        return Optional.of(TRANSACTIONS);
    }

    @Override
    public Map<String, Double> scores(RunResult result) {
        TestKind test = test(result.workload().name())
                .orElseThrow(() -> new IllegalArgumentException("not a workload of sysbench's kind: "
                        + result.workload().name()));
        double perSecond = result.operation(test.operation().name())
                .map(OperationResult::throughputPerSecond)
                .orElse(0.0);
        return scores(test.script(new Parameters(result.workload().parameters())), perSecond);
    }

    /** Returns the scores for a rate of transactions of a script, in transactions a second. */
    static Map<String, Double> scores(EventScript script, double transactions) {
        int reads = script.count(Step.SELECT);
        int writes = script.count(Step.INSERT, Step.UPDATE, Step.DELETE);
        int others = script.unbracketed() ? 0 : BRACKETS;
        Map<String, Double> scores = new TreeMap<>();
        scores.put(TRANSACTIONS, transactions);
        scores.put(QUERIES, transactions * (reads + writes + others));
        scores.put(READS, transactions * reads);
        scores.put(WRITES, transactions * writes);
        scores.put(OTHERS, transactions * others);
        return Collections.unmodifiableMap(scores);
    }

    @Override
    public List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        return List.of();
    }

    private static Optional<TestKind> test(String workload) {
        return Arrays.stream(TestKind.values())
                .filter(test -> test.workload().equals(workload))
                .findFirst();
    }
}
