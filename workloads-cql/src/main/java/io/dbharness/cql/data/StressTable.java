package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.Ratio;
import io.dbharness.random.Seed;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The prepared statements of one table and the values of its rows. Thread-safe. */
public final class StressTable {

    private final RowShape shape;
    private final StressBytes bytes;
    private final PreparedStatement insert;
    private final PreparedStatement load;
    private final PreparedStatement select;
    private final PreparedStatement readBack;
    private final Optional<Ratio> populated;
    /** For each column, the share of populated columns from which on it has a value. */
    private final double[] places;

    private final AtomicLong drawn = new AtomicLong();

    StressTable(CqlSession driver, TableText text) {
        this.shape = text.shape();
        this.bytes = new StressBytes(shape.keyBytes(), shape.columns(), shape.size());
        this.populated = text.storage().populated();
        List<String> sorted = shape.columns().stream().sorted().toList();
        this.places = shape.columns().stream()
                .mapToDouble(column -> (sorted.indexOf(column) + 1.0) / sorted.size())
                .toArray();
        ConsistencyLevel level = text.storage().consistency();
        ConsistencyLevel writes = Levels.ofWrites(level);
        this.insert = Requests.prepare(driver, text.of("insert"), writes);
        this.load = Requests.prepare(driver, text.load(), writes);
        this.select = Requests.prepare(driver, text.of("select"), level);
        this.readBack = Requests.prepare(driver, text.of("read-back"), ReadBack.levelAfter(writes));
    }

    /**
     * Writes a row at a version, which is also its time stamp in microseconds: the highest version wins, in whatever order the writes
     * arrive.
     */
    public BoundStatement write(long row, long version) {
        if (populated.isEmpty()) {
            return write(insert, row, version, 1);
        }
        long ordinal = drawn.getAndIncrement();
        return write(
                insert, row, version, populated.get().draw(Seed.DEFAULT.stream("row-population", ordinal), ordinal));
    }

    /** Writes a row of the data set, which never expires. */
    BoundStatement load(long row, long version) {
        return write(load, row, version, 1);
    }

    /** @param share of the columns that have a value */
    private BoundStatement write(PreparedStatement statement, long row, long version, double share) {
        Key key = key(row);
        BoundStatementBuilder builder = key.on(statement.boundStatementBuilder());
        int first = shape.clustered() ? 2 : 1;
        for (int column = 0; column < shape.columns().size(); column++) {
            builder = builder.setBytesUnsafe(
                    first + column, places[column] <= share ? bytes.value(key.seed(), column) : null);
        }
        return builder.setQueryTimestamp(version).build();
    }

    /** Reads the values of a row. */
    public BoundStatement read(long row) {
        return key(row).on(select.boundStatementBuilder()).build();
    }

    BoundStatement readBack(long row) {
        return key(row).on(readBack.boundStatementBuilder()).build();
    }

    /** Returns the version of a row that was read back: the oldest of its values; the highest number for a row without any. */
    long version(Row found) {
        int columns = shape.columns().size();
        return IntStream.range(columns, 2 * columns)
                .filter(column -> !found.isNull(column))
                .mapToLong(found::getLong)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Returns true if a row that was read has the values that belong to its key; columns that some writes leave out may have none. */
    public boolean isWhole(long row, Row found) {
        long seed = key(row).seed();
        double always = populated.map(Ratio::least).orElse(1.0);
        for (int column = 0; column < shape.columns().size(); column++) {
            ByteBuffer value = found.getBytesUnsafe(column);
            boolean leftOut = value == null && places[column] > always;
            if (!leftOut && !bytes.value(seed, column).equals(value)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The key of a row.
     *
     * @param partition its partition key
     * @param item      the row's number within the partition; null for the only one
     * @param seed      of its values
     */
    private record Key(ByteBuffer partition, @Nullable Integer item, long seed) {

        BoundStatementBuilder on(BoundStatementBuilder builder) {
            BoundStatementBuilder keyed = builder.setBytesUnsafe(0, partition);
            return item == null
                    ? keyed
                    : keyed.setBytesUnsafe(1, ByteBuffer.allocate(Integer.BYTES).putInt(0, item));
        }
    }

    /** Returns the key of a row. Partitions are numbered from 1, like the seeds of cassandra-stress, and rows from 0. */
    private Key key(long row) {
        int rows = shape.rowsInPartition();
        byte[] partition = bytes.key(row / rows + 1);
        int item = (int) (row % rows);
        return shape.clustered()
                ? new Key(ByteBuffer.wrap(partition), item, StressBytes.seed(partition, item))
                : new Key(ByteBuffer.wrap(partition), null, StressBytes.seed(partition));
    }
}
