package io.dbharness.study;

import java.util.List;

/** Loads the course of a run second by second. */
@FunctionalInterface
public interface Timelines {

    /** None is known. */
    Timelines NONE = (run, metric) -> List.of();

    /**
     * The course of a metric over the measurement, in the unit that numbers are kept in; empty when it is not known.
     *
     * @param metric {@code throughput}, {@code p50}, {@code p99}, {@code max}, {@code mean} or {@code server.NAME}
     * @return x in seconds since the begin of the measurement
     */
    List<StudyChart.Point> of(Observation run, String metric);
}
