package io.dbharness.jdbc.dialect.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import io.dbharness.jdbc.dialect.RowSink;
import java.io.Serializable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Loads rows with the driver's bulk copy. The driver fetches the rows, so they are buffered in batches, and sent within the connection's
 * transaction. The table lock is shared by loaders of a table without a clustered index, and reduces logging. Not thread-safe.
 */
final class BulkCopyRowSink implements RowSink {

    /** Large enough that one statement a batch costs little, small enough for the memory of many loaders. */
    private static final int BATCH_ROWS = 10_000;

    /** Sends batches through the driver. */
    interface Sender {
        void send(BulkRows batch) throws SQLException;

        /** Ends the load; keeps or discards the sent rows. */
        void end(boolean keep) throws SQLException;
    }

    private final Sender sender;
    private final String table;
    private final BulkRows batch;
    private final int batchRows;
    private @Nullable Object[] row;
    private int filled;
    private long rows;
    private boolean finished;

    BulkCopyRowSink(Sender sender, String table, List<BulkColumn> columns, int batchRows) {
        this.sender = sender;
        this.table = table;
        this.batch = new BulkRows(columns);
        this.batchRows = batchRows;
        this.row = new Object[columns.size()];
    }

    static RowSink open(Connection connection, String table, List<String> columns) throws SQLException {
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("no columns to load into " + table);
        }
        return new BulkCopyRowSink(
                new BulkCopySender(connection, quoted(table), columns),
                table,
                types(connection, table, columns),
                BATCH_ROWS);
    }

    @Override
    public RowSink add(long value) {
        int at = next();
        return put(at, batch.columns.get(at).whole(value));
    }

    @Override
    public RowSink add(String value) {
        return put(next(), value);
    }

    @Override
    public RowSink addDecimal(long unscaled, int scale) {
        int at = next();
        return put(at, batch.columns.get(at).decimal(unscaled, scale));
    }

    @Override
    public RowSink add(LocalDateTime value) {
        int at = next();
        return put(at, batch.columns.get(at).moment(value));
    }

    @Override
    public RowSink add(byte[] value) {
        return put(next(), value.clone());
    }

    @Override
    public RowSink addNull() {
        next();
        return this;
    }

    @Override
    public void endRow() throws SQLException {
        if (filled != batch.columns.size()) {
            throw new IllegalStateException(
                    "a row for " + table + " has " + filled + " values, not " + batch.columns.size());
        }
        batch.rows.add(row);
        row = new Object[batch.columns.size()];
        filled = 0;
        rows++;
        if (batch.rows.size() == batchRows) {
            send();
        }
    }

    @Override
    public long finish() throws SQLException {
        if (filled != 0) {
            throw new IllegalStateException("the last row for " + table + " is not ended");
        }
        send();
        finished = true;
        sender.end(true);
        return rows;
    }

    @Override
    public void close() throws SQLException {
        if (!finished) {
            finished = true;
            batch.clear();
            sender.end(false);
        }
    }

    private void send() throws SQLException {
        if (batch.rows.size() > 0) {
            sender.send(batch);
            batch.clear();
        }
    }

    private int next() {
        if (filled == batch.columns.size()) {
            throw new IllegalStateException(
                    "a row for " + table + " has more than " + batch.columns.size() + " values");
        }
        return filled++;
    }

    private RowSink put(int at, Object value) {
        row[at] = value;
        return this;
    }

    private static List<BulkColumn> types(Connection connection, String table, List<String> columns)
            throws SQLException {
        String names = columns.stream().map(BulkCopyRowSink::quoted).collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT TOP (0) " + names + " FROM " + quoted(table))) {
            ResultSetMetaData found = none.getMetaData();
            List<BulkColumn> types = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) {
                types.add(new BulkColumn(
                        columns.get(i - 1), found.getColumnType(i), found.getPrecision(i), found.getScale(i)));
            }
            return types;
        }
    }

    /** Quotes the parts of a name with brackets, in case they are reserved words. */
    private static String quoted(String name) {
        return Arrays.stream(name.split("\\.", -1))
                .map(part -> '[' + part.replace("]", "]]") + ']')
                .collect(Collectors.joining("."));
    }

    /** Sends the driver's bulk copy into one table. A load of several batches is one transaction, also in autocommit mode. */
    private static final class BulkCopySender implements Sender {

        private final Connection connection;
        private final boolean ownTransaction;
        private final SQLServerBulkCopy copy;

        BulkCopySender(Connection connection, String table, List<String> columns) throws SQLException {
            this.connection = connection;
            this.ownTransaction = connection.getAutoCommit();
            this.copy = new SQLServerBulkCopy(connection);
            SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();
            options.setTableLock(true);
            // Loaded identity values are kept, not generated by the server.
            options.setKeepIdentity(true);
            // No time limit, because the time of a batch depends on the server's disk.
            options.setBulkCopyTimeout(0);
            copy.setBulkCopyOptions(options);
            copy.setDestinationTableName(table);
            for (int i = 0; i < columns.size(); i++) {
                copy.addColumnMapping(i + 1, columns.get(i));
            }
            if (ownTransaction) {
                connection.setAutoCommit(false);
            }
        }

        @Override
        public void send(BulkRows batch) throws SQLException {
            copy.writeToServer(batch);
        }

        @Override
        public void end(boolean keep) throws SQLException {
            copy.close();
            if (ownTransaction) {
                if (keep) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        }
    }

    /** A buffer of rows for the driver to fetch: filled, read once in order, cleared and reused. Not thread-safe. */
    static final class BulkRows implements ISQLServerBulkData {

        private static final long serialVersionUID = 1L;

        final ArrayList<BulkColumn> columns;

        // The driver's interface is serializable, but the rows are never serialized.
        @SuppressWarnings("serial")
        final transient List<@Nullable Object[]> rows = new ArrayList<>();

        private int current = -1;

        BulkRows(List<BulkColumn> columns) {
            this.columns = new ArrayList<>(columns);
        }

        void clear() {
            rows.clear();
            current = -1;
        }

        @Override
        public Set<Integer> getColumnOrdinals() {
            Set<Integer> ordinals = new TreeSet<>();
            for (int i = 1; i <= columns.size(); i++) {
                ordinals.add(i);
            }
            return ordinals;
        }

        @Override
        public String getColumnName(int ordinal) {
            return columns.get(ordinal - 1).name();
        }

        @Override
        public int getColumnType(int ordinal) {
            return columns.get(ordinal - 1).type();
        }

        @Override
        public int getPrecision(int ordinal) {
            return columns.get(ordinal - 1).precision();
        }

        @Override
        public int getScale(int ordinal) {
            return columns.get(ordinal - 1).scale();
        }

        @Override
        public boolean next() {
            return ++current < rows.size();
        }

        @Override
        public @Nullable Object[] getRowData() {
            return rows.get(current);
        }
    }

    /**
     * A column of a bulk copy, as in the table.
     *
     * @param name      name in the table
     * @param type      JDBC type, one of {@link Types}
     * @param precision digits of a number, characters of a text
     * @param scale     digits after the decimal point of a number or of seconds
     */
    record BulkColumn(String name, int type, int precision, int scale) implements Serializable {

        private static final int NANO_DIGITS = 9;
        private static final DateTimeFormatter SECONDS =
                DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSSSSS", Locale.ROOT);

        /** Converts an integer to the type of the column, which the driver requires. */
        Object whole(long value) {
            return switch (type) {
                case Types.TINYINT, Types.SMALLINT -> exact((short) value, value);
                case Types.INTEGER -> exact((int) value, value);
                case Types.DECIMAL, Types.NUMERIC -> BigDecimal.valueOf(value).setScale(scale);
                default -> value;
            };
        }

        /** Converts a decimal number; rejects one with more decimals than the column instead of rounding it. */
        BigDecimal decimal(long unscaled, int digits) {
            return BigDecimal.valueOf(unscaled, digits).setScale(scale);
        }

        /**
         * Formats a timestamp with exactly the length that the driver declares for the column, with the column's fraction digits, truncated
         * to microseconds. A {@link java.sql.Timestamp} cannot represent the hour that daylight saving skips in the local time zone.
         */
        String moment(LocalDateTime value) {
            String text = SECONDS.format(value.truncatedTo(ChronoUnit.MICROS));
            return text.substring(0, text.length() - NANO_DIGITS - 1 + (scale == 0 ? 0 : scale + 1));
        }

        private <N extends Number> N exact(N narrowed, long value) {
            if (narrowed.longValue() != value) {
                throw new IllegalArgumentException(value + " does not fit into the column " + name);
            }
            return narrowed;
        }
    }
}
