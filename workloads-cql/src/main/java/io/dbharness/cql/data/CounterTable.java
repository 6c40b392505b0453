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

/** The prepared statements of one table of counters. Thread-safe. */
public final class CounterTable {

    private final StressBytes bytes;
    private final int columns;
    private final PreparedStatement add;
    private final PreparedStatement select;
    private final PreparedStatement readBack;

    CounterTable(CqlSession driver, TableText text) {
        this.bytes = new StressBytes(text.shape().keyBytes(), text.shape().columns(), ValueSize.fixed(0));
        this.columns = text.shape().columns().size();
        ConsistencyLevel level = text.storage().consistency();
        this.add = Requests.prepare(driver, text.of("counter-add"), Levels.ofWrites(level));
        this.select = Requests.prepare(driver, text.of("select"), level);
        this.readBack = Requests.prepare(driver, text.of("select"), ReadBack.levelAfter(Levels.ofWrites(level)));
    }

    /** Adds {@code amount} to each counter of a row, numbered from 0. */
    public BoundStatement add(long row, long amount) {
        BoundStatementBuilder builder = add.boundStatementBuilder();
        for (int column = 0; column < columns; column++) {
            builder = builder.setLong(column, amount);
        }
        return builder.setBytesUnsafe(columns, key(row)).build();
    }

    /** Reads the counters of a row. */
    public BoundStatement read(long row) {
        return select.boundStatementBuilder().setBytesUnsafe(0, key(row)).build();
    }

    BoundStatement readBack(long row) {
        return readBack.boundStatementBuilder().setBytesUnsafe(0, key(row)).build();
    }

    /** Returns the lowest of the counters of a row that was read; 0 for a row that does not exist. */
    long lowest(@Nullable Row found) {
        return found == null
                ? 0
                : IntStream.range(0, columns).mapToLong(found::getLong).min().orElse(0);
    }

    private ByteBuffer key(long row) {
        return ByteBuffer.wrap(bytes.key(row + 1));
    }
}
