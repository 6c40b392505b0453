package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.HarnessException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * The stored procedures in the current schema of one target. They belong to the tables but are not loaded with them: any data set can be
 * run in any mode. Several clients may install at once. Thread-safe.
 */
public final class Procedures {

    private static final Set<ProcedureStatement> DEFINITIONS =
            EnumSet.range(ProcedureStatement.CREATE_NEW_ORDER, ProcedureStatement.CREATE_STOCK_LEVEL);

    private final JdbcTarget target;
    private final SqlCatalog<ProcedureStatement> sql;
    private final String version;
    private boolean current;

    /** Resolves the texts for the target's dialect; throws a {@link HarnessException} that names what is missing. */
    public Procedures(JdbcTarget target) {
        this.target = target;
        this.sql = catalog(target.dialect());
        this.version = version(sql);
    }

    /** None where the product has no procedures. */
    public static Optional<Procedures> of(JdbcTarget target) {
        return Mode.PROCEDURES.isThereFor(target.dialect()) ? Optional.of(new Procedures(target)) : Optional.empty();
    }

    static SqlCatalog<ProcedureStatement> catalog(Dialect dialect) {
        return SqlCatalog.load(ProcedureStatement.class, Procedures.class, Mode.PROCEDURES.folder(), dialect.lineage());
    }

    /** Creates them where there are none, or others than these. Looks only once. */
    public synchronized void install() {
        if (current) {
            return;
        }
        inTransaction("create them; without the right to, use --mode interactive", statement -> {
            statement.execute(sql.sql(ProcedureStatement.LOCK));
            if (!version.equals(installed(statement))) {
                statement.execute(sql.sql(ProcedureStatement.DROP));
                for (ProcedureStatement definition : DEFINITIONS) {
                    statement.execute(sql.sql(definition));
                }
                statement.execute(sql.sql(ProcedureStatement.MARK).replace("${version}", version));
            }
        });
        current = true;
    }

    /** Removes them, whatever their version, with or without the tables. */
    public synchronized void drop() {
        current = false;
        inTransaction("drop them", statement -> statement.execute(sql.sql(ProcedureStatement.DROP)));
    }

    private String installed(Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery(sql.sql(ProcedureStatement.VERSION))) {
            return found.next() ? String.valueOf(found.getString(1)) : "";
        }
    }

    private void inTransaction(String what, Work work) {
        try (Connection connection = target.openConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            work.run(statement);
            connection.commit();
        } catch (SQLException e) {
            throw new HarnessException("the stored procedures of TPC-C: " + e.getMessage() + "; could not " + what, e);
        }
    }

    /** A change of any text is another version. */
    private static String version(SqlCatalog<ProcedureStatement> sql) {
        List<String> texts = new ArrayList<>();
        for (ProcedureStatement definition : DEFINITIONS) {
            texts.add(sql.sql(definition));
        }
        CRC32 checksum = new CRC32();
        checksum.update(String.join("\n", texts).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(checksum.getValue());
    }

    @FunctionalInterface
    private interface Work {
        void run(Statement statement) throws SQLException;
    }

    /** The transactions as stored procedures; their text is in {@code tpcc/procedures}, by dialect, with what each parameter means. */
    public enum ProcedureStatement {
        /** Makes others who install wait until the transaction ends. */
        LOCK,
        /** The version that is installed, as {@link #MARK} recorded it; null or no row where there is none. */
        VERSION,
        /** Records the version, which replaces <code>${version}</code>. */
        MARK,
        /** Removes the procedures of any version, if they are there. */
        DROP,
        CREATE_NEW_ORDER,
        CREATE_PAYMENT,
        CREATE_ORDER_STATUS,
        CREATE_DELIVERY,
        CREATE_STOCK_LEVEL,
        NEW_ORDER,
        PAYMENT,
        ORDER_STATUS,
        DELIVERY,
        STOCK_LEVEL
    }
}
