package io.dbharness.study.file;

import io.dbharness.quantity.Quantities;
import io.dbharness.yaml.Fields;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The factors for the data sizes and durations of an experiment: {@code scale: {sizes: 0.001, times: 0.01}}. Other values (rates,
 * connections, percentages) are unchanged.
 *
 * @param sizes factor for sizes, above 0
 * @param times factor for durations, above 0
 */
record StudyScale(double sizes, double times) {

    static final StudyScale WHOLE = new StudyScale(1, 1);

    private static final String FIELD = "scale";
    private static final Set<String> SIZES =
            Set.of("table-size", "warehouses", "initial-data", "size", "rows", "partitions", "fill", "capacity");
    private static final Set<String> TIMES = Set.of("warmup", "duration");
    private static final long BLOCK = 4096;
    private static final long NANOS_PER_MICRO = 1_000;

    static StudyScale of(Fields file) {
        Fields scale = file.fieldsOrNone(FIELD);
        StudyScale read = new StudyScale(factor(scale, "sizes"), factor(scale, "times"));
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

    /** Scales the value of an option. Returns a value unchanged if it is neither a size nor a duration, or is malformed. */
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

    /** Scales a size to at least 1; more than one block is rounded down to whole blocks, as disks require. */
    private String size(String value) {
        OptionalLong bytes = Quantities.bytes(value);
        if (bytes.isEmpty()) {
            return value;
        }
        long scaled = Math.max(1, Math.round(bytes.getAsLong() * sizes));
        boolean isNumber = Quantities.number(value).isPresent();
        return Long.toString(isNumber || scaled < BLOCK ? scaled : scaled / BLOCK * BLOCK);
    }

    /** Describes the scale for readers of a report; empty if it changes nothing. */
    String words() {
        String ofSizes = sizes == 1 ? "" : "sizes of data by " + Double.toString(sizes);
        String ofTimes = times == 1 ? "" : "lengths of time by " + Double.toString(times);
        return ofSizes + (ofSizes.isEmpty() || ofTimes.isEmpty() ? "" : " and ") + ofTimes;
    }
}
