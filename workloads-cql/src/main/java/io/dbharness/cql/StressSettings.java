package io.dbharness.cql;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.dbharness.cql.data.Amount;
import io.dbharness.cql.data.Compaction;
import io.dbharness.cql.data.Compression;
import io.dbharness.cql.data.RowShape;
import io.dbharness.cql.data.Storage;
import io.dbharness.model.Problems;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Sizes;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The parameters of a stress workload, checked together.
 *
 * @param shape        of rows
 * @param storage      of the table
 * @param amount       of data
 * @param distribution of keys
 * @param batch        rows a write
 */
record StressSettings(RowShape shape, Storage storage, Amount amount, KeyDistribution distribution, int batch) {

    /** Five columns of 34 bytes: the row that cassandra-stress writes unless told otherwise. */
    private static final int SMALL_COLUMNS = 5;

    private static final int SMALL_BYTES = 34;
    private static final long DEFAULT_SMALL_ROWS = 100_000;
    private static final long DEFAULT_OTHER_ROWS = 10_000;

    /** Throws a {@link io.dbharness.model.UsageException} that names every bad combination. */
    static StressSettings of(Parameters parameters, Disk disk) {
        Problems problems = new Problems();
        StressSettings settings = of(parameters, disk, problems);
        problems.throwIfAny();
        return settings;
    }

    /**
     * What is known of the disks under the nodes without asking the user.
     *
     * @param asked     whether anybody has been asked; until then a share of a disk stands for a byte
     * @param nodeBytes what one of them holds
     */
    record Disk(boolean asked, OptionalLong nodeBytes) {
        static final Disk UNASKED = new Disk(false, OptionalLong.empty());
    }

    /** Notes every bad combination; what it returns is only to be used when nothing was. */
    static StressSettings of(Parameters parameters, Disk disk, Problems problems) {
        int clustering = parameters.whole(StressParameters.CLUSTERING);
        int batch = Integer.parseInt(given(parameters, StressParameters.BATCH, "1"));
        problems.require(
                clustering % batch == 0,
                "--batch writes rows of one partition, so --clustering must be a multiple of it: not " + batch + " of "
                        + clustering);
        return new StressSettings(
                shape(parameters.text(StressParameters.PAYLOAD), clustering),
                storage(parameters),
                amount(parameters, disk, problems),
                KeyDistribution.of(parameters.text(StressParameters.DISTRIBUTION)),
                batch);
    }

    private static RowShape shape(String payload, int clustering) {
        return switch (payload) {
            case StressParameters.SMALL -> new RowShape(SMALL_COLUMNS, SMALL_BYTES, clustering);
            case StressParameters.MEDIUM -> new RowShape(1, StressParameters.MEDIUM_BYTES, clustering);
            default -> new RowShape(1, (int) Sizes.parse(payload).orElseThrow(), clustering);
        };
    }

    private static Storage storage(Parameters parameters) {
        return new Storage(
                Compaction.valueOf(constant(parameters.text(StressParameters.COMPACTION))),
                Compression.valueOf(constant(parameters.text(StressParameters.COMPRESSION))),
                parameters.whole(StressParameters.REPLICATION),
                DefaultConsistencyLevel.valueOf(constant(parameters.text(StressParameters.CONSISTENCY))),
                Spans.parse(given(parameters, StressParameters.TTL, "0")).orElseThrow());
    }

    /** Of an option that only some of the workloads have. */
    private static String given(Parameters parameters, String name, String otherwise) {
        return parameters.values().getOrDefault(name, otherwise);
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static Amount amount(Parameters parameters, Disk disk, Problems problems) {
        int clustering = parameters.whole(StressParameters.CLUSTERING);
        String rows = parameters.text(StressParameters.ROWS);
        String partitions = parameters.text(StressParameters.PARTITIONS);
        String fill = parameters.text(StressParameters.FILL);
        int given = (rows.isEmpty() ? 0 : 1) + (partitions.isEmpty() ? 0 : 1) + (fill.isEmpty() ? 0 : 1);
        problems.require(
                given <= 1, "--rows, --partitions and --fill all say how much data there is; give one of them");
        String capacity = parameters.text(StressParameters.CAPACITY);
        problems.require(
                capacity.isEmpty() || Fills.share(fill).isPresent(),
                "--capacity is for a --fill in per cent, such as 30%; give both or neither");
        if (!fill.isEmpty()) {
            return fill(fill, Sizes.parse(capacity), disk, problems);
        }
        if (!partitions.isEmpty()) {
            return new Amount(Long.parseLong(partitions) * clustering, 0);
        }
        return rows(parameters, rows, clustering, problems);
    }

    private static Amount fill(String fill, OptionalLong capacity, Disk disk, Problems problems) {
        OptionalDouble share = Fills.share(fill);
        if (share.isEmpty()) {
            return new Amount(0, Sizes.parse(fill).orElseThrow());
        }
        OptionalLong bytes = capacity.isPresent() ? capacity : disk.nodeBytes();
        problems.require(
                bytes.isPresent() || !disk.asked(),
                "--fill " + fill + " needs --capacity SIZE: CQL does not tell what the disks of the nodes hold");
        return new Amount(0, Math.max(1, (long) (share.getAsDouble() * bytes.orElse(1))));
    }

    private static Amount rows(Parameters parameters, String rows, int clustering, Problems problems) {
        if (!rows.isEmpty()) {
            long count = Long.parseLong(rows);
            problems.require(
                    count % clustering == 0,
                    "--rows " + count + " are no whole partitions of --clustering " + clustering + " rows");
            return new Amount(count, 0);
        }
        boolean small = parameters.text(StressParameters.PAYLOAD).equals(StressParameters.SMALL);
        long byDefault = small ? DEFAULT_SMALL_ROWS : DEFAULT_OTHER_ROWS;
        return new Amount(Math.max(1, byDefault / clustering) * clustering, 0);
    }
}
