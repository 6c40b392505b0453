package io.dbharness.disk;

import io.dbharness.model.Caveat;
import io.dbharness.quantity.Quantities;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Scores results like disk benchmarks: I/Os and megabytes a second, mean latency. A megabyte is 10^6 bytes. Immutable. */
public final class DiskScorecard implements Scorecard {

    private static final String IOPS = "iops";
    private static final String MEGABYTES = "mbPerSecond";
    private static final String MEAN = "meanMillis";

    /** Called by {@link java.util.ServiceLoader}. */
    public DiskScorecard() {}

    @Override
    public boolean knows(String workload) {
        return workload.equals(Disk.NAME);
    }

    @Override
    public Set<String> names() {
        return Set.of(IOPS, MEGABYTES, MEAN, "readIops", "readMbPerSecond", "writeIops", "writeMbPerSecond");
    }

    @Override
    public Optional<String> mainScore() {
        return Optional.of(IOPS);
    }

    @Override
    public Map<String, Double> scores(RunResult result) {
        String block = result.workload().parameters().getOrDefault(DiskSettings.BLOCK, "");
        double megabytes = Quantities.bytes(block).orElse(0) / 1e6;
        Map<String, Double> scores = new TreeMap<>();
        double all = result.throughputPerSecond().value();
        scores.put(IOPS, all);
        scores.put(MEGABYTES, all * megabytes);
        result.combined("total")
                .ifPresent(total -> scores.put(MEAN, total.response().meanNanos() / 1e6));
        if (result.operations().size() > 1) {
            for (OperationResult operation : result.operations()) {
                String name = operation.name().toLowerCase(Locale.ROOT);
                scores.put(name + "Iops", operation.throughputPerSecond());
                scores.put(name + "MbPerSecond", operation.throughputPerSecond() * megabytes);
            }
        }
        return Collections.unmodifiableMap(scores);
    }

    @Override
    public List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        return List.of();
    }
}
