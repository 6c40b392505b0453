package io.dbharness.experiment;

import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import io.dbharness.target.ServerProbe.Recording;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Puts what others have recorded of a server beside a run, on the run's own time. */
public final class ServerRecordings {

    private static final double NANOS = 1e9;

    private ServerRecordings() {}

    /**
     * The recordings as series; intervals without a value are gaps.
     *
     * @param measured when the measurement begins
     */
    public static ServerStatistics of(List<Recording> recordings, Instant measured) {
        List<Series> series = new ArrayList<>();
        long missing = 0;
        for (Recording recording : recordings) {
            long gaps = recording.values().stream().filter(Objects::isNull).count();
            missing += gaps;
            if (gaps < recording.values().size()) {
                series.add(new Series(
                        recording.name(),
                        Duration.between(measured, recording.start()).toNanos() / NANOS,
                        recording.interval().toNanos() / NANOS,
                        recording.values()));
            }
        }
        return new ServerStatistics(
                series,
                Map.of(),
                missing == 0 ? Gaps.NONE : new Gaps(missing, "the service had recorded no value for an interval"));
    }
}
