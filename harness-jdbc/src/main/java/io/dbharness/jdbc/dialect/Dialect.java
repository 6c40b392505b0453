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

/** One database product. Found by {@link java.util.ServiceLoader}; stateless and thread-safe. */
public interface Dialect {

    /**
     * For rehearsals, whose statements are resolved and never sent: what is made of the first dialect on the class path that has them all. One from outside may know a
     * single workload.
     *
     * @throws HarnessException where none has, what the first one lacks
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

    /** The first of its {@link #lineage}, for example {@code postgresql}. */
    default String name() {
        return lineage().get(0);
    }

    /** Names of the SQL files that apply, the most specific first, for example {@code postgresql, ansi}. */
    List<String> lineage();

    /** All names that its lineage has for any of the products it recognises: a user's own SQL may be meant for one of them. */
    default Set<String> names() {
        return Set.copyOf(lineage());
    }

    /** The driver that this dialect is used with, unless an address of another driver led to it. */
    JdbcDriver driver();

    /** The same product reached through another driver that speaks its protocol; this one where there is no other. */
    default Dialect through(JdbcDriver driver) {
        return this;
    }

    /** Whether a server that says this of itself is one of this dialect's. */
    boolean recognises(ServerProduct product);

    /** The same for one of the products that it recognises, where these differ in their SQL. */
    default Dialect of(ServerProduct product) {
        return this;
    }

    /** The isolation levels that sessions can have, by the numbers that the driver gives them. */
    default Map<Isolation, Integer> isolationLevels() {
        return Map.of(
                Isolation.READ_COMMITTED, Connection.TRANSACTION_READ_COMMITTED,
                Isolation.REPEATABLE_READ, Connection.TRANSACTION_REPEATABLE_READ,
                Isolation.SERIALIZABLE, Connection.TRANSACTION_SERIALIZABLE);
    }

    /** The isolation level that the session has on the server, by the number that the driver gives it. */
    default int isolation(Connection session) throws SQLException {
        return session.getTransactionIsolation();
    }

    /**
     * Finds out about a pooler between client and server.
     *
     * @param connection in autocommit mode
     * @param another    opens a second one, if need be
     */
    default Pooling pooling(Connection connection, Supplier<Connection> another) throws SQLException {
        return Pooling.NONE;
    }

    /**
     * Why nothing can run on this server, one sentence each with what to do; asked once, before anything is created.
     *
     * @param product   name and version that the server reports
     * @param isolation what the user asks for
     */
    default List<String> refusals(ServerProduct product, Connection connection, Isolation isolation)
            throws SQLException {
        return List.of();
    }

    /**
     * Judges a failure by the product's own codes, walking causes and next exceptions. Never {@code NONE}. The harness itself reports a lost
     * race by the standard's {@code 40001} and a session that is closed by {@code 08003}.
     */
    FailureKind classify(SQLException failure);

    /**
     * How to mend a failure that the server reports for a reason outside of the statement: a missing right, a setting, a limit, a pooler.
     * Empty for all others.
     *
     * @param user who logs in, for statements that can be pasted
     */
    default Optional<String> advice(SQLException failure, String user) {
        return Optional.empty();
    }

    /**
     * The statements with which a transaction of a load or its marker begins: READ COMMITTED, and none of the timeouts of server or role,
     * because one such transaction is open and idle as long as a load takes.
     */
    default List<String> transactionSettings() {
        return List.of();
    }

    BulkLoader bulkLoader();

    /**
     * Sets a parameter to a list of integers, as one value that the product's own statements unpack: an array where there are arrays.
     *
     * @param index from 1
     */
    default void setIntegers(PreparedStatement statement, int index, int[] values) throws SQLException {
        statement.setObject(index, values);
    }

    /**
     * What the product's scripts of definitions leave open for the server to decide, for example into how many parts to split a table;
     * the text for each {@code ${name}}.
     */
    default Map<String, String> scriptVariables(Handle handle) {
        return Map.of();
    }

    /** How all rows of a table are counted, as a 64-bit number. */
    default String rowCount() {
        return "count(*)";
    }

    /** Ends all sessions of this harness on the server but the one it is given. */
    void endSessions(Connection session) throws SQLException;

    /** Whether statements that are sent together may end a transaction that an earlier message has begun. */
    default boolean endsEarlierTransactions() {
        return true;
    }

    /** Whether a transaction that fails takes its definitions back; otherwise each definition commits what was done before it. */
    default boolean definesInTransactions() {
        return true;
    }

    /** Whether a server takes definitions from several sessions at once. */
    default boolean definesConcurrently() {
        return true;
    }

    /**
     * What the server tells while it is under load.
     *
     * @param connections opens a connection of the probe's own
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

    /** What the server says about itself to the session behind the handle. */
    ServerFacts facts(Handle handle);

    /**
     * What a server says about itself.
     *
     * @param product  for example {@code PostgreSQL}
     * @param version  as the product prints it
     * @param settings effective settings of the asking session, name to value
     * @param caveats  settings that make a benchmark misleading
     */
    public record ServerFacts(String product, String version, Map<String, String> settings, List<Caveat> caveats) {

        public ServerFacts {
            settings = Map.copyOf(settings);
            caveats = List.copyOf(caveats);
        }
    }
}
