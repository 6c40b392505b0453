package io.dbharness.jdbc.dialect.sqlserver;

import java.io.Serializable;
import java.math.BigDecimal;
import java.sql.Types;

/**
 * A column of a bulk copy, as the table has it.
 *
 * @param name      in the table
 * @param type      one of {@link Types}
 * @param precision digits of a number, characters of a text
 * @param scale     digits after the point, of a decimal number or of seconds
 */
record BulkColumn(String name, int type, int precision, int scale) implements Serializable {

    /** The driver takes an integer in no other form than its column's. */
    Object whole(long value) {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT -> exact((short) value, value);
            case Types.INTEGER -> exact((int) value, value);
            case Types.DECIMAL, Types.NUMERIC -> BigDecimal.valueOf(value).setScale(scale);
            default -> value;
        };
    }

    /** A number that has more digits after the point than the column is not rounded but refused. */
    BigDecimal decimal(long unscaled, int digits) {
        return BigDecimal.valueOf(unscaled, digits).setScale(scale);
    }

    private <N extends Number> N exact(N narrowed, long value) {
        if (narrowed.longValue() != value) {
            throw new IllegalArgumentException(value + " does not fit into the column " + name);
        }
        return narrowed;
    }
}
