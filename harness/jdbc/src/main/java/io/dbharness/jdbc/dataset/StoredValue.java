package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.dataset.RowRecorder.Octets;
import io.dbharness.model.Internal;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Brings written and read values into one form for comparing and printing. */
@Internal
public final class StoredValue {

    private static final int LONGEST_VALUE = 40;

    private StoredValue() {}

    /** Returns the form of a statement's parameter: numbers are decimals, texts have no trailing blanks. */
    public static @Nullable Object of(@Nullable Object written) {
        if (written instanceof Long || written instanceof Integer || written instanceof Short) {
            return RowRecorder.number(BigDecimal.valueOf(((Number) written).longValue()));
        } else if (written instanceof BigDecimal number) {
            return RowRecorder.number(number);
        } else if (written instanceof LocalDateTime time) {
            return time.truncatedTo(ChronoUnit.MICROS);
        } else if (written instanceof byte[] bytes) {
            return Octets.of(bytes);
        }
        return written == null ? null : RowRecorder.text(written.toString());
    }

    /**
     * Reads a column.
     *
     * @param alike value in this form, whose type decides how the column is read
     */
    public static @Nullable Object read(ResultSet row, String column, @Nullable Object alike) throws SQLException {
        if (alike instanceof BigDecimal) {
            return of(row.getBigDecimal(column));
        } else if (alike instanceof LocalDateTime) {
            return row.getObject(column, LocalDateTime.class);
        } else if (alike instanceof Octets) {
            return of(row.getBytes(column));
        }
        return of(row.getString(column));
    }

    /** Returns a value in this form, shortened, for messages. */
    public static String shown(@Nullable Object value) {
        if (value == null || value instanceof BigDecimal || value instanceof LocalDateTime) {
            return String.valueOf(value);
        }
        String text = value instanceof Octets octets ? octets.hex() : String.valueOf(value);
        return "'" + (text.length() > LONGEST_VALUE ? text.substring(0, LONGEST_VALUE) + "…" : text) + "'";
    }
}
