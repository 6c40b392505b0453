package io.dbharness.tpcc.input;

import io.dbharness.load.Slice;
import io.dbharness.model.UsageException;
import io.dbharness.workload.Parameter.Domain;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of a data set's warehouses. Several clients share a data set by disjoint ranges: each loads its own range and has its terminals
 * in it.
 *
 * @param first      W_ID, from 1
 * @param last       W_ID, not below {@code first}
 * @param warehouses number of warehouses of the data set
 */
public record WarehouseRange(int first, int last, int warehouses) {

    /** The word for all warehouses. */
    public static final String ALL = "all";

    private static final Pattern RANGE = Pattern.compile("([1-9]\\d{0,5})-([1-9]\\d{0,5})");

    /** The texts that a user can type for a range. */
    public static final Domain WORDS = Domain.matching(
            ALL + "|FIRST-LAST",
            WarehouseRange::isRange,
            ALL + ", or the first and the last warehouse of a range such as 501-1000");

    public WarehouseRange {
        if (first < 1 || last < first || last > warehouses) {
            throw new IllegalArgumentException("no warehouses " + first + "-" + last + " among " + warehouses);
        }
    }

    /** Creates the range of all warehouses of a data set. */
    public static WarehouseRange all(int warehouses) {
        return new WarehouseRange(1, warehouses, warehouses);
    }

    /** Parses one of the {@link #WORDS}. Throws {@link UsageException} if there are fewer warehouses. */
    public static WarehouseRange parse(String text, int warehouses) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            return all(warehouses);
        }
        int last = Integer.parseInt(range.group(2));
        if (last > warehouses) {
            throw new UsageException(List.of("--warehouse-range " + text + " goes beyond --warehouses " + warehouses
                    + ", which is the number of warehouses of all clients together"));
        }
        return new WarehouseRange(Integer.parseInt(range.group(1)), last, warehouses);
    }

    /** Counts the warehouses in the ranges of merged results, which are separated by {@code "; "}. */
    public static int size(String ranges, int warehouses) {
        return Arrays.stream(ranges.split("; ", -1))
                .mapToInt(range -> parse(range, warehouses).size())
                .sum();
    }

    private static boolean isRange(String text) {
        Matcher range = RANGE.matcher(text);
        return text.equals(ALL)
                || (range.matches() && Integer.parseInt(range.group(1)) <= Integer.parseInt(range.group(2)));
    }

    /** Returns the subrange of one of several processes, in order; each process needs at least one warehouse. */
    public WarehouseRange slice(Slice slice) {
        int from = first + (int) slice.before(size());
        return new WarehouseRange(from, from + (int) slice.share(size()) - 1, warehouses);
    }

    public int size() {
        return last - first + 1;
    }

    /** Returns true if the range has all warehouses of the data set. */
    public boolean whole() {
        return size() == warehouses;
    }

    public boolean overlaps(WarehouseRange other) {
        return first <= other.last && other.first <= last;
    }

    /** Returns the range as a user types it, for example {@code 501-1000}. */
    @Override
    public String toString() {
        return first + "-" + last;
    }
}
