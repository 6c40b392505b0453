package io.dbharness.request;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A sweep over the values of an option, from {@code --sweep NAME=VALUES} or a {@code --rate} in steps. Parsed once, where the option is
 * given.
 *
 * @param name     name of the option
 * @param values   values as typed, or formatted levels of the load
 * @param axis     levels of a factor of the load; empty for other options
 * @param problems reasons why the option is not a factor of the load
 */
@Internal
public record SweepSpec(String name, List<String> values, Optional<Axis> axis, List<String> problems) {

    public SweepSpec {
        values = List.copyOf(values);
        problems = List.copyOf(problems);
    }

    /** Parses the sweeps of an option; empty unless it is {@code --sweep} or a {@code --rate} in steps. */
    public static List<SweepSpec> of(String option, List<String> texts) {
        if (option.equals(CommonOptions.RATE.name())) {
            return texts.stream()
                    .filter(text -> text.contains(",") || text.contains(".."))
                    .map(text -> parse(option + "=" + text))
                    .toList();
        }
        return option.equals(CommonOptions.SWEEP.name())
                ? texts.stream().map(SweepSpec::parse).toList()
                : List.of();
    }

    private static SweepSpec parse(String text) {
        String name = text.substring(0, Math.max(0, text.indexOf('='))).strip();
        Problems problems = new Problems();
        Optional<Axis> axis = Axis.parse(text, problems);
        List<String> values = Factor.named(name).isPresent()
                ? axis.map(SweepSpec::levels).orElse(List.of())
                : values(text.substring(text.indexOf('=') + 1));
        return new SweepSpec(name, values, axis, problems.lines());
    }

    /** Splits comma-separated values; expands ranges of numbers like the levels of a load, for example {@code 1,2,4..16}. */
    private static List<String> values(String list) {
        return Optional.of(list)
                .filter(text -> text.contains(".."))
                .flatMap(text -> Axis.parse(Factor.USERS, text, new Problems()))
                .map(SweepSpec::levels)
                .orElseGet(
                        () -> Stream.of(list.split(",", -1)).map(String::strip).toList());
    }

    private static List<String> levels(Axis axis) {
        return axis.levels().stream().map(Factor::text).toList();
    }

    /** Returns every combination of values; the last option varies fastest. */
    public static List<Map<String, String>> combinations(List<SweepSpec> sweeps) {
        List<Map<String, String>> all = List.of(Map.of());
        for (SweepSpec sweep : sweeps) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> levels : all) {
                for (String value : sweep.values()) {
                    Map<String, String> more = new TreeMap<>(levels);
                    more.put(sweep.name(), value);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }
}
