package io.dbharness.spec;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.spec.LoadSpec.Rate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The options that all workloads share, each read once: what was given, and the defaults of the rest. Every problem is noted at the place of the option that
 * it is about. One use.
 *
 * @param options  what was given
 * @param values   what is allowed of it and the defaults of the rest, by name
 * @param problems takes the rest
 */
record OptionValues(Options options, Map<String, Object> values, Problems problems) {

    /** Notes every given value that is not allowed. */
    OptionValues(Collection<Option<?>> declared, Options options, Problems problems) {
        this(options, new HashMap<>(), problems);
        declared.forEach(this::read);
    }

    /** The same with some options replaced, which alone are read. */
    OptionValues with(Map<String, String> levels, Collection<Option<?>> declared) {
        Options changed = options;
        for (Map.Entry<String, String> level : levels.entrySet()) {
            changed = changed.with(level.getKey(), List.of(level.getValue()));
        }
        OptionValues copy = new OptionValues(changed, new HashMap<>(values), problems);
        declared.stream().filter(option -> levels.containsKey(option.name())).forEach(copy::read);
        return copy;
    }

    private <T> void read(Option<T> option) {
        String name = option.name();
        Optional<String> given = options.one(name);
        Optional<?> value = given.map(option.domain()::meant).flatMap(option.read());
        if (option.equals(CommonOptions.RATE)) {
            value = options.sweeps(name).stream()
                    .flatMap(sweep -> sweep.axis().stream())
                    .<Object>map(axis -> Rate.constant(axis.levels().get(0)))
                    .findFirst()
                    .or(() -> given.map(Quantities::writtenOut).flatMap(CommonOptions.RATE.read()));
        }
        if (given.isPresent() && value.isEmpty()) {
            // What was typed where the reference to a password belongs may be the password, so it is not repeated.
            require(
                    false,
                    option,
                    "--" + name + " must be " + option.domain().expectation()
                            + (option.equals(CommonOptions.PASSWORD)
                                    ? "; a password itself would be seen in process lists"
                                    : ", not '" + given.get() + "'" + asSweep(name, given.get())));
        }
        (value.isPresent() ? value : option.read().apply(option.defaultValue()))
                .ifPresent(found -> values.put(name, found));
    }

    /** Several values at once are a sweep. */
    private static String asSweep(String name, String typed) {
        return Factor.named(name)
                .flatMap(factor -> Axis.parse(factor, typed, new Problems()))
                .map(axis -> "; for one run with each: --sweep " + name + "=" + typed)
                .orElse("");
    }

    /** Notes a problem with an option unless the condition holds. */
    void require(boolean holds, Option<?> option, String problem) {
        require(holds, option.name(), problem);
    }

    void require(boolean holds, String option, String problem) {
        problems.require(holds, options.place(option) + problem);
    }

    /** Notes a problem that several options have with each other, at the first of them that was given. */
    void require(boolean holds, List<Option<?>> all, String problem) {
        require(
                holds,
                all.stream().map(Option::name).filter(options::has).findFirst().orElse(""),
                problem);
    }

    /** Reads something, and notes what is wrong with it under the name of its option. */
    <T> Optional<T> read(Option<?> option, Function<Problems, Optional<T>> parse) {
        Problems own = new Problems();
        Optional<T> read = parse.apply(own);
        own.lines().forEach(line -> require(false, option, "--" + option.name() + ": " + line));
        return read;
    }

    /** Whether an option was given, whatever its value. */
    boolean given(Option<?> option) {
        return options.has(option.name());
    }

    /** The texts of an option that may be repeated. */
    List<String> all(Option<?> option) {
        return options.all(option.name());
    }

    boolean flag(String name) {
        return options.flag(name);
    }

    /** An allowed value or a default that is there. */
    // Safe: values come from the same option.
    @SuppressWarnings("unchecked")
    <T> Optional<T> maybe(Option<T> option) {
        return Optional.ofNullable((T) values.get(option.name()));
    }

    /** Of an option with a default. */
    <T> T get(Option<T> option) {
        return maybe(option).orElseThrow(() -> new IllegalArgumentException("--" + option.name() + " has no default"));
    }

    OptionalInt whole(Option<Integer> option) {
        return maybe(option).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }
}
