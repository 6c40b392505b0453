package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.dbharness.cql.profile.Column;
import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.Profile.Query;
import io.dbharness.cql.profile.Profile.TokenScan;
import io.dbharness.cql.profile.Row;
import io.dbharness.model.HarnessException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The prepared statements of a profile's table. Thread-safe. */
public final class ProfileStatements {

    private final Profile profile;
    private final String table;
    private final ConsistencyLevel level;
    private final InKeyspace inKeyspace;
    private final PreparedStatement insert;
    private final PreparedStatement readBack;

    /** Statements of a user's own, which name tables without their keyspace. */
    static final class InKeyspace {

        private final CqlSession driver;
        private final String keyspace;
        private final boolean each;

        /** The keyspace has to be there: before Cassandra 4.0 only a session as a whole can be in one. */
        InKeyspace(CqlSession driver, String keyspace) {
            this.driver = driver;
            this.keyspace = keyspace;
            this.each = driver.getContext().getProtocolVersion().getCode() >= ProtocolVersion.V5.getCode();
            if (!each) {
                driver.execute("USE " + keyspace);
            }
        }

        SimpleStatement of(String cql) {
            SimpleStatement statement = SimpleStatement.newInstance(cql);
            return each ? statement.setKeyspace(keyspace) : statement;
        }
    }

    /** Statements that do not say their consistency get that of {@code admin}. */
    ProfileStatements(Profile profile, AdminSession admin) {
        this.profile = profile;
        this.level = admin.level();
        this.inKeyspace = new InKeyspace(admin.driver(), profile.keyspace());
        this.table = profile.keyspace() + ".\"" + profile.table() + "\"";
        String columns = joined(profile.columns(), ", ", Column::quoted);
        String marks = joined(profile.columns(), ", ", column -> "?");
        this.insert = prepare("INSERT INTO " + table + " (" + columns + ") VALUES (" + marks + ")", insertLevel());
        String key = joined(profile.keys(), " AND ", column -> column.quoted() + " = ?");
        this.readBack =
                prepare("SELECT " + columns + " FROM " + table + " WHERE " + key, ReadBack.levelAfter(insertLevel()));
    }

    /** The level that rows are written at. */
    public ConsistencyLevel insertLevel() {
        return profile.insert().consistency().orElse(level);
    }

    private PreparedStatement prepare(String cql, ConsistencyLevel at) {
        try {
            return inKeyspace.driver.prepare(inKeyspace.of(cql).setConsistencyLevel(at));
        } catch (QueryValidationException e) {
            throw new HarnessException("the cluster refuses '" + cql.strip() + "': " + e.getMessage(), e);
        }
    }

    /**
     * A statement of the user's own, with the keyspace before the profile's table where it stands without: nodes warn of prepared
     * statements that leave the keyspace to the session.
     */
    static String qualified(String cql, Profile profile) {
        return cql.replaceAll(
                "(?i)\\b(from|into|update)(\\s+)(\"?" + profile.table() + "\"?)(?![\\w.\"])",
                "$1$2" + profile.keyspace() + ".$3");
    }

    private static String joined(List<Column> columns, String separator, Function<Column, String> text) {
        return columns.stream().map(text).collect(Collectors.joining(separator));
    }

    /** Writes all columns of a row that have a value. */
    public BoundStatement insert(Row row) {
        return bound(insert, profile.columns().size(), row::value);
    }

    /** Reads them. */
    BoundStatement readBack(Row row) {
        return bound(readBack, profile.keys().size(), row::value);
    }

    /** Prepares a query; what it returns binds the row that each of its marks asks for, by the place of the mark. */
    public Function<IntFunction<Row>, BoundStatement> query(Query query) {
        PreparedStatement prepared =
                prepare(qualified(query.cql(), profile), query.consistency().orElse(level));
        List<Integer> columns = new ArrayList<>();
        for (ColumnDefinition mark : prepared.getVariableDefinitions()) {
            columns.add(column(query, mark.getName().asInternal()));
        }
        return rows -> bound(prepared, columns.size(), at -> rows.apply(at).value(columns.get(at)));
    }

    private int column(Query query, String name) {
        for (int i = 0; i < profile.columns().size(); i++) {
            if (profile.columns().get(i).name().equals(name)) {
                return i;
            }
        }
        throw new HarnessException("the query " + query.name() + " asks for a value of '" + name
                + "', which is no column of " + profile.table() + "; write it into the query itself");
    }

    /** Prepares a read of token ranges; what it returns binds one range. */
    public Function<TokenRange, BoundStatement> scan(TokenScan scan) {
        String key = profile.columns().stream()
                .filter(column -> column.kind() == Column.Kind.PARTITION)
                .map(Column::quoted)
                .collect(Collectors.joining(", ", "token(", ")"));
        PreparedStatement prepared = prepare(
                "SELECT " + scan.columns() + " FROM " + table + " WHERE " + key + " > ? AND " + key + " <= ?", level);
        return range -> prepared.boundStatementBuilder()
                .setToken(0, range.getStart())
                .setToken(1, range.getEnd())
                .setPageSize(scan.pageSize())
                .build();
    }

    private static BoundStatement bound(PreparedStatement statement, int marks, IntFunction<ByteBuffer> values) {
        BoundStatementBuilder builder = statement.boundStatementBuilder();
        for (int i = 0; i < marks; i++) {
            ByteBuffer value = values.apply(i);
            builder = value == null ? builder : builder.setBytesUnsafe(i, value);
        }
        return builder.build();
    }
}
