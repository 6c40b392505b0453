package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
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
    private final ConsistencyLevel level;
    private final StatementsInKeyspace inKeyspace;
    private final PreparedStatement insert;
    private final PreparedStatement readBack;

    /** @param level of statements that do not say */
    ProfileStatements(Profile profile, ConsistencyLevel level, StatementsInKeyspace inKeyspace) {
        this.profile = profile;
        this.level = level;
        this.inKeyspace = inKeyspace;
        ConsistencyLevel writes = insertLevel();
        this.insert = prepare(insertText(), writes);
        this.readBack = prepare(readBackText(), ReadBack.levelAfter(writes));
    }

    /** The level that rows are written at. */
    public ConsistencyLevel insertLevel() {
        return profile.insert().consistency().orElse(level);
    }

    private PreparedStatement prepare(String cql, ConsistencyLevel at) {
        try {
            return inKeyspace.driver().prepare(inKeyspace.of(cql).setConsistencyLevel(at));
        } catch (QueryValidationException e) {
            throw new HarnessException("the cluster refuses '" + cql.strip() + "': " + e.getMessage(), e);
        }
    }

    private String insertText() {
        return "INSERT INTO \"" + profile.table() + "\" (" + names(profile.columns()) + ") VALUES ("
                + profile.columns().stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";
    }

    private String readBackText() {
        return "SELECT " + names(profile.columns()) + " FROM \"" + profile.table() + "\" WHERE "
                + profile.keys().stream()
                        .map(column -> column.quoted() + " = ?")
                        .collect(Collectors.joining(" AND "));
    }

    private static String names(List<Column> columns) {
        return columns.stream().map(Column::quoted).collect(Collectors.joining(", "));
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
        PreparedStatement prepared = prepare(query.cql(), query.consistency().orElse(level));
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
                "SELECT " + scan.columns() + " FROM \"" + profile.table() + "\" WHERE " + key + " > ? AND " + key
                        + " <= ?",
                level);
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
