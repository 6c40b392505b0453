package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dialect.Alphanumeric;
import io.dbharness.jdbc.dialect.RowSink;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * Regenerates rows of a load and keeps some of them by column, in the form in which the server should return them. Numbers are decimals
 * without trailing zeros, texts have no trailing blanks, bytes are {@link Octets}. A column without a value is omitted. Not thread-safe.
 */
final class RowRecorder implements RowSink {

    private final TableRows table;
    private final List<Map<String, Object>> kept = new ArrayList<>();
    private Map<String, Object> row = new LinkedHashMap<>();
    private boolean keeps;
    private int column;

    private RowRecorder(TableRows table) {
        this.table = table;
    }

    /** Bytes in a form for comparing and printing. */
    record Octets(String hex) {

        static Octets of(byte[] bytes) {
            return new Octets(HexFormat.of().formatHex(bytes));
        }
    }

    /** @param wanted indexes of the rows to keep, from 0; rows after the last one are not generated */
    static List<Map<String, Object>> rows(TableRows table, SortedSet<Integer> wanted) {
        RowRecorder recorder = new RowRecorder(table);
        RowWriter writer = table.writer().get();
        for (int number = 0; number <= wanted.last(); number++) {
            recorder.keeps = wanted.contains(number);
            writer.write(recorder, number);
            recorder.endRow();
        }
        return recorder.kept;
    }

    static BigDecimal number(BigDecimal value) {
        BigDecimal shortest = value.stripTrailingZeros();
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }

    static String text(String value) {
        return value.stripTrailing();
    }

    @Override
    public RowSink add(long value) {
        return addDecimal(value, 0);
    }

    @Override
    public RowSink add(String value) {
        return keeps ? put(text(value)) : addNull();
    }

    @Override
    public RowSink add(Alphanumeric value) {
        return keeps ? add(value.toString()) : addNull();
    }

    @Override
    public RowSink addDecimal(long unscaled, int scale) {
        return keeps ? put(number(BigDecimal.valueOf(unscaled, scale))) : addNull();
    }

    @Override
    public RowSink add(LocalDateTime value) {
        return keeps ? put(value.truncatedTo(ChronoUnit.MICROS)) : addNull();
    }

    @Override
    public RowSink add(byte[] value) {
        return keeps ? put(Octets.of(value)) : addNull();
    }

    @Override
    public RowSink addNull() {
        column++;
        return this;
    }

    private RowSink put(Object value) {
        row.put(table.columns().get(column), value);
        return addNull();
    }

    @Override
    public void endRow() {
        if (keeps) {
            kept.add(row);
            row = new LinkedHashMap<>();
        }
        column = 0;
    }

    @Override
    public long finish() {
        return kept.size();
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
