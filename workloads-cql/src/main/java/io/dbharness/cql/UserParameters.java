package io.dbharness.cql;

import io.dbharness.workload.Optionally;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Whole;
import java.util.List;

/** The options of {@code cql user}. */
final class UserParameters {

    static final String PROFILE = "profile";
    static final String OPS = "ops";
    static final String PARTITIONS = "partitions";
    static final String POPULATION = "population";

    private static final long MOST_PARTITIONS = 1_000_000_000_000L;

    private UserParameters() {}

    static List<Parameter> all() {
        return List.of(
                new Parameter(PROFILE, "a profile of cassandra-stress", "", new ReadableFile()),
                new Parameter(
                        OPS,
                        "what to do how often: insert and the names of the profile's queries",
                        "insert=1",
                        new Weights()),
                new Parameter(
                        PARTITIONS,
                        "partitions to load, numbered from 1; left out, as many as make about 100000 rows",
                        "",
                        new Optionally(new Whole(0, MOST_PARTITIONS))),
                new Parameter(
                        POPULATION,
                        "which partitions are asked for and written how often, such as gaussian(1..1M) or seq(1..1M); left out,"
                                + " all that are loaded alike",
                        "",
                        new Optionally(new Spreads())),
                StressParameters.consistency());
    }
}
