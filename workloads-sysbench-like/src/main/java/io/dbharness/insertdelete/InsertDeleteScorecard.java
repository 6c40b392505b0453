package io.dbharness.insertdelete;

import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Scores results as the published test reports them. Rows a second count inserts and deletes; MB a minute count the values of inserted
 * rows, in MiB. The use of a limit is the mean over the measurement, reported by the server or relative to a declared limit. It gives the
 * rows a second at which the limit would be reached. Immutable.
 */
@Internal
public final class InsertDeleteScorecard implements Scorecard {

    static final String ROWS = "rowsPerSecond";
    static final String DATA = "insertedMbPerMinute";
    static final String SKIPPED = "skippedPercent";
    static final String LOG_WRITE = "logWritePercent";
    static final String DATA_IO = "dataIoPercent";
    static final String CPU = "cpuPercent";
    static final String PREDICTED = "predictedRowsPerSecond";

    /** Metrics of PostgreSQL that are compared with declared limits, because it does not know its limits; Azure SQL reports percentages. */
    private static final List<Declared> DECLARED = List.of(
            new Declared(LOG_WRITE, "walBytesPerSecond", Limits.WAL),
            new Declared(DATA_IO, "readBytesPerSecond", Limits.READ));

    private static final double MIB = 1 << 20;
    private static final double SECONDS_A_MINUTE = 60;
    private static final double HUNDRED = 100;

    /** A score from a metric of the server and a declared limit. */
    private record Declared(String score, String level, String limit) {}

    /** For {@link java.util.ServiceLoader}. */
    public InsertDeleteScorecard() {}

    @Override
    public boolean knows(String workload) {
        return workload.equals(InsertDelete.NAME);
    }

    @Override
    public Set<String> names() {
        return Set.of(ROWS, DATA, SKIPPED, LOG_WRITE, DATA_IO, CPU, PREDICTED);
    }

    @Override
    public Optional<String> mainScore() {
        return Optional.of(ROWS);
    }

    @Override
    public Map<String, Double> scores(RunResult result) {
        Map<String, Double> scores = new TreeMap<>();
        double rows = result.throughputPerSecond().value();
        double inserted = result.operation(Calls.INSERT.name())
                .map(OperationResult::throughputPerSecond)
                .orElse(0.0);
        scores.put(ROWS, rows);
        scores.put(DATA, inserted * InsertDeleteRow.MEAN_BYTES * SECONDS_A_MINUTE / MIB);
        long intended = result.totals().intended();
        scores.put(SKIPPED, intended == 0 ? 0 : HUNDRED * result.totals().skipped() / intended);
        Map<String, Double> used = utilisation(result);
        scores.putAll(used);
        used.values().stream()
                .filter(percent -> percent > 0)
                .mapToDouble(percent -> rows * HUNDRED / percent)
                .min()
                .ifPresent(predicted -> scores.put(PREDICTED, predicted));
        return Collections.unmodifiableMap(scores);
    }

    private static Map<String, Double> utilisation(RunResult result) {
        Map<String, Double> used = new TreeMap<>();
        for (String name : List.of(LOG_WRITE, DATA_IO, CPU)) {
            result.server().figures(name).ifPresent(figures -> used.put(name, figures.mean()));
        }
        Limits limits = Limits.parse(result.workload().parameters().getOrDefault(InsertDelete.LIMIT, ""))
                .orElseThrow();
        for (Declared declared : DECLARED) {
            Long limit = limits.bytesPerSecond().get(declared.limit());
            if (limit != null) {
                result.server()
                        .figures(declared.level())
                        .ifPresent(figures -> used.put(declared.score(), HUNDRED * figures.mean() / limit));
            }
        }
        return used;
    }

    @Override
    public List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        return List.of();
    }
}
