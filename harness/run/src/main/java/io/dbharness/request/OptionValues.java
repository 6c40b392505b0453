package io.dbharness.request;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.request.LoadSpec.Rate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Parses the options that all workloads share, and adds defaults for absent ones. Each problem is noted with the place of its option. For
 * one use.
 *
 * @param options  given options
 * @param values   allowed values of the given options and defaults of the others, by name
 * @param problems receives the problems of the other values
 */
record OptionValues(Options options, Map<String, Object> values, Problems problems) {

    /** Parses the declared options; notes every given value that is not allowed. */
    OptionValues(Collection<Option<?>> declared, Options options, Problems problems) {
        this(options, new HashMap<>(), problems);
        declared.forEach(this::read);
    }

    /** Returns a copy with some options replaced; only these are parsed again. */
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
        Optional<?> value = given.map(option.domain()::normalized).flatMap(option.read());
        if (option.equals(CommonOptions.RATE)) {
            value = options.sweeps(name).stream()
                    .flatMap(sweep -> sweep.axis().stream())
                    .<Object>map(axis -> Rate.constant(axis.levels().get(0)))
                    .findFirst()
                    .or(() -> given.map(Quantities::expandSuffix).flatMap(CommonOptions.RATE.read()));
        }
        if (given.isPresent() && value.isEmpty()) {
            // A malformed reference to a password may be the password itself, so the message does not repeat it.
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

    /** Suggests a sweep if the text is a list of levels. */
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

    /** Notes a conflict among several options, at the place of the first one that was given. */
    void require(boolean holds, List<Option<?>> all, String problem) {
        if (!holds) {
            note(all.stream().map(Option::name).toList(), problem);
        }
    }

    /** Notes a problem that options cause together, at the place of the first one that was given. */
    void note(List<String> names, String problem) {
        require(false, names.stream().filter(options::has).findFirst().orElse(""), problem);
    }

    /** Parses the value of an option; notes its problems with the name of the option. */
    <T> Optional<T> read(Option<?> option, Function<Problems, Optional<T>> parse) {
        Problems own = new Problems();
        Optional<T> read = parse.apply(own);
        own.lines().forEach(line -> require(false, option, "--" + option.name() + ": " + line));
        return read;
    }

    /** Returns true if an option was given, with any value. */
    boolean given(Option<?> option) {
        return options.has(option.name());
    }

    /** Returns the texts of a repeatable option. */
    List<String> all(Option<?> option) {
        return options.all(option.name());
    }

    boolean flag(Option<Boolean> option) {
        return options.flag(option.name());
    }

    /** Returns the allowed value or the default; empty if there is neither. */
    // Safe: values come from the same option.
    @SuppressWarnings("unchecked")
    <T> Optional<T> find(Option<T> option) {
        return Optional.ofNullable((T) values.get(option.name()));
    }

    /** Returns the value of an option with a default. */
    <T> T get(Option<T> option) {
        return find(option).orElseThrow(() -> new IllegalArgumentException("--" + option.name() + " has no default"));
    }

    OptionalInt whole(Option<Integer> option) {
        return find(option).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }
}
