package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.distribution.Distribution;
import io.dbharness.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A profile of cassandra-stress, checked. Immutable.
 *
 * @param names    what operations may call it by, the first its own: its specname and its file's name
 * @param keyspace where the table is
 * @param table    its name
 * @param ddl      the statements that create both
 * @param columns  of the table: partition key, clustering, static, others; none as long as only the server knows them
 * @param specs    what it says of the values of columns, by their names
 * @param insert   how rows are written
 * @param queries  by the names they were given
 * @param scans    reads of whole token ranges
 */
public record Profile(
        List<String> names,
        String keyspace,
        String table,
        Ddl ddl,
        List<Column> columns,
        Map<String, Column.Spec> specs,
        Insert insert,
        List<Query> queries,
        List<TokenScan> scans) {

    private static final Pattern EXPIRES =
            Pattern.compile("default_time_to_live\\s*=\\s*[1-9]", Pattern.CASE_INSENSITIVE);

    public Profile {
        names = List.copyOf(names);
        columns = List.copyOf(columns);
        specs = Map.copyOf(specs);
        queries = List.copyOf(queries);
        scans = List.copyOf(scans);
    }

    /**
     * The statements that create the keyspace, the table and what belongs to it, as the profile has them.
     *
     * @param keyspace empty when the keyspace is made by this program
     * @param types    those that create types, which come before the table
     * @param table    the table's own; empty when it has to be there
     * @param extra    what comes after it
     */
    public record Ddl(Optional<String> keyspace, List<String> types, Optional<String> table, List<String> extra) {}

    /** What operations call it. */
    public String name() {
        return names.get(0);
    }

    /** Whether an operation means it by this word, in any case. */
    public boolean isCalled(String word) {
        return names.stream().anyMatch(word::equalsIgnoreCase);
    }

    /** The same with the columns of the table as the server has it, drawn as this profile says. */
    public Profile with(Optional<String> definition, List<Column> ofTable) {
        List<Column> drawn = ofTable.stream()
                .map(column -> column.with(specs.getOrDefault(column.name(), column.spec())))
                .toList();
        Ddl known = new Ddl(ddl.keyspace, ddl.types, definition, ddl.extra);
        return new Profile(names, keyspace, table, known, drawn, specs, insert, queries, scans);
    }

    /** Whether its table counts, and holds nothing else beside its key. */
    public boolean counts() {
        return columns.stream().anyMatch(Column::isCounter);
    }

    /**
     * How an operation writes.
     *
     * @param partitions  how many partitions it writes to
     * @param visits      over how many operations the rows of a partition are spread
     * @param select      which share of the rows it writes
     * @param populated   in which share of a row's columns there is a value
     * @param logged      whether its batch is a logged one
     * @param condition   without which the server leaves the row as it is, such as {@code IF NOT EXISTS}
     * @param consistency of the statement
     */
    public record Insert(
            Distribution partitions,
            Distribution visits,
            Ratio select,
            Ratio populated,
            boolean logged,
            Optional<String> condition,
            Consistency consistency) {}

    /**
     * The consistency of a statement.
     *
     * @param level  empty for that of the run
     * @param serial level of the condition of a conditional write; empty for that of the target
     */
    public record Consistency(Optional<ConsistencyLevel> level, Optional<ConsistencyLevel> serial) {}

    /**
     * A statement of the user's own.
     *
     * @param name        as the profile has it
     * @param cql         with a mark for each column it asks for
     * @param sameRow     whether all its values come from one row
     * @param consistency of the statement
     */
    public record Query(String name, String cql, boolean sameRow, Consistency consistency) {

        private static final Pattern CONDITION = Pattern.compile("\\bIF\\b", Pattern.CASE_INSENSITIVE);
        private static final Pattern REMOVES = Pattern.compile("\\b(DELETE|TTL|TRUNCATE)\\b", Pattern.CASE_INSENSITIVE);

        /** Whether it only reads. */
        public boolean reads() {
            return isRead(cql);
        }

        /** Returns true for a query whose name in {@code --ops} is the insert of rows. */
        public boolean isShadowed() {
            return name.equalsIgnoreCase("insert");
        }

        static boolean isRead(String cql) {
            return cql.strip().regionMatches(true, 0, "select", 0, "select".length());
        }

        /** Whether it is a write that the server may leave undone. */
        public boolean isConditional() {
            return !reads() && CONDITION.matcher(cql).find();
        }

        /** Whether rows, or values of them, may be gone after it. */
        public boolean removes() {
            return !reads() && REMOVES.matcher(cql).find();
        }
    }

    /**
     * A walk over all rows of the table in the order of their tokens, a page at a time.
     *
     * @param name     as the profile has it
     * @param columns  as they are to be selected
     * @param pageSize rows at most
     */
    public record TokenScan(String name, String columns, int pageSize) {}

    /** What it asks for that cassandra-stress takes otherwise, or not at all; for the notes of a run. */
    public List<String> differences() {
        List<String> differences = new ArrayList<>();
        if (insert.visits().most() > 1) {
            differences.add("insert.visits " + insert.visits()
                    + " spreads a partition over several operations; there only -insert visits= does");
        }
        if (insert.populated().varies()) {
            differences.add("row-population is drawn for each row, there for each operation");
        }
        if (insert.condition().isPresent()) {
            differences.add("insert.condition is not known there");
        }
        if (queries.stream().anyMatch(Query::isConditional)) {
            differences.add("the values behind IF are those that rows are loaded with; there they are read first");
        }
        return differences;
    }

    /** Parts of the profile that are not used, here and in cassandra-stress alike. */
    public List<String> unused() {
        Set<String> known = columns.stream().map(Column::name).collect(Collectors.toSet());
        return Stream.concat(
                        specs.keySet().stream()
                                .filter(name -> !known.contains(name))
                                .sorted()
                                .map(name -> "columnspec of " + name + ", which is no column of " + table),
                        queries.stream()
                                .filter(Query::isShadowed)
                                .map(query -> "the query " + query.name() + ", as insert writes rows"))
                .toList();
    }

    /** Columns of the primary key, the partition's first. */
    public List<Column> keys() {
        return columns.stream()
                .filter(column -> column.kind() == Column.Kind.PARTITION || column.kind() == Column.Kind.CLUSTERING)
                .toList();
    }

    /** Whether rows go by themselves. */
    public boolean expires() {
        return ddl.table().filter(text -> EXPIRES.matcher(text).find()).isPresent();
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
