package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.profile.Similarity;
import io.dbharness.profile.Weight;
import io.dbharness.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A validated profile of cassandra-stress. Immutable.
 *
 * @param names    accepted in operations, first the profile's own: its specname and its file's name
 * @param keyspace of the table
 * @param table    its name
 * @param ddl      the statements that create both
 * @param columns  of the table: partition key, clustering, static, others; empty as long as only the server knows them
 * @param specs    distributions of the columns' values, by column name
 * @param insert   how operations write rows
 * @param queries  by the names in the profile
 * @param scans    reads of whole token ranges
 * @param run      how to run it, unless options say otherwise
 * @param skipColumns true to leave out columns of types that cassandra-stress does not write
 */
public record CqlProfile(
        List<String> names,
        String keyspace,
        String table,
        Ddl ddl,
        List<Column> columns,
        Map<String, Column.Spec> specs,
        Insert insert,
        List<Query> queries,
        List<TokenScan> scans,
        Run run,
        boolean skipColumns) {

    private static final Pattern EXPIRES =
            Pattern.compile("default_time_to_live\\s*=\\s*[1-9]", Pattern.CASE_INSENSITIVE);

    public CqlProfile {
        names = List.copyOf(names);
        columns = List.copyOf(columns);
        specs = Map.copyOf(specs);
        queries = List.copyOf(queries);
        scans = List.copyOf(scans);
    }

    /**
     * The profile's statements that create the keyspace, the table and its types, indexes and views.
     *
     * @param keyspace empty if this program creates the keyspace
     * @param types    statements that create types and run before the table's
     * @param table    the table's statement; empty if the table must exist
     * @param extra    other statements that run after the table's
     * @param indexes  statements that create indexes and run after the load
     */
    public record Ddl(
            Optional<String> keyspace,
            List<String> types,
            Optional<String> table,
            List<String> extra,
            List<String> indexes) {}

    /**
     * How to run a profile, unless options say otherwise.
     *
     * @param partitions to load
     * @param population distribution of operations over the partitions
     * @param weights    of the operations by name; none if the profile has none
     */
    public record Run(Optional<Long> partitions, Optional<ValueDistribution> population, Map<String, Weight> weights) {}

    /**
     * Options of a command that change its profile.
     *
     * @param insert      fields of {@code insert} that replace those of the file
     * @param skipColumns true to leave out columns of types that cassandra-stress does not write
     */
    public record Changes(Map<String, String> insert, boolean skipColumns) {

        public static final Changes NONE = new Changes(Map.of(), false);

        public Changes {
            insert = Map.copyOf(insert);
        }
    }

    /** Which rows an operation uses. */
    public enum Choice {
        /** Those of the run's population, or of the operation's own. */
        DRAWN,
        /** A partition after all others, for an insert. */
        NEXT,
        /** The last partitions most often, by YCSB's distribution. */
        LATEST,
        /** One of the rows that this run has written last. */
        RECENT
    }

    /**
     * The partitions of an operation.
     *
     * @param choice  kind of the choice
     * @param numbers distribution over the partitions; the run's population if empty
     * @param rows    number of recent rows
     */
    public record Reach(Choice choice, Optional<ValueDistribution> numbers, int rows) {

        /** The population of the run. */
        public static final Reach OF_RUN = new Reach(Choice.DRAWN, Optional.empty(), 0);
    }

    /** Returns the profile's name in operations. */
    public String name() {
        return names.get(0);
    }

    /** Returns true if an operation's word names this profile, in any case. */
    public boolean isCalled(String word) {
        return names.stream().anyMatch(word::equalsIgnoreCase);
    }

    /** Returns this profile with the columns of the table on the server, and with its own distributions for them. */
    public CqlProfile with(Optional<String> definition, List<Column> ofTable) {
        List<Column> drawn = ofTable.stream()
                .filter(column -> !skipColumns || column.isClassic())
                .map(column -> column.with(specs.getOrDefault(column.name(), column.spec())))
                .toList();
        Ddl known = new Ddl(ddl.keyspace, ddl.types, definition, ddl.extra, ddl.indexes);
        return new CqlProfile(names, keyspace, table, known, drawn, specs, insert, queries, scans, run, skipColumns);
    }

    /** Returns true for a table of counters. */
    public boolean counts() {
        return columns.stream().anyMatch(Column::isCounter);
    }

    /**
     * Settings of the operation that writes.
     *
     * @param partitions  number of partitions per operation
     * @param visits      number of operations over which the rows of a partition are spread
     * @param select      share of the rows that it writes
     * @param populated   share of a row's columns that have a value
     * @param logged      true for a logged batch
     * @param condition   without which the server leaves the row unchanged, such as {@code IF NOT EXISTS}
     * @param consistency of the statement
     * @param reach       partitions that it writes to
     * @param revisit     places among the partitions that have rows left to write, the highest for the first of them: an operation goes on
     *                    with the partition at its place, and begins another if there is none; empty if each user finishes its own first
     */
    public record Insert(
            ValueDistribution partitions,
            ValueDistribution visits,
            Ratio select,
            Ratio populated,
            boolean logged,
            Optional<String> condition,
            Consistency consistency,
            Reach reach,
            Optional<ValueDistribution> revisit) {

        /** Returns true for an insert that the server applies only if there is no such row. */
        public boolean isOfAbsent() {
            return condition
                    .filter(text -> text.matches("(?i)IF\\s+NOT\\s+EXISTS;?"))
                    .isPresent();
        }
    }

    /**
     * The consistency of a statement.
     *
     * @param level  the run's level if empty
     * @param serial level of the condition of a conditional write; the target's level if empty
     */
    public record Consistency(Optional<ConsistencyLevel> level, Optional<ConsistencyLevel> serial) {}

    /**
     * The values that a query binds.
     *
     * @param reach   rows that they come from
     * @param sameRow true if all come from one row
     * @param bind    values of markers, by their names in lower case: {@code limit}, {@code ttl}, {@code timestamp} or a column's; markers
     *                of other columns take the values of rows
     */
    public record BoundValues(Reach reach, boolean sameRow, Map<String, ValueDistribution> bind) {

        public BoundValues {
            bind = Map.copyOf(bind);
        }
    }

    /**
     * A query of the profile.
     *
     * @param name        in the profile
     * @param cql         with a bind marker for each column
     * @param values      that it binds
     * @param consistency of the statement
     * @param then        sent after the answer of a read, with values of the same row
     * @param recall      share of the exact nearest rows that it must find; empty if that is not measured
     */
    public record Query(
            String name,
            String cql,
            BoundValues values,
            Consistency consistency,
            Optional<String> then,
            Optional<Double> recall) {

        private static final Pattern NEAREST = Pattern.compile(
                "ORDER\\s+BY\\s+(\"[^\"]+\"|\\w+)\\s+ANN\\s+OF\\s+\\?\\s+LIMIT\\s+([1-9][0-9]{0,3})\\b",
                Pattern.CASE_INSENSITIVE);
        private static final Pattern SIMILARITY = Pattern.compile(
                "'similarity_function'\\s*:\\s*'(cosine|dot_product|euclidean)'", Pattern.CASE_INSENSITIVE);
        private static final Pattern CONDITION = Pattern.compile("\\bIF\\b", Pattern.CASE_INSENSITIVE);
        private static final Pattern REMOVES = Pattern.compile("\\b(DELETE|TTL|TRUNCATE)\\b", Pattern.CASE_INSENSITIVE);

        /** Returns the statements of the operation, each as a query: this one, and the one that follows it. */
        public List<Query> statements() {
            return Stream.concat(
                            Stream.of(this),
                            then
                                    .map(text -> new Query(
                                            name,
                                            text,
                                            new BoundValues(values.reach, true, Map.of()),
                                            consistency,
                                            Optional.empty(),
                                            Optional.empty()))
                                    .stream())
                    .toList();
        }

        /** Returns the search for nearest rows whose recall is measured; empty without one. */
        public Optional<Neighbours> neighbours(CqlProfile profile) {
            Matcher search = NEAREST.matcher(cql);
            if (recall.isEmpty() || !search.find()) {
                return Optional.empty();
            }
            int column = profile.columns().stream()
                    .map(Column::name)
                    .toList()
                    .indexOf(CreateTable.identifier(search.group(1)));
            Similarity similarity = profile.ddl().indexes().stream()
                    .map(SIMILARITY::matcher)
                    .filter(Matcher::find)
                    .map(found -> Similarity.valueOf(found.group(1).toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElse(Similarity.COSINE);
            return column < 0
                    ? Optional.empty()
                    : Optional.of(new Neighbours(column, Integer.parseInt(search.group(2)), recall.get(), similarity));
        }

        /** Returns true for a read. */
        public boolean reads() {
            return isRead(cql);
        }

        /** Returns true for a query whose name in {@code --ops} is the insert of rows. */
        public boolean isShadowed() {
            return name.equalsIgnoreCase("insert");
        }

        static boolean findsNearest(String cql) {
            return NEAREST.matcher(cql).find();
        }

        static boolean isRead(String cql) {
            return cql.strip().regionMatches(true, 0, "select", 0, "select".length());
        }

        /** Returns true for a conditional write, which the server may not apply. */
        public boolean isConditional() {
            return !reads() && CONDITION.matcher(cql).find();
        }

        /** Returns true if the statement may remove rows or values. */
        public boolean removes() {
            return !reads() && REMOVES.matcher(cql).find();
        }
    }

    /**
     * A search for the rows whose vectors are nearest to a given one.
     *
     * @param column     of the vectors, by its place in {@link #columns()}
     * @param rows       number of the nearest rows
     * @param recall     share of them that must be found, from 0 to 1
     * @param similarity that the index orders by
     */
    public record Neighbours(int column, int rows, double recall, Similarity similarity) {}

    /**
     * A read of all rows of the table in token order, one page at a time.
     *
     * @param name     in the profile
     * @param columns  the select list
     * @param pageSize rows at most
     */
    public record TokenScan(String name, String columns, int pageSize) {}

    /** Describes the settings of this profile that cassandra-stress treats differently or rejects; for the notes of a run. */
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

    /** Describes the parts of the profile that neither this program nor cassandra-stress uses. */
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

    /** Returns the columns of the primary key, the partition's first. */
    public List<Column> keys() {
        return columns.stream()
                .filter(column -> column.kind() == Column.Kind.PARTITION || column.kind() == Column.Kind.CLUSTERING)
                .toList();
    }

    /** Returns the places of the columns that queries add elements to. */
    public Set<Integer> grown() {
        return queries.stream()
                .flatMap(query -> query.statements().stream())
                .filter(query -> !query.reads())
                .map(query -> WriteEffect.of(query, this))
                .filter(effect -> effect.kind() == WriteEffect.Kind.ADDS)
                .map(WriteEffect::column)
                .collect(Collectors.toSet());
    }

    /** Returns true if rows of the table expire. */
    public boolean expires() {
        return ddl.table().filter(text -> EXPIRES.matcher(text).find()).isPresent();
    }

    /** Estimates the number of rows per partition. */
    public double rowsInPartition() {
        RandomGenerator random = Seed.DEFAULT.stream("rows-in-partition", 0);
        return columns.stream()
                .filter(column -> column.kind() == Column.Kind.CLUSTERING)
                .mapToDouble(column -> column.spec().cluster().mean(random))
                .reduce(1, (one, other) -> one * other);
    }
}
