package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.dbharness.random.Seed;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Rows of one shape, a unit each.
 *
 * @param desk   where statements go
 * @param text   of the table
 * @param amount of rows
 */
record StressContents(Desk desk, TableText text, Amount amount) implements Contents {

    @Override
    public Facts facts() {
        String scale = text.shape() + ", " + amount + ", compaction "
                + text.storage().compaction().word() + ", compression "
                + text.storage().compression().word();
        return new Facts(text.keyspace(), text.shape().table(), scale, "rows", 1);
    }

    @Override
    public long units() {
        return amount.rows(text.shape(), keyspace().nodes(), keyspace().replicas());
    }

    @Override
    public void createKeyspace() {
        keyspace().create();
    }

    @Override
    public void createTable() {
        desk.execute(text.of("table"));
    }

    @Override
    public LongFunction<Iterator<BoundStatement>> writes(Seed seed, long version) {
        StressTable table = new StressTable(desk.driver(), text, seed);
        return row -> List.of(table.load(row, version)).iterator();
    }

    private Keyspace keyspace() {
        return new Keyspace(desk, text.keyspace(), text.storage().replicas());
    }
}
