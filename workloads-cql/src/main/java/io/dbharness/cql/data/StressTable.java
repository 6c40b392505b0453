package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.dbharness.random.Seed;
import java.nio.ByteBuffer;

/** The prepared statements of one table and the values of its rows. Thread-safe. */
public final class StressTable {

    private final RowShape shape;
    private final RandomValues values;
    private final PreparedStatement insert;
    private final PreparedStatement load;
    private final PreparedStatement select;
    private final PreparedStatement readBack;

    StressTable(CqlSession driver, TableText text, Seed seed) {
        this.shape = text.shape();
        this.values = new RandomValues(seed, shape.columnBytes());
        ConsistencyLevel level = text.storage().consistency();
        this.insert = prepare(driver, text.of("insert"), level);
        this.load = prepare(driver, text.load(), level);
        this.select = prepare(driver, text.of("select"), level);
        this.readBack = prepare(driver, text.of("read-back"), ReadBack.levelAfter(level));
    }

    /** The level is set before preparing, so that no request has to look it up. */
    private static PreparedStatement prepare(CqlSession driver, String text, ConsistencyLevel level) {
        return driver.prepare(SimpleStatement.newInstance(text).setConsistencyLevel(level));
    }

    /** Writes a row at a version, which is also its time stamp in microseconds: the highest version wins, in whatever order they arrive. */
    public BoundStatement write(long row, long version) {
        return write(insert, row, version);
    }

    /** The same for a row of the data set itself, which never expires. */
    BoundStatement load(long row, long version) {
        return write(load, row, version);
    }

    private BoundStatement write(PreparedStatement statement, long row, long version) {
        BoundStatementBuilder builder = key(statement.boundStatementBuilder(), row);
        int first = shape.clustered() ? 2 : 1;
        for (int column = 0; column < shape.columns(); column++) {
            builder = builder.setBytesUnsafe(first + column, values.value(row, column, version));
        }
        return builder.setQueryTimestamp(version).build();
    }

    /** Reads the values of a row. */
    public BoundStatement read(long row) {
        return key(select.boundStatementBuilder(), row).build();
    }

    BoundStatement readBack(long row) {
        return key(readBack.boundStatementBuilder(), row).build();
    }

    /** The version of a row that was read back. */
    long version(Row found) {
        return found.getLong(shape.columns());
    }

    /** Whether a row that was read back has the values of its version. */
    boolean isWhole(long row, Row found) {
        long version = version(found);
        for (int column = 0; column < shape.columns(); column++) {
            if (!values.value(row, column, version).equals(found.getBytesUnsafe(column))) {
                return false;
            }
        }
        return true;
    }

    private BoundStatementBuilder key(BoundStatementBuilder builder, long row) {
        int rows = shape.rowsInPartition();
        ByteBuffer key = ByteBuffer.allocate(Long.BYTES).putLong(0, row / rows);
        BoundStatementBuilder keyed = builder.setBytesUnsafe(0, key);
        if (!shape.clustered()) {
            return keyed;
        }
        ByteBuffer item = ByteBuffer.allocate(Integer.BYTES).putInt(0, (int) (row % rows));
        return keyed.setBytesUnsafe(1, item);
    }
}
