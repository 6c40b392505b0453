package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.ServerAddress;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Converts failures of a server or the network outside of measured operations to one sentence for the user: the purpose, the server's
 * message, and the remedy. Handles every exception of JDBC and Jdbi. Thread-safe.
 *
 * @param address address for messages, without credentials
 * @param user    user of the login, for statements that can be pasted
 * @param dialect dialect that classifies error codes
 */
@Internal
public record ServerFailures(String address, String user, Supplier<Dialect> dialect) {

    /** Returns true if the failed transaction was rolled back and may be retried. */
    boolean isTransient(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof SQLException sql) {
                return dialect.get().classify(sql).isTransient();
            }
        }
        return false;
    }

    /**
     * Describes a failure; returns an exception with a message for the user unchanged.
     *
     * @param purpose completes "could not", for example {@code read the marker}
     */
    public HarnessException of(String purpose, Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof HarnessException known) {
                return known;
            }
            if (link instanceof SQLException || link instanceof IOException) {
                return described(purpose, link, failure);
            }
        }
        return new HarnessException(
                "could not " + purpose + ": "
                        + ServerAddress.bounded(Objects.requireNonNullElse(failure.getMessage(), failure.toString())),
                failure);
    }

    /** Returns the dialect's first advice on the exceptions of a chain. */
    private Optional<String> advice(SQLException failure) {
        for (Throwable link : failure) {
            if (link instanceof SQLException sql) {
                Optional<String> advice = dialect.get().advice(sql, user);
                if (advice.isPresent()) {
                    return advice;
                }
            }
        }
        return Optional.empty();
    }

    /** Returns true if the dialect takes one of the exceptions of a chain for a lack of disk or memory. */
    private boolean isExhausted(SQLException failure) {
        for (Throwable link : failure) {
            if (link instanceof SQLException sql && dialect.get().isExhausted(sql)) {
                return true;
            }
        }
        return false;
    }

    private HarnessException described(String purpose, Throwable reported, Throwable failure) {
        Optional<SQLException> sql = reported instanceof SQLException one ? Optional.of(one) : Optional.empty();
        String said = ServerAddress.bounded(String.valueOf(reported.getMessage()));
        String sentence = "could not " + purpose + ": " + said;
        FailureKind kind = sql.map(dialect.get()::classify).orElse(FailureKind.CONNECTION_LOST);
        Optional<String> advice = sql.flatMap(this::advice);
        if (kind == FailureKind.CONNECTION_LOST) {
            return new TargetUnreachableException(
                    sentence + "; "
                            + advice.orElse(
                                    "the connection to " + address + " was lost; check whether the server is running"),
                    failure);
        }
        if (sql.filter(this::isExhausted).isPresent()) {
            return new HarnessException(
                    sentence + advice.map(what -> "; " + what).orElse(""), failure);
        }
        if (advice.isPresent()) {
            UsageException usage = new UsageException(List.of(sentence + "; " + advice.get()));
            usage.initCause(failure);
            return usage;
        }
        String state = sql.map(SQLException::getSQLState)
                .map(code -> ", SQLSTATE " + code)
                .orElse("");
        String number = sql.map(SQLException::getErrorCode)
                .filter(code -> code != 0)
                .map(code -> ", error " + code)
                .orElse("");
        return new HarnessException(sentence + " (" + address + number + state + ")", failure);
    }
}
