package io.dbharness.tpcc;

import io.dbharness.model.UsageException;
import io.dbharness.tpcc.input.Slice;
import io.dbharness.workload.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of {@code --warehouse-range}: which warehouses a client loads and has its terminals in. */
record WarehouseRange() implements Parameter.Domain {

    static final String ALL = "all";
    private static final Pattern RANGE = Pattern.compile("([1-9]\\d{0,5})-([1-9]\\d{0,5})");

    @Override
    public String label() {
        return ALL + "|FIRST-LAST";
    }

    @Override
    public boolean contains(String text) {
        Matcher range = RANGE.matcher(text);
        return text.equals(ALL)
                || (range.matches() && Integer.parseInt(range.group(1)) <= Integer.parseInt(range.group(2)));
    }

    @Override
    public String expectation() {
        return ALL + ", or the first and the last warehouse of a range such as 501-1000";
    }

    /** The range that a text means. Throws a {@link UsageException} when there are not so many warehouses. */
    static Slice slice(String text, int warehouses) {
        Slice slice = text.equals(ALL) ? Slice.all(warehouses) : Slice.parse(text);
        if (slice.last() > warehouses) {
            throw new UsageException(List.of("--" + Tpcc.RANGE + " " + text + " goes beyond --" + Tpcc.WAREHOUSES + " "
                    + warehouses + ", which is the number of warehouses of all clients together"));
        }
        return slice;
    }

    /** How many warehouses the ranges of clients cover whose results were merged, one after the other with {@code "; "} between them. */
    static int size(String ranges, int warehouses) {
        return Arrays.stream(ranges.split("; ", -1))
                .mapToInt(range ->
                        range.equals(ALL) ? warehouses : Slice.parse(range).size())
                .sum();
    }
}
