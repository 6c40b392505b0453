package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import io.dbharness.cql.driver.Levels;
import io.dbharness.cql.profile.Column;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.CqlProfile.Consistency;
import io.dbharness.cql.profile.CqlProfile.Query;
import io.dbharness.cql.profile.CqlProfile.TokenScan;
import io.dbharness.cql.profile.ProfileRow;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.HarnessException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The prepared statements of a profile's table. Thread-safe. */
public final class ProfileStatements {

    /** Matches a quoted text, which is kept unchanged, or the name of a table without a keyspace. */
    private static final Pattern TABLE = Pattern.compile(
            "'(?:[^']|'')*'|\\b(from|into|update)(\\s+)(\"[^\"]+\"|\\w+)(?![\\w\"])(?!\\s*\\.)",
            Pattern.CASE_INSENSITIVE);

    /** The server's name of a mark in {@code token(?, ?)}: partition columns are the first of the table. */
    private static final Pattern OF_TOKEN = Pattern.compile("arg([0-9]+)\\(system\\.token\\)");

    private final CqlProfile profile;
    private final String table;
    private final ConsistencyLevel level;
    private final CqlSession driver;
    private final Marked load;
    private final Marked insert;
    private final PreparedStatement readBack;
    /** Places of the columns whose write times {@link #readBack} returns, after all columns. */
    private final List<Integer> timed;

    /**
     * A statement, with the column that each of its markers binds.
     *
     * @param statement prepared
     * @param columns   by their places in {@link CqlProfile#columns()}
     */
    private record Marked(PreparedStatement statement, List<Integer> columns) {

        BoundStatement of(IntFunction<ProfileRow> rows) {
            return bound(statement, columns.size(), at -> rows.apply(at).value(columns.get(at)));
        }
    }

    /**
     * Prepares the statements. Those without a consistency level get that of {@code admin}.
     *
     * @param readLevel of reads that compare rows
     */
    ProfileStatements(CqlProfile profile, AdminSession admin, ConsistencyLevel readLevel) {
        this.profile = profile;
        this.level = admin.level();
        this.driver = admin.driver();
        this.table = profile.keyspace() + ".\"" + profile.table() + "\"";
        String columns = joined(profile.columns(), ", ", Column::quoted);
        String key = joined(profile.keys(), " AND ", column -> column.quoted() + " = ?");
        String plain = profile.counts()
                ? update("%1$s = %1$s + ?", key)
                : "INSERT INTO " + table + " (" + columns + ") VALUES ("
                        + joined(profile.columns(), ", ", column -> "?") + ")";
        Consistency inserts = new Consistency(
                Optional.of(insertLevel()), profile.insert().consistency().serial());
        this.load = marked("the insert", plain, inserts);
        this.insert = profile.insert()
                .condition()
                .map(condition -> marked("the insert", conditional(plain, key, condition), inserts))
                .orElse(load);
        this.timed = IntStream.range(0, profile.columns().size())
                .filter(i -> profile.columns().get(i).hasWriteTime())
                .boxed()
                .toList();
        String times = timed.stream()
                .map(i -> ", WRITETIME(" + profile.columns().get(i).quoted() + ")")
                .collect(Collectors.joining());
        this.readBack = Requests.prepare(
                driver, "SELECT " + columns + times + " FROM " + table + " WHERE " + key, readLevel, Optional.empty());
    }

    /** Builds a conditional write: an INSERT for the condition that there is no row, and an UPDATE for any other. */
    private String conditional(String plain, String key, String condition) {
        return condition.matches("(?i)IF\\s+NOT\\s+EXISTS;?")
                ? plain + " IF NOT EXISTS"
                : update("%s = ?", key) + " " + condition;
    }

    private String update(String assignment, String key) {
        return "UPDATE " + table + " SET "
                + joined(
                        profile.columns().stream()
                                .filter(column -> !profile.keys().contains(column))
                                .toList(),
                        ", ",
                        column -> String.format(assignment, column.quoted()))
                + " WHERE " + key;
    }

    /** Returns the level of writes. */
    public ConsistencyLevel insertLevel() {
        return Levels.ofWrites(profile.insert().consistency().level().orElse(level));
    }

    private Marked marked(String name, String cql, Consistency consistency) {
        PreparedStatement prepared =
                Requests.prepare(driver, cql, consistency.level().orElse(level), consistency.serial());
        List<Integer> columns = new ArrayList<>();
        for (ColumnDefinition mark : prepared.getVariableDefinitions()) {
            columns.add(column(name, mark.getName().asInternal()));
        }
        return new Marked(prepared, columns);
    }

    /** Qualifies unqualified tables of a profile's statement with the keyspace, because nodes warn of unqualified ones. */
    static String qualified(String cql, CqlProfile profile) {
        return TABLE.matcher(cql)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) == null
                                ? found.group()
                                : found.group(1) + found.group(2) + profile.keyspace() + "." + found.group(3)));
    }

    private static String joined(List<Column> columns, String separator, Function<Column, String> text) {
        return columns.stream().map(text).collect(Collectors.joining(separator));
    }

    /** Writes all columns of a row, with null for a column without a value; adds to counters. */
    public BoundStatement insert(ProfileRow row) {
        return insert.of(mark -> row);
    }

    /** Writes a row without the condition. */
    BoundStatement load(ProfileRow row, long version) {
        BoundStatement write = load.of(mark -> row);
        return profile.counts() ? write : write.setQueryTimestamp(version);
    }

    /** Returns the place of a column's write time in the answer to {@link #readBack}; empty if the server keeps none. */
    OptionalInt placeOfTime(int column) {
        int at = timed.indexOf(column);
        return at < 0 ? OptionalInt.empty() : OptionalInt.of(profile.columns().size() + at);
    }

    /** Reads the columns of a row. */
    BoundStatement readBack(ProfileRow row) {
        return bound(readBack, profile.keys().size(), row::value);
    }

    /** Binds a query. Thread-safe. */
    @FunctionalInterface
    public interface Bound {

        /**
         * Binds the values of a request.
         *
         * @param rows   the row for each marker, by the marker's position
         * @param random draws the values that the profile gives by {@code bind}
         */
        BoundStatement of(IntFunction<ProfileRow> rows, RandomGenerator random);
    }

    /** Prepares a query. */
    public Bound query(Query query) {
        String name = "the query " + query.name();
        PreparedStatement prepared = Requests.prepare(
                driver,
                qualified(query.cql(), profile),
                query.consistency().level().orElse(level),
                query.consistency().serial());
        List<Value> values = new ArrayList<>();
        Set<String> unused = new TreeSet<>(query.values().bind().keySet());
        for (ColumnDefinition mark : prepared.getVariableDefinitions()) {
            // The driver calls the marker of LIMIT [limit].
            String word = mark.getName().asInternal().replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
            ValueDistribution numbers = query.values().bind().get(word);
            unused.remove(word);
            values.add(numbers == null ? ofRow(column(name, mark.getName().asInternal())) : drawn(name, mark, numbers));
        }
        if (!unused.isEmpty()) {
            throw new HarnessException(
                    name + " has no marker for " + String.join(", ", unused) + ", which its bind: gives a value");
        }
        return (rows, random) ->
                bound(prepared, values.size(), at -> values.get(at).of(rows.apply(at), random));
    }

    /** The value of one marker. */
    @FunctionalInterface
    private interface Value {
        @Nullable
        ByteBuffer of(ProfileRow row, RandomGenerator random);
    }

    private static Value ofRow(int column) {
        return (row, random) -> row.value(column);
    }

    private static Value drawn(String statement, ColumnDefinition mark, ValueDistribution numbers) {
        String type = mark.getType().asCql(false, false);
        Column column = Column.of(mark.getName().asInternal(), type, numbers)
                .orElseThrow(() -> new HarnessException(
                        statement + " binds " + mark.getName().asInternal() + ", which is of type " + type
                                + "; bind: is for values of the native types"));
        AtomicLong drawn = new AtomicLong();
        return (row, random) -> column.draw(random, drawn.getAndIncrement());
    }

    private int column(String statement, String name) {
        Matcher token = OF_TOKEN.matcher(name);
        if (token.matches()) {
            return Integer.parseInt(token.group(1));
        }
        for (int i = 0; i < profile.columns().size(); i++) {
            if (List.of(
                            profile.columns().get(i).name(),
                            "in(" + profile.columns().get(i).name() + ")")
                    .contains(name)) {
                return i;
            }
        }
        throw new HarnessException(statement + " asks for a value of '" + name + "', which is no column of "
                + profile.table() + "; write it into the statement itself");
    }

    /** Prepares a read of token ranges. The result binds one range. */
    public Function<TokenRange, BoundStatement> scan(TokenScan scan) {
        return scan(scan.columns(), "", scan.pageSize());
    }

    /** Prepares a read of token ranges that returns keys only. */
    Function<TokenRange, BoundStatement> keys(int most) {
        return scan(joined(profile.keys(), ", ", Column::quoted), " LIMIT " + most, Math.min(most, 5_000));
    }

    private Function<TokenRange, BoundStatement> scan(String columns, String limit, int pageSize) {
        String key = profile.columns().stream()
                .filter(column -> column.kind() == Column.Kind.PARTITION)
                .map(Column::quoted)
                .collect(Collectors.joining(", ", "token(", ")"));
        PreparedStatement prepared = Requests.prepare(
                driver,
                "SELECT " + columns + " FROM " + table + " WHERE " + key + " > ? AND " + key + " <= ?" + limit,
                level,
                Optional.empty());
        return range -> prepared.boundStatementBuilder()
                .setToken(0, range.getStart())
                .setToken(1, range.getEnd())
                .setPageSize(pageSize)
                .build();
    }

    /**
     * Returns all token ranges of the ring; a range that wraps around the ring's end is split.
     *
     * @param parts of equal size that each range is split into
     */
    public List<TokenRange> ranges(int parts) {
        return ranges().stream()
                .flatMap(range -> parts == 1 || range.isEmpty() ? Stream.of(range) : range.splitEvenly(parts).stream())
                .toList();
    }

    /** Returns all token ranges of the ring; a range that wraps around the ring's end is split. */
    public List<TokenRange> ranges() {
        List<TokenRange> ranges = driver.getMetadata().getTokenMap().stream()
                .flatMap(map -> map.getTokenRanges().stream())
                .flatMap(range -> range.unwrap().stream())
                .toList();
        if (ranges.isEmpty()) {
            throw new HarnessException("the nodes do not report their tokens, so there are no token ranges to scan");
        }
        return ranges;
    }

    private static BoundStatement bound(
            PreparedStatement statement, int marks, IntFunction<@Nullable ByteBuffer> values) {
        BoundStatementBuilder builder = statement.boundStatementBuilder();
        for (int i = 0; i < marks; i++) {
            builder = builder.setBytesUnsafe(i, values.apply(i));
        }
        return builder.build();
    }
}
