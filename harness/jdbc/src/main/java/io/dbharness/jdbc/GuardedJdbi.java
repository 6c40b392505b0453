package io.dbharness.jdbc;

import io.dbharness.jdbc.sql.PlainSql;
import io.dbharness.model.TargetUnreachableException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jdbi for everything that is not measured. Failures become messages for the user ({@link ServerFailures}). Transactions run at READ
 * COMMITTED without the timeouts of server and role, and restart when the server rolls them back in favour of another. Thread-safe.
 */
public final class GuardedJdbi {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedJdbi.class);

    /** After this many failures, concurrent transactions are not the reason. */
    private static final int ATTEMPTS = 10;

    private static final String PURPOSE = "maintain the data set";

    /** The limit of {@link #ask}: catalogues and the marker answer in milliseconds unless another session locks them. */
    public static final Duration LONGEST_QUESTION = Duration.ofMinutes(10);

    private final Jdbi jdbi;
    private final ServerFailures failures;
    private final Supplier<List<String>> settings;
    private final SideConnections connections;
    private final Duration longestQuestion;

    /**
     * Creates a Jdbi on these connections.
     *
     * @param settings        statements that begin each transaction
     * @param longestQuestion limit of {@link #ask}
     */
    GuardedJdbi(
            SideConnections connections,
            ServerFailures failures,
            Supplier<List<String>> settings,
            Duration longestQuestion) {
        this.jdbi = PlainSql.on(Jdbi.create(connections));
        this.failures = failures;
        this.settings = settings;
        this.connections = connections;
        this.longestQuestion = longestQuestion;
    }

    /**
     * Work on a connection.
     *
     * @param <T> the result
     */
    @FunctionalInterface
    public interface Work<T> {
        T on(Handle handle) throws SQLException;
    }

    /** Work without a result on a connection. */
    @FunctionalInterface
    public interface VoidWork {
        void on(Handle handle) throws SQLException;
    }

    /** Executes work on a handle in autocommit mode. Session settings outlive the handle. */
    public <T> T withHandle(Work<T> work) {
        try (Handle handle = jdbi.open()) {
            return work.on(handle);
        } catch (SQLException | JdbiException e) {
            throw failures.of(PURPOSE, e);
        }
    }

    /** Executes work without a result on a handle in autocommit mode. */
    public void useHandle(VoidWork work) {
        withHandle(handle -> {
            work.on(handle);
            return true;
        });
    }

    /**
     * Executes short work on a handle in autocommit mode: a question to a catalogue, or one row of the marker.
     *
     * @throws TargetUnreachableException if it takes longer than ten minutes; its connection is aborted
     */
    public <T> T ask(Work<T> work) {
        return withHandle(handle -> connections.within(
                longestQuestion,
                handle.getConnection(),
                "answer a question about the data set",
                "end the session that locks the catalogue or the marker",
                () -> work.on(handle)));
    }

    /** Executes work in a transaction on a separate handle; restarts it after a transient failure. */
    public <T> T inTransaction(Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            try (Transaction transaction = begin()) {
                T result = work.on(transaction.handle);
                transaction.handle.commit();
                return result;
            } catch (SQLException | JdbiException e) {
                if (attempt == ATTEMPTS || !failures.isTransient(e)) {
                    throw failures.of(PURPOSE, e);
                }
                LOG.debug("the server rolled a transaction back; it begins again", e);
            }
        }
    }

    /** Executes work without a result in a transaction, like {@link #inTransaction}. */
    public void useTransaction(VoidWork work) {
        inTransaction(handle -> {
            work.on(handle);
            return true;
        });
    }

    /** Begins a transaction that the caller ends. */
    public Transaction begin() {
        try {
            return new Transaction(jdbi.open());
        } catch (SQLException | JdbiException e) {
            throw failures.of(PURPOSE, e);
        }
    }

    /** An open transaction. Not thread-safe. */
    public final class Transaction implements AutoCloseable {

        private final Handle handle;

        private Transaction(Handle handle) throws SQLException {
            this.handle = handle;
            try {
                handle.begin();
                settle(handle);
            } catch (SQLException | JdbiException e) {
                close();
                throw e;
            }
        }

        private void settle(Handle opened) throws SQLException {
            try (Statement statement = opened.getConnection().createStatement()) {
                for (String setting : settings.get()) {
                    statement.execute(setting);
                }
            }
        }

        /** Executes work as part of the transaction. */
        public <T> T with(Work<T> work) {
            try {
                return work.on(handle);
            } catch (SQLException | JdbiException e) {
                throw failures.of(PURPOSE, e);
            }
        }

        /** Commits the transaction. */
        public void commit() {
            try {
                handle.commit();
            } catch (JdbiException e) {
                throw failures.of(PURPOSE, e);
            }
        }

        /** Ends the transaction; rolls it back unless it was committed. */
        @Override
        public void close() {
            try (handle) {
                if (handle.isInTransaction()) {
                    handle.rollback();
                }
            } catch (JdbiException e) {
                LOG.debug("a transaction did not end cleanly", e);
            }
        }
    }
}
