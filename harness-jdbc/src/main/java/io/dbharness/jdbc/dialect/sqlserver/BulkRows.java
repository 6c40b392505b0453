package io.dbharness.jdbc.dialect.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rows that wait for the driver to fetch them: filled, read once from the first to the last, emptied, filled again. One thread. */
final class BulkRows implements ISQLServerBulkData {

    private static final long serialVersionUID = 1L;

    private final ArrayList<BulkColumn> columns;

    // Rows are never serialized: the driver's interface asks for it, nobody does it.
    @SuppressWarnings("serial")
    private final transient List<@Nullable Object[]> rows = new ArrayList<>();

    private int current = -1;

    BulkRows(List<BulkColumn> columns) {
        this.columns = new ArrayList<>(columns);
    }

    /** The n-th column, from 0. */
    BulkColumn column(int index) {
        return columns.get(index);
    }

    int width() {
        return columns.size();
    }

    void add(@Nullable Object[] row) {
        rows.add(row);
    }

    int size() {
        return rows.size();
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
