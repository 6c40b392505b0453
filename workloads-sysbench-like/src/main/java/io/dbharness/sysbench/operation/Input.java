package io.dbharness.sysbench.operation;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/** What one statement is about. Immutable. */
interface Input {

    /**
     * Sets the statement's parameters.
     *
     * @param first the index of the first of them, from 1
     * @return the index after the last
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

    /** Rows by several whole numbers: two ends of a range, or a list. Keeps the array. */
    // Holds what was drawn and is never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Numbers(int... values) implements Input {

        /** Of the range between the first two, as far as it is not beyond an end. */
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

    /** A new row whose id the server makes. */
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
