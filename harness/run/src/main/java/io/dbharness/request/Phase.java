package io.dbharness.request;

import io.dbharness.model.Internal;
import io.dbharness.request.RunSpec.LoadPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The part of a workload's job that a command runs: a word after the workload's name, or no word for the whole job. */
@Internal
public enum Phase {
    /** Load missing data, measure, check. */
    ALL("", LoadPolicy.AUTO),
    LOAD("Load the data and end.", LoadPolicy.ONLY),
    RUN("Measure on existing data; load nothing.", LoadPolicy.NEVER),
    CHECK("Check the existing data and end.", LoadPolicy.NEVER),
    DROP("Remove the data and end.", LoadPolicy.NEVER),
    TRY("Try settings: alternate and repeat until the difference is decided.", LoadPolicy.AUTO);

    private final String summary;
    private final LoadPolicy policy;

    Phase(String summary, LoadPolicy policy) {
        this.summary = summary;
        this.policy = policy;
    }

    /** Returns the parts that have a command word. */
    public static List<Phase> named() {
        return Arrays.stream(values()).filter(part -> part != ALL).toList();
    }

    /** Returns the command words of all parts. */
    public static List<String> words() {
        return named().stream().map(Phase::word).toList();
    }

    public static Optional<Phase> of(String word) {
        return named().stream().filter(part -> part.word().equals(word)).findFirst();
    }

    /** Returns the command word. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns one sentence for help. */
    public String summary() {
        return summary;
    }

    /** Returns the load policy of this part. */
    LoadPolicy policy() {
        return policy;
    }

    /** Returns true if this part measures, so that options of the measurement apply. */
    public boolean measures() {
        return this == ALL || this == RUN || this == TRY;
    }
}
