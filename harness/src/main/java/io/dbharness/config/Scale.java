package io.dbharness.config;

import io.dbharness.quantity.Quantities;
import io.dbharness.yaml.Fields;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * By what the sizes of data and the lengths of time of an experiment are multiplied: {@code scale: {sizes: 0.001, times: 0.01}}. What is no size
 * and no time (rates, connections, shares in per cent) stays as it is.
 *
 * @param sizes above 0
 * @param times above 0
 */
record Scale(double sizes, double times) {

    static final Scale WHOLE = new Scale(1, 1);

    private static final String FIELD = "scale";
    private static final Set<String> SIZES =
            Set.of("table-size", "warehouses", "initial-data", "size", "rows", "partitions", "fill", "capacity");
    private static final Set<String> TIMES = Set.of("warmup", "duration");
    private static final long BLOCK = 4096;
    private static final long NANOS_PER_MICRO = 1_000;

    static Scale of(Fields file) {
        Fields scale = file.fieldsOrNone(FIELD);
        Scale read = new Scale(factor(scale, "sizes"), factor(scale, "times"));
        scale.refuseOthers();
        return read;
    }

    private static double factor(Fields scale, String name) {
        OptionalDouble factor = scale.text(name).map(Quantities::number).orElse(OptionalDouble.of(1));
        if (factor.isEmpty() || factor.getAsDouble() <= 0) {
            scale.problem(name, "must be a number above 0, such as 0.001");
            return 1;
        }
        return factor.getAsDouble();
    }

    /** The value of an option; one that is neither a size nor a time, or cannot be read, as it is. */
    String of(String option, String value) {
        if (TIMES.contains(option) && times != 1) {
            return Quantities.duration(value).map(this::time).orElse(value);
        }
        return SIZES.contains(option) && sizes != 1 ? size(value) : value;
    }

    private String time(Duration length) {
        Duration scaled = Duration.ofNanos(Math.round(length.toNanos() * times));
        return scaled.toSeconds() + "s" + scaled.toNanosPart() / NANOS_PER_MICRO + "us";
    }

    /** At least 1; what fills more than a block in whole blocks, as disks need them. */
    private String size(String value) {
        OptionalLong bytes = Quantities.bytes(value);
        if (bytes.isEmpty()) {
            return value;
        }
        long scaled = Math.max(1, Math.round(bytes.getAsLong() * sizes));
        boolean isNumber = Quantities.number(value).isPresent();
        return Long.toString(isNumber || scaled < BLOCK ? scaled : scaled / BLOCK * BLOCK);
    }

    /** What it does, for readers of a report; empty when it changes nothing. */
    String words() {
        String ofSizes = sizes == 1 ? "" : "sizes of data by " + Double.toString(sizes);
        String ofTimes = times == 1 ? "" : "lengths of time by " + Double.toString(times);
        return ofSizes + (ofSizes.isEmpty() || ofTimes.isEmpty() ? "" : " and ") + ofTimes;
    }
}
