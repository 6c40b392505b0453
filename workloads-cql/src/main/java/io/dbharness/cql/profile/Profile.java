package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.distribution.Distribution;
import io.dbharness.random.Seed;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A profile of cassandra-stress, checked. Immutable.
 *
 * @param keyspace    where the table is
 * @param table       its name
 * @param ddl         the statements that create both
 * @param columns     of the table: partition key, clustering, static, others
 * @param insert      how rows are written
 * @param queries     by the names they were given
 * @param scans       reads of whole token ranges
 */
public record Profile(
        String keyspace,
        String table,
        Ddl ddl,
        List<Column> columns,
        Insert insert,
        List<Query> queries,
        List<TokenScan> scans) {

    public Profile {
        columns = List.copyOf(columns);
        queries = List.copyOf(queries);
        scans = List.copyOf(scans);
    }

    /**
     * The statements that create the keyspace, the table and what belongs to it, as the profile has them.
     *
     * @param keyspace empty when the keyspace is made by this program
     * @param table    the table's own
     * @param extra    what comes after it
     */
    public record Ddl(Optional<String> keyspace, String table, List<String> extra) {}

    /**
     * How an operation writes.
     *
     * @param partitions  how many partitions it writes to
     * @param visits      over how many operations the rows of a partition are spread
     * @param select      which share of the rows it writes
     * @param populated   in which share of a row's columns there is a value
     * @param logged      whether its batch is a logged one
     * @param consistency empty for that of the run
     */
    public record Insert(
            Distribution partitions,
            Distribution visits,
            Ratio select,
            Ratio populated,
            boolean logged,
            Optional<ConsistencyLevel> consistency) {}

    /**
     * A statement of the user's own.
     *
     * @param name        as the profile has it
     * @param cql         with a mark for each column it asks for
     * @param sameRow     whether all its values come from one row
     * @param consistency empty for that of the run
     */
    public record Query(String name, String cql, boolean sameRow, Optional<ConsistencyLevel> consistency) {

        /** Whether it only reads. */
        public boolean reads() {
            return cql.strip().regionMatches(true, 0, "select", 0, "select".length());
        }
    }

    /**
     * A read of one page of a token range.
     *
     * @param name     as the profile has it
     * @param columns  as they are to be selected
     * @param pageSize rows at most
     */
    public record TokenScan(String name, String columns, int pageSize) {}

    /** Columns of the primary key, the partition's first. */
    public List<Column> keys() {
        return columns.stream()
                .filter(column -> column.kind() == Column.Kind.PARTITION || column.kind() == Column.Kind.CLUSTERING)
                .toList();
    }

    /** Whether rows go by themselves. */
    public boolean expires() {
        return ddl.table().contains("default_time_to_live");
    }

    /** About how many rows a partition has. */
    public double rowsInPartition() {
        RandomGenerator random = Seed.DEFAULT.stream("rows-in-partition", 0);
        return columns.stream()
                .filter(column -> column.kind() == Column.Kind.CLUSTERING)
                .mapToDouble(column -> column.spec().cluster().mean(random))
                .reduce(1, (one, other) -> one * other);
    }
}
