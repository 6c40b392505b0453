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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Installs the stored procedures in the current schema of one target. They are independent of loading, so that any data set can be run in
 * any mode. Several clients may install at once. Thread-safe.
 */
public final class Procedures {

    private static final String MARK = "dbharness ";

    private static final Set<ProcedureStatement> DEFINITIONS =
            EnumSet.range(ProcedureStatement.CREATE_NEW_ORDER, ProcedureStatement.CREATE_STOCK_LEVEL);

    private final JdbcTarget target;
    private final SqlCatalog<ProcedureStatement> sql;
    /** The name of this tool and the version of the texts. */
    private final String mark;

    private boolean current;

    /** Reads the texts for the target's dialect; throws {@link HarnessException} with the names of missing ones. */
    public Procedures(JdbcTarget target) {
        this.target = target;
        this.sql = catalog(target.dialect());
        this.mark = MARK + version(sql);
    }

    /** Creates the procedures; empty if the product has none. */
    public static Optional<Procedures> of(JdbcTarget target) {
        return Mode.PROCEDURES.isThereFor(target.dialect()) ? Optional.of(new Procedures(target)) : Optional.empty();
    }

    static SqlCatalog<ProcedureStatement> catalog(Dialect dialect) {
        return SqlCatalog.load(ProcedureStatement.class, Procedures.class, Mode.PROCEDURES.folder(), dialect.lineage());
    }

    /**
     * Creates missing procedures and replaces other versions. Checks only once.
     *
     * @throws HarnessException if an object that this tool did not create has one of the names
     */
    public synchronized void install() {
        if (current) {
            return;
        }
        inTransaction(
                "create the stored procedures of TPC-C (without the right to, use --mode interactive)", statement -> {
                    statement.execute(sql.sql(ProcedureStatement.LOCK));
                    List<Found> found = found(statement);
                    List<String> foreign = found.stream()
                            .filter(one -> !one.ours())
                            .map(Found::name)
                            .distinct()
                            .toList();
                    if (!foreign.isEmpty()) {
                        throw new HarnessException(
                                "found objects that this tool did not make (" + String.join(", ", foreign)
                                        + "); drop them yourself, name another database or schema, or use --mode interactive");
                    }
                    long same = found.stream()
                            .filter(one -> mark.equals(one.mark()))
                            .count();
                    if (same < DEFINITIONS.size() || same < found.size()) {
                        drop(found, statement);
                        for (ProcedureStatement definition : DEFINITIONS) {
                            statement.execute(marked(definition));
                        }
                        statement.execute(marked(ProcedureStatement.MARK));
                    }
                });
        current = true;
    }

    /** Removes the procedures with this tool's mark, of any version, with or without the tables. */
    public synchronized void drop() {
        current = false;
        inTransaction("drop the stored procedures of TPC-C", statement -> drop(found(statement), statement));
    }

    private static void drop(List<Found> found, Statement statement) throws SQLException {
        for (Found one : found) {
            if (one.ours()) {
                statement.execute(one.remover());
            }
        }
    }

    private String marked(ProcedureStatement definition) {
        return sql.sql(definition).replace("${mark}", mark);
    }

    private List<Found> found(Statement statement) throws SQLException {
        List<Found> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql.sql(ProcedureStatement.FOUND))) {
            while (rows.next()) {
                found.add(new Found(
                        rows.getString("name"),
                        Objects.requireNonNullElse(rows.getString("mark"), ""),
                        rows.getString("remover")));
            }
        }
        return found;
    }

    /**
     * An object with one of the names.
     *
     * @param mark    mark recorded by {@link ProcedureStatement#MARK}, another comment, or empty
     * @param remover statement that drops the object
     */
    private record Found(String name, String mark, String remover) {

        boolean ours() {
            return mark.startsWith(MARK);
        }
    }

    private void inTransaction(String what, Work work) {
        try (Connection connection = target.openConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String setting : target.dialect().transactionSettings()) {
                statement.execute(setting);
            }
            work.run(statement);
            connection.commit();
        } catch (SQLException e) {
            throw target.failure(what, e);
        }
    }

    /** Returns the version, which changes with any text. */
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

    /**
     * The stored procedures of the transactions; their text is in {@code tpcc/procedures}, by dialect, with the meaning of each parameter.
     */
    public enum ProcedureStatement {
        /** Blocks other installing clients until the transaction ends. */
        LOCK,
        /** Returns objects with one of the names; the mark is as recorded by {@link #MARK}. */
        FOUND,
        /** Records the mark, which replaces <code>${mark}</code>. */
        MARK,
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
