package io.dbharness.tpcc.input;

/**
 * A range of warehouses. Several clients share a data set by slices that do not overlap: each loads its own and has its terminals there.
 *
 * @param first W_ID, from 1
 * @param last  W_ID, not below {@code first}
 */
public record Slice(int first, int last) {

    public Slice {
        if (first < 1 || last < first) {
            throw new IllegalArgumentException("no range of warehouses: " + first + " to " + last);
        }
    }

    /** All warehouses of a data set. */
    public static Slice all(int warehouses) {
        return new Slice(1, warehouses);
    }

    /** Reads what {@link #toString} writes. */
    public static Slice parse(String text) {
        int dash = text.indexOf('-');
        return new Slice(Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
    }

    public int size() {
        return last - first + 1;
    }

    public boolean overlaps(Slice other) {
        return first <= other.last && other.first <= last;
    }

    /** As a user types it, for example {@code 501-1000}. */
    @Override
    public String toString() {
        return first + "-" + last;
    }
}
