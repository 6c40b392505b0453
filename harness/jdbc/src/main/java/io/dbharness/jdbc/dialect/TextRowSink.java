package io.dbharness.jdbc.dialect;

import io.dbharness.model.HarnessException;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.HexFormat;

/** Sends rows as lines of text with tabs between values, for products that read such a stream. Not thread-safe. */
public final class TextRowSink implements RowSink {

    /** The buffer size before sending: large enough that sending is rare compared with writing rows. */
    private static final int CHUNK_BYTES = 128 * 1024;

    private final LineStream lines;
    private final String table;
    private final int columns;
    private final boolean rawOctets;
    private final RowText text = new RowText(CHUNK_BYTES);
    private int filled;
    private long rows;
    private boolean finished;

    /**
     * Creates a sink for a started load.
     *
     * @param lines     receives the lines
     * @param table     name of the table, for messages
     * @param columns   number of values in a row
     * @param rawOctets true if the product reads bytes unchanged; if false, they are written as {@code \\x} and hexadecimal digits
     */
    public TextRowSink(LineStream lines, String table, int columns, boolean rawOctets) {
        if (columns == 0) {
            throw new IllegalArgumentException("no columns to load into " + table);
        }
        this.lines = lines;
        this.table = table;
        this.columns = columns;
        this.rawOctets = rawOctets;
    }

    /** A load in progress, as provided by a driver. Not thread-safe. */
    public interface LineStream {

        /** Sends some whole lines. */
        void write(byte[] buffer, int length) throws SQLException;

        /** Ends the load; returns the number of rows that the server accepted. */
        long end() throws SQLException;

        /** Abandons a load that has neither ended nor failed; the server keeps none of its rows. */
        void cancel() throws SQLException;
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
        if (rawOctets) {
            value().octets(value);
            return this;
        }
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
        long accepted = lines.end();
        finished = true;
        if (accepted != rows) {
            throw new HarnessException("the load of " + table + " came up short: " + rows + " rows sent, " + accepted
                    + " accepted; look for a trigger or a rule on the table");
        }
        return accepted;
    }

    @Override
    public void close() throws SQLException {
        if (!finished) {
            lines.cancel();
        }
        finished = true;
    }

    private void send() throws SQLException {
        if (text.size() > 0) {
            lines.write(text.bytes(), text.size());
            text.clear();
        }
    }

    /** Returns the buffer for the next value of the row. */
    private RowText value() {
        if (filled++ > 0) {
            text.separator();
        }
        return text;
    }
}
