package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.driver.Levels;
import java.nio.ByteBuffer;
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

    StressTable(CqlSession driver, TableText text) {
        this.shape = text.shape();
        this.bytes = new StressBytes(shape.keyBytes(), shape.columns(), shape.size());
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
        return write(insert, row, version);
    }

    /** Writes a row of the data set, which never expires. */
    BoundStatement load(long row, long version) {
        return write(load, row, version);
    }

    private BoundStatement write(PreparedStatement statement, long row, long version) {
        Key key = key(row);
        BoundStatementBuilder builder = key.on(statement.boundStatementBuilder());
        int first = shape.clustered() ? 2 : 1;
        for (int column = 0; column < shape.columns().size(); column++) {
            builder = builder.setBytesUnsafe(first + column, bytes.value(key.seed(), column));
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

    /** Returns the version of a row that was read back: the oldest of its values. */
    long version(Row found) {
        int columns = shape.columns().size();
        return IntStream.range(columns, 2 * columns)
                .mapToLong(found::getLong)
                .min()
                .orElse(0);
    }

    /** Returns true if a row that was read has the values that belong to its key. */
    public boolean isWhole(long row, Row found) {
        long seed = key(row).seed();
        for (int column = 0; column < shape.columns().size(); column++) {
            if (!bytes.value(seed, column).equals(found.getBytesUnsafe(column))) {
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
