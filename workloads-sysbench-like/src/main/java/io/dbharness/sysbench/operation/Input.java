package io.dbharness.sysbench.operation;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/** The input of one statement. Immutable. */
interface Input {

    /**
     * Sets the statement's parameters.
     *
     * @param first index of the first parameter, from 1
     * @return index after the last parameter
     */
    int bind(PreparedStatement statement, int first) throws SQLException;

    /** One row. */
    record Key(int id) implements Input {
        @Override
        public int bind(PreparedStatement statement, int first) throws SQLException {
            statement.setInt(first, id);
            return first + 1;
        }
    }

    /** Rows by several whole numbers: the two ends of a range, or a list. Keeps the array. */
    // Contains an array, but is never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Numbers(int... values) implements Input {

        /** Returns the length of the range between the first two numbers, up to a last key. */
        int length(int end) {
            return Math.min(values[1], end) - values[0] + 1;
        }

        @Override
        public String toString() {
            return Arrays.toString(values);
        }

        @Override
        public int bind(PreparedStatement statement, int first) throws SQLException {
            int at = first;
            for (int value : values) {
                statement.setInt(at++, value);
            }
            return at;
        }
    }

    /** A new text for a row. */
    record NewText(String c, int id) implements Input {
        @Override
        public int bind(PreparedStatement statement, int first) throws SQLException {
            statement.setString(first, c);
            statement.setInt(first + 1, id);
            return first + 2;
        }
    }

    /** A new row whose id the server generates. */
    record NewRow(int k, String c, String pad) implements Input {
        @Override
        public int bind(PreparedStatement statement, int first) throws SQLException {
            statement.setInt(first, k);
            statement.setString(first + 1, c);
            statement.setString(first + 2, pad);
            return first + 3;
        }
    }

    /** A new row with its id. */
    record WholeRow(int id, NewRow row) implements Input {
        @Override
        public int bind(PreparedStatement statement, int first) throws SQLException {
            statement.setInt(first, id);
            return row.bind(statement, first + 1);
        }
    }
}
