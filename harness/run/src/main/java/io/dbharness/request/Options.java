package io.dbharness.request;

import io.dbharness.model.Internal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Options by name, as given on a command line or in a study file. Immutable.
 *
 * @param given given options by name; absent options are not in the map
 * @param whole prefix of messages about options without a place, or about no option; empty for a command line
 */
@Internal
public record Options(Map<String, Given> given, String whole) {

    /** The value of a flag that is set. */
    private static final String YES = "true";

    /**
     * The values given for one option.
     *
     * @param texts  one value, or several of a repeatable option; {@code true} for a flag
     * @param place  prefix of messages about the option, for example {@code study.yaml:12: }; empty for a command line
     * @param sweeps sweeps that the values describe
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

    /** Creates options of a command line. */
    public Options(Map<String, Given> given) {
        this(given, "");
    }

    public boolean has(String name) {
        return given.containsKey(name);
    }

    /** Returns the value of an option; several values are joined with commas. */
    public Optional<String> one(String name) {
        return Optional.ofNullable(given.get(name)).map(g -> String.join(",", g.texts()));
    }

    /** Returns all values of a repeatable option, in order. */
    public List<String> all(String name) {
        return Optional.ofNullable(given.get(name)).map(Given::texts).orElse(List.of());
    }

    /** Returns the sweeps that the values of an option describe. */
    List<SweepSpec> sweeps(String name) {
        return Optional.ofNullable(given.get(name)).map(Given::sweeps).orElse(List.of());
    }

    public boolean flag(String name) {
        return all(name).contains(YES);
    }

    /** Returns the place where an option was given, or else that of all options; empty for a command line. */
    public String place(String name) {
        return Optional.ofNullable(given.get(name))
                .map(Given::place)
                .filter(place -> !place.isEmpty())
                .orElse(whole);
    }

    /** Returns a copy with an option set, or replaced at its place. */
    public Options with(String name, List<String> texts) {
        Map<String, Given> all = new HashMap<>(given);
        all.put(name, Given.of(name, texts, place(name)));
        return new Options(all, whole);
    }
}
