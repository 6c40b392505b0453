package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.jdbc.dialect.RowSink;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps rows in memory, each as column name to value; nulls are empty optionals. One thread. */
final class RecordedRows implements RowSink {

    private final List<String> columns;
    private final List<Map<String, Object>> rows = new ArrayList<>();
    private Map<String, Object> current = new LinkedHashMap<>();

    private RecordedRows(List<String> columns) {
        this.columns = columns;
    }

    /** All rows that a part has for a table. */
    static List<Map<String, Object>> of(LoadPart part, TpccTable table) {
        RecordedRows recorded = new RecordedRows(table.columns());
        part.tables().stream()
                .filter(load -> load.table().equals(table.sqlName()))
                .forEach(load -> {
                    RowWriter writer = load.writer().get();
                    for (int row = 0; row < load.rows(); row++) {
                        writer.write(recorded, row);
                        recorded.endRow();
                    }
                });
        return recorded.rows;
    }

    @Override
    public RowSink add(long value) {
        return put((int) value);
    }

    @Override
    public RowSink add(String value) {
        return put(value);
    }

    @Override
    public RowSink addDecimal(long unscaled, int scale) {
        return put(BigDecimal.valueOf(unscaled, scale));
    }

    @Override
    public RowSink add(LocalDateTime value) {
        return put(value);
    }

    @Override
    public RowSink add(byte[] value) {
        throw new AssertionError("TPC-C has no bytes");
    }

    @Override
    public RowSink addNull() {
        return put(Optional.empty());
    }

    @Override
    public void endRow() {
        if (current.size() != columns.size()) {
            throw new IllegalStateException(current + " has not the columns " + columns);
        }
        rows.add(Collections.unmodifiableMap(current));
        current = new LinkedHashMap<>();
    }

    @Override
    public long finish() {
        return rows.size();
    }

    @Override
    public void close() {}

    private RowSink put(Object value) {
        current.put(columns.get(current.size()), value);
        return this;
    }
}
