package io.dbharness.jdbc;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jdbi for everything that is not measured. Failures become sentences ({@link ServerFailures}); transactions run at READ COMMITTED without the
 * timeouts of server and role, and begin again when the server rolls them back for the sake of another one. Thread-safe.
 */
public final class GuardedJdbi {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedJdbi.class);

    /** A transaction that fails so often has another reason than its neighbours. */
    private static final int ATTEMPTS = 10;

    private static final String PURPOSE = "look after the data set";

    private final Jdbi jdbi;
    private final ServerFailures failures;
    private final Supplier<List<String>> settings;

    /** @param settings the statements that a transaction begins with */
    GuardedJdbi(Jdbi jdbi, ServerFailures failures, Supplier<List<String>> settings) {
        this.jdbi = jdbi;
        this.failures = failures;
        this.settings = settings;
    }

    /**
     * Something to do on a connection.
     *
     * @param <T> the result
     */
    @FunctionalInterface
    public interface Work<T> {
        T on(Handle handle) throws SQLException;
    }

    /** Something without a result to do on a connection. */
    @FunctionalInterface
    public interface VoidWork {
        void on(Handle handle) throws SQLException;
    }

    /** Does the work on a handle in autocommit mode. Session settings outlive the handle. */
    public <T> T withHandle(Work<T> work) {
        try (Handle handle = jdbi.open()) {
            return work.on(handle);
        } catch (SQLException | JdbiException e) {
            throw failures.of(PURPOSE, e);
        }
    }

    /** Does work without a result on a handle in autocommit mode. */
    public void useHandle(VoidWork work) {
        withHandle(handle -> {
            work.on(handle);
            return true;
        });
    }

    /** Does the work in a transaction, again from its beginning after a failure that permits it; on a separate handle. */
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

    /** Does work without a result in a transaction, as {@link #inTransaction} does. */
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

    /** An open transaction. One thread. */
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

        /** Does the work as part of the transaction. */
        public <T> T with(Work<T> work) {
            try {
                return work.on(handle);
            } catch (SQLException | JdbiException e) {
                throw failures.of(PURPOSE, e);
            }
        }

        /** Ends the transaction; what it has done is kept. */
        public void commit() {
            try {
                handle.commit();
            } catch (JdbiException e) {
                throw failures.of(PURPOSE, e);
            }
        }

        /** Ends the transaction; without {@link #commit} nothing that it has done is kept. */
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
