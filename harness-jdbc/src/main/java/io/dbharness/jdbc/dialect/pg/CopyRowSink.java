package io.dbharness.jdbc.dialect.pg;

import io.dbharness.jdbc.dialect.Alphanumeric;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.model.HarnessException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Rows by {@code COPY … FROM STDIN} in its text format. One thread. */
public final class CopyRowSink implements RowSink {

    /** What gathers before it is sent: enough that sending is rare beside writing rows. */
    private static final int CHUNK_BYTES = 128 * 1024;

    private final CopyStream copy;
    private final String table;
    private final int columns;
    private final CopyText text = new CopyText(CHUNK_BYTES);
    private int filled;
    private long rows;
    private boolean finished;

    private CopyRowSink(CopyStream copy, String table, int columns) {
        this.copy = copy;
        this.table = table;
        this.columns = columns;
    }

    /**
     * Starts a load.
     *
     * @param options what follows {@code FROM STDIN}, for example {@code WITH (ROWS_PER_TRANSACTION 20000)}, or nothing
     */
    public static RowSink open(
            PgDriver driver, Connection connection, String table, List<String> columns, String options)
            throws SQLException {
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("no columns to load into " + table);
        }
        String names = columns.stream().map(CopyRowSink::quoted).collect(Collectors.joining(", "));
        String qualified =
                Arrays.stream(table.split("\\.", -1)).map(CopyRowSink::quoted).collect(Collectors.joining("."));
        CopyStream copy = driver.calls()
                .copy(connection, ("COPY " + qualified + " (" + names + ") FROM STDIN " + options).strip());
        return new CopyRowSink(copy, table, columns.size());
    }

    @Override
    public RowSink add(long value) {
        value().whole(value);
        return this;
    }

    @Override
    public RowSink add(String value) {
        value().string(value);
        return this;
    }

    @Override
    public RowSink add(Alphanumeric value) {
        value().plain(value.bytes(), value.length());
        return this;
    }

    @Override
    public RowSink addDecimal(long unscaled, int scale) {
        value().decimal(unscaled, scale);
        return this;
    }

    @Override
    public RowSink add(LocalDateTime value) {
        value().timestamp(value);
        return this;
    }

    @Override
    public RowSink add(byte[] value) {
        return add("\\x" + HexFormat.of().formatHex(value));
    }

    @Override
    public RowSink addNull() {
        value().nothing();
        return this;
    }

    @Override
    public void endRow() throws SQLException {
        if (filled != columns) {
            throw new IllegalStateException("a row for " + table + " has " + filled + " values, not " + columns);
        }
        text.endRow();
        filled = 0;
        rows++;
        if (text.size() >= CHUNK_BYTES) {
            send();
        }
    }

    @Override
    public long finish() throws SQLException {
        if (filled != 0) {
            throw new IllegalStateException("the last row for " + table + " is not ended");
        }
        send();
        long accepted = copy.end().end();
        finished = true;
        if (accepted != rows) {
            throw new HarnessException("the load of " + table + " came up short: " + rows + " rows sent, " + accepted
                    + " accepted; look for a trigger or a rule on the table");
        }
        return accepted;
    }

    @Override
    public void close() throws SQLException {
        // After an error of its own the server has ended the load already.
        if (!finished && copy.active().getAsBoolean()) {
            copy.cancel().cancel();
        }
        finished = true;
    }

    private void send() throws SQLException {
        if (text.size() > 0) {
            copy.write().write(text.bytes(), 0, text.size());
            text.clear();
        }
    }

    /** Where the next value of the row goes. */
    private CopyText value() {
        if (filled++ > 0) {
            text.separator();
        }
        return text;
    }

    /** The name as the server folds it when written without quotes, quoted so that reserved words do no harm. */
    private static String quoted(String name) {
        return '"' + name.toLowerCase(Locale.ROOT).replace("\"", "\"\"") + '"';
    }

    /**
     * One {@code COPY … FROM STDIN} under way, as a driver offers it. One thread.
     *
     * @param write  sends a part of a buffer
     * @param end    ends the copy; how many rows the server took
     * @param cancel abandons the copy; the server keeps none of its rows
     * @param active whether it has neither ended nor failed
     */
    public record CopyStream(Write write, End end, Cancel cancel, BooleanSupplier active) {

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
