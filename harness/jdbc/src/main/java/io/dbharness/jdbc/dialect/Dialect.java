package io.dbharness.jdbc.dialect;

import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.jdbc.dialect.RowSink.BulkLoader;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Needs;
import io.dbharness.sut.ServerProbe;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/** One database product. Loaded with {@link java.util.ServiceLoader}; stateless and thread-safe. */
public interface Dialect {

    /**
     * Returns statements for rehearsals, which are never sent, from the first dialect on the class path that has all of them. A third-party
     * dialect may support only one workload.
     *
     * @throws HarnessException if no dialect has all statements; names the ones that the first dialect lacks
     */
    static <T> T anyThatHas(Function<Dialect, T> statements) {
        HarnessException missing = new HarnessException("there is no dialect on the class path");
        boolean asked = false;
        for (Dialect dialect : ServiceLoader.load(Dialect.class)) {
            try {
                return statements.apply(dialect);
            } catch (HarnessException e) {
                missing = asked ? missing : e;
                asked = true;
            }
        }
        throw missing;
    }

    /** Returns the first name of its {@link #lineage}, for example {@code postgresql}. */
    default String name() {
        return lineage().get(0);
    }

    /** Returns the names of the applicable SQL files, most specific first, for example {@code postgresql, ansi}. */
    List<String> lineage();

    /** Returns all names in the lineages of the recognised products, because custom SQL may be for one of them. */
    default Set<String> names() {
        return Set.copyOf(lineage());
    }

    /** Returns the driver of this dialect, which is used unless the address belongs to another driver. */
    JdbcDriver driver();

    /** Returns the dialect for another driver with the product's protocol; this dialect if there is no other. */
    default Dialect through(JdbcDriver driver) {
        return this;
    }

    /** Returns true if the reported product belongs to this dialect. */
    boolean recognises(ServerProduct product);

    /** Returns the dialect for one of the recognised products, if these differ in their SQL. */
    default Dialect of(ServerProduct product) {
        return this;
    }

    /** Returns the isolation levels of sessions, with the driver's numbers for them. */
    default Map<Isolation, Integer> isolationLevels() {
        return Map.of(
                Isolation.READ_COMMITTED, Connection.TRANSACTION_READ_COMMITTED,
                Isolation.REPEATABLE_READ, Connection.TRANSACTION_REPEATABLE_READ,
                Isolation.SERIALIZABLE, Connection.TRANSACTION_SERIALIZABLE);
    }

    /** Returns the isolation level of the session on the server, as the driver's number. */
    default int isolation(Connection session) throws SQLException {
        return session.getTransactionIsolation();
    }

    /**
     * Detects a pooler between client and server.
     *
     * @param connection connection in autocommit mode
     * @param another    opens a second connection if necessary
     */
    default Pooling pooling(Connection connection, Supplier<Connection> another) throws SQLException {
        return Pooling.NONE;
    }

    /**
     * Returns the reasons why nothing can run on this server, one sentence each with the remedy. Called once, before anything is created.
     *
     * @param product   reported name and version
     * @param isolation requested isolation level
     */
    default List<String> refusals(ServerProduct product, Connection connection, Isolation isolation)
            throws SQLException {
        return List.of();
    }

    /**
     * Classifies a failure by the product's error codes, including causes and next exceptions. Never {@code NONE}. The harness itself
     * reports a lost race with the standard's {@code 40001}, and a closed session with {@code 08003}.
     */
    FailureKind classify(SQLException failure);

    /**
     * Returns the remedy for a failure whose reason is not the statement: a missing right, a setting, a limit, a pooler. Empty for all
     * other failures.
     *
     * @param failure one exception; the caller goes through its chain
     * @param user user of the login, for statements that can be pasted
     */
    default Optional<String> advice(SQLException failure, String user) {
        return Optional.empty();
    }

    /**
     * Returns true if the server ran out of disk or memory: a fault that arises during the work, unlike a missing right or setting. By
     * SQLSTATE class 53, but for 53300 and 53400 (configured limits), and class 58.
     */
    default boolean isExhausted(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.matches("53[012].*|58.*");
    }

    /**
     * Returns the statements that begin a transaction of a load or its marker. They set READ COMMITTED and disable the timeouts of server
     * and role, because one such transaction is idle for the whole load.
     */
    default List<String> transactionSettings() {
        return List.of();
    }

    BulkLoader bulkLoader();

    /**
     * Sets a parameter to a list of integers, as one value that the product's statements unpack: an array if the product has arrays.
     *
     * @param index index of the parameter, from 1
     */
    default void setIntegers(PreparedStatement statement, int index, int[] values) throws SQLException {
        statement.setObject(index, values);
    }

    /**
     * Returns the values of variables {@code ${name}} in the product's scripts of definitions that depend on the server, for example the
     * number of splits of a table.
     */
    default Map<String, String> scriptVariables(Handle handle) {
        return Map.of();
    }

    /** Returns the expression that counts all rows of a table as a 64-bit number. */
    default String rowCount() {
        return "count(*)";
    }

    /** Ends all sessions of this harness on the server, except the given one. */
    void endSessions(Connection session) throws SQLException;

    /** Returns true if statements in one message may end a transaction that an earlier message has begun. */
    default boolean endsEarlierTransactions() {
        return true;
    }

    /** Returns true if a failed transaction rolls its definitions back; if false, each definition commits the work before it. */
    default boolean definesInTransactions() {
        return true;
    }

    /** Returns true if a server accepts definitions from several sessions at once. */
    default boolean definesConcurrently() {
        return true;
    }

    /**
     * Returns a probe of the server's metrics under load.
     *
     * @param connections opens the probe's own connection
     */
    default ServerProbe probe(Supplier<Connection> connections) {
        return ServerProbe.SILENT;
    }

    /**
     * Compares limits, timeouts and other settings of the server with the needs of a command.
     *
     * @param handle of a session that is set up as measured ones are, in autocommit mode
     */
    default List<Finding> limits(Handle handle, Needs needs) {
        return List.of();
    }

    /** The question for the server's clock, in seconds since 1970 with a fraction; empty for a product without one. */
    default Optional<String> epochSeconds() {
        return Optional.empty();
    }

    /** Reads the server's facts through the session behind the handle. */
    ServerFacts facts(Handle handle);

    /**
     * The facts that a server reports.
     *
     * @param product  name, for example {@code PostgreSQL}
     * @param version  version as the product prints it
     * @param settings effective settings of the querying session, name to value
     * @param caveats  settings that make a benchmark misleading
     */
    public record ServerFacts(String product, String version, Map<String, String> settings, List<Caveat> caveats) {

        public ServerFacts {
            settings = Map.copyOf(settings);
            caveats = List.copyOf(caveats);
        }
    }
}
