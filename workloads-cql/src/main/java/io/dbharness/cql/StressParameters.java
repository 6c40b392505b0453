package io.dbharness.cql;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.dbharness.cql.data.Compaction;
import io.dbharness.cql.data.Compression;
import io.dbharness.workload.Optionally;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Choice;
import io.dbharness.workload.Parameter.Whole;
import io.dbharness.workload.Sizes;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The options of the stress workloads. */
final class StressParameters {

    static final String PAYLOAD = "payload";
    static final String ROWS = "rows";
    static final String PARTITIONS = "partitions";
    static final String FILL = "fill";
    static final String CAPACITY = "capacity";
    static final String CLUSTERING = "clustering";
    static final String DISTRIBUTION = "distribution";
    static final String RATIO = "ratio";
    static final String BATCH = "batch";
    static final String TTL = "ttl";
    static final String COMPACTION = "compaction";
    static final String COMPRESSION = "compression";
    static final String CONSISTENCY = "consistency";
    static final String REPLICATION = "replication";

    static final String SMALL = "small";
    static final String MEDIUM = "medium";
    /** The article names no size; ten kilobytes are a request that a disk notices. */
    static final int MEDIUM_BYTES = 10_240;

    private static final long MOST_PAYLOAD = 8L << 20;
    private static final long MOST_FILL = 1L << 50;
    private static final long MOST_ROWS = 1_000_000_000_000L;
    private static final int MOST_CLUSTERING = 1_000_000;
    private static final int MOST_BATCH = 1_000;
    private static final int MOST_REPLICAS = 9;

    private StressParameters() {}

    static Parameter ratio() {
        return new Parameter(RATIO, "how many reads come to how many writes", "read=1,write=1", new Mixes());
    }

    static Parameter batch() {
        return new Parameter(
                BATCH,
                "rows of one partition that a write puts into one unlogged batch",
                "1",
                new Whole(1, MOST_BATCH));
    }

    static Parameter ttl() {
        return new Parameter(TTL, "after which measured writes expire; 0 for never", "0", new Spans());
    }

    /** What every stress workload has. */
    static List<Parameter> common() {
        return List.of(
                new Parameter(
                        PAYLOAD,
                        "values of a row: small is 5 x 34 bytes, medium 10 KB, a size is one value of it",
                        SMALL,
                        new Sizes(List.of(SMALL, MEDIUM), MOST_PAYLOAD, false)),
                new Parameter(
                        ROWS,
                        "rows of the data set; left out, 100000 small ones or 10000 others",
                        "",
                        new Optionally(new Whole(1, MOST_ROWS))),
                new Parameter(
                        PARTITIONS,
                        "the same as partitions of --clustering rows",
                        "",
                        new Optionally(new Whole(1, MOST_ROWS / MOST_CLUSTERING))),
                new Parameter(
                        FILL,
                        "the same as bytes that each node holds after the load, or as a share of its disk such as 30%",
                        "",
                        new Fills(MOST_FILL)),
                new Parameter(
                        CAPACITY,
                        "what the disk of each node holds, for a --fill in per cent; left out, known of embedded nodes only",
                        "",
                        new Sizes(List.of(), MOST_FILL, true)),
                new Parameter(CLUSTERING, "rows of a partition", "1", new Whole(1, MOST_CLUSTERING)),
                new Parameter(
                        DISTRIBUTION,
                        "which rows are asked for how often",
                        KeyDistribution.UNIFORM.word(),
                        new Choice(KeyDistribution.words())),
                consistency(),
                new Parameter(
                        COMPACTION,
                        "strategy of the table",
                        Compaction.SIZE_TIERED.word(),
                        new Choice(Arrays.stream(Compaction.values())
                                .map(Compaction::word)
                                .toList())),
                new Parameter(
                        COMPRESSION,
                        "of the table; values are random and do not shrink",
                        Compression.NONE.word(),
                        new Choice(Arrays.stream(Compression.values())
                                .map(Compression::word)
                                .toList())),
                new Parameter(
                        REPLICATION,
                        "replicas in a keyspace that has to be created; 0 for one a node, at most three",
                        "0",
                        new Whole(0, MOST_REPLICAS)));
    }

    static Parameter consistency() {
        return new Parameter(CONSISTENCY, "level of reads and writes", "local_quorum", new Choice(levels()));
    }

    private static List<String> levels() {
        return Arrays.stream(DefaultConsistencyLevel.values())
                .filter(level -> !level.isSerial())
                .map(level -> level.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
