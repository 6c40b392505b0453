package io.dbharness.spec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Options by name, as they were given: words of a command line or fields of a study file. Immutable.
 *
 * @param given what was given; nothing of what was left out
 */
public record Options(Map<String, Given> given) {

    /** What a flag that is set says. */
    private static final String YES = "true";

    /**
     * What was given for one option.
     *
     * @param texts  one value; several of an option that may be repeated; {@code true} for a flag
     * @param place  begins every message about it, for example {@code study.yaml:12: }; empty for a command line
     * @param sweeps what of it is to be run through
     */
    public record Given(List<String> texts, String place, List<SweepSpec> sweeps) {

        public Given {
            texts = List.copyOf(texts);
            sweeps = List.copyOf(sweeps);
        }

        public static Given of(String option, List<String> texts, String place) {
            return new Given(texts, place, SweepSpec.of(option, texts));
        }
    }

    public Options {
        given = Map.copyOf(given);
    }

    public boolean has(String name) {
        return given.containsKey(name);
    }

    /** The value of an option; the values of a list, with commas between them. */
    public Optional<String> one(String name) {
        return Optional.ofNullable(given.get(name)).map(g -> String.join(",", g.texts()));
    }

    /** Every text of an option that may be repeated, in order. */
    public List<String> all(String name) {
        return Optional.ofNullable(given.get(name)).map(Given::texts).orElse(List.of());
    }

    /** What an option asks to run through. */
    List<SweepSpec> sweeps(String name) {
        return Optional.ofNullable(given.get(name)).map(Given::sweeps).orElse(List.of());
    }

    public boolean flag(String name) {
        return all(name).contains(YES);
    }

    /** Where an option was given; empty when it was not, or on a command line. */
    public String place(String name) {
        return Optional.ofNullable(given.get(name)).map(Given::place).orElse("");
    }

    /** The same with an option set, or replaced at its place. */
    public Options with(String name, List<String> texts) {
        Map<String, Given> all = new HashMap<>(given);
        all.put(name, Given.of(name, texts, place(name)));
        return new Options(all);
    }
}
