package io.dbharness.jdbc.dialect.pg;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.jdbc.dialect.TextRowSink;
import io.dbharness.jdbc.dialect.TextRowSink.LineStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Loads rows with {@code COPY … FROM STDIN} in text format. Stateless. */
public final class CopyRowSink {

    private CopyRowSink() {}

    /**
     * Starts a load.
     *
     * @param options text after {@code FROM STDIN}, for example {@code WITH (ROWS_PER_TRANSACTION 20000)}, or empty
     */
    public static RowSink open(
            PgDriver driver, Connection connection, String table, List<String> columns, String options)
            throws SQLException {
        String names = columns.stream().map(CopyRowSink::quoted).collect(Collectors.joining(", "));
        String qualified =
                Arrays.stream(table.split("\\.", -1)).map(CopyRowSink::quoted).collect(Collectors.joining("."));
        CopyStream copy = driver.calls()
                .copy(connection, ("COPY " + qualified + " (" + names + ") FROM STDIN " + options).strip());
        return new TextRowSink(copy, table, columns.size(), false);
    }

    /** Returns the name as the server folds unquoted names, quoted in case it is a reserved word. */
    private static String quoted(String name) {
        return '"' + name.toLowerCase(Locale.ROOT).replace("\"", "\"\"") + '"';
    }

    /**
     * A {@code COPY … FROM STDIN} in progress, as provided by a driver. Not thread-safe.
     *
     * @param writing    sends a part of a buffer
     * @param ending     ends the copy; returns the number of rows that the server accepted
     * @param cancelling abandons the copy; the server keeps none of its rows
     * @param active     returns true until the copy has ended or failed
     */
    public record CopyStream(Write writing, End ending, Cancel cancelling, BooleanSupplier active)
            implements LineStream {

        @Override
        public void write(byte[] buffer, int length) throws SQLException {
            writing.write(buffer, 0, length);
        }

        @Override
        public long end() throws SQLException {
            return ending.end();
        }

        /** Cancels an active copy. After a server error, the load has already ended. */
        @Override
        public void cancel() throws SQLException {
            if (active.getAsBoolean()) {
                cancelling.cancel();
            }
        }

        @FunctionalInterface
        public interface Write {
            void write(byte[] buffer, int offset, int length) throws SQLException;
        }

        @FunctionalInterface
        public interface End {
            long end() throws SQLException;
        }

        @FunctionalInterface
        public interface Cancel {
            void cancel() throws SQLException;
        }
    }
}
