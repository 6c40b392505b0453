package io.dbharness.disk;

import io.dbharness.model.Caveat;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import io.dbharness.workload.Sizes;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Scores results as tools for disks do: I/Os and megabytes a second, mean latency. A megabyte is 10^6 bytes. Immutable. */
public final class DiskScorecard implements Scorecard {

    static final String IOPS = "iops";
    static final String MB = "mbPerSecond";
    static final String MEAN = "meanMillis";

    private static final double MEGA = 1e6;
    private static final double NANOS_A_MILLI = 1e6;

    /** For {@link java.util.ServiceLoader}. */
    public DiskScorecard() {}

    @Override
    public boolean knows(String workload) {
        return workload.equals(Disk.NAME);
    }

    @Override
    public Map<String, Double> scores(RunResult result) {
        double megabytes = Sizes.parse(result.workload().parameters().getOrDefault(DiskSettings.BLOCK, ""))
                        .orElse(0)
                / MEGA;
        Map<String, Double> scores = new TreeMap<>();
        double all = result.throughputPerSecond().value();
        scores.put(IOPS, all);
        scores.put(MB, all * megabytes);
        result.combined("total")
                .ifPresent(total -> scores.put(MEAN, total.response().meanNanos() / NANOS_A_MILLI));
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
