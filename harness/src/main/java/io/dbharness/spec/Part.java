package io.dbharness.spec;

import io.dbharness.spec.RunSpec.LoadPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which part of a workload's job a command asks for: a word after the workload's name, or nothing for all of it. */
public enum Part {
    /** Load what is missing, measure, check. */
    ALL("", LoadPolicy.AUTO),
    LOAD("Load the data and end.", LoadPolicy.ONLY),
    RUN("Measure on data that are there; load nothing.", LoadPolicy.NEVER),
    CHECK("Check the data that are there and end.", LoadPolicy.NEVER),
    DROP("Remove the data and end.", LoadPolicy.NEVER);

    private final String summary;
    private final LoadPolicy policy;

    Part(String summary, LoadPolicy policy) {
        this.summary = summary;
        this.policy = policy;
    }

    /** Those that have a word of their own. */
    public static List<Part> named() {
        return Arrays.stream(values()).filter(part -> part != ALL).toList();
    }

    public static Optional<Part> of(String word) {
        return named().stream().filter(part -> part.word().equals(word)).findFirst();
    }

    /** As typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One sentence for help. */
    public String summary() {
        return summary;
    }

    /** What becomes of the data set. */
    LoadPolicy policy() {
        return policy;
    }

    /** Whether something is measured, so that options about it make sense. */
    public boolean measures() {
        return this == ALL || this == RUN;
    }
}
