package io.dbharness.provisioning.ledger;

import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.nio.file.Path;
import java.util.Map;

/**
 * One line of a ledger.
 *
 * @param at    when it was written, in ISO form
 * @param what  what is about to happen or has happened
 * @param id    of the run or the step
 * @param about what else a run or step is, by name; empty once it is done or undone
 * @param facts a step's arguments when it begins, what it said when it is done
 */
record Entry(String at, What what, String id, Map<String, String> about, Map<String, String> facts) {

    enum What {
        RUN,
        BEGUN,
        DONE,
        UNDONE
    }

    private static final String NAME = "name";
    private static final String PROVIDER = "provider";
    private static final String KIND = "kind";
    private static final String SUBJECT = "subject";
    private static final String SUMMARY = "summary";

    Entry {
        about = Map.copyOf(about);
        facts = Map.copyOf(facts);
    }

    static Entry run(String at, Run run) {
        return new Entry(at, What.RUN, run.id(), Map.of(NAME, run.name()), Map.of());
    }

    static Entry begun(String at, Step step) {
        Map<String, String> about =
                Map.of(PROVIDER, step.provider(), KIND, step.kind(), SUBJECT, step.subject(), SUMMARY, step.summary());
        return new Entry(at, What.BEGUN, step.id(), about, step.arguments());
    }

    static Entry done(String at, Step step, Map<String, String> facts) {
        return new Entry(at, What.DONE, step.id(), Map.of(), facts);
    }

    static Entry undone(String at, Step step) {
        return new Entry(at, What.UNDONE, step.id(), Map.of(), Map.of());
    }

    /** Of a first line. */
    Run run(Path directory) {
        return new Run(about(NAME), id, directory);
    }

    /** Of a step's beginning. */
    Step step() {
        return new Step(about(PROVIDER), id, about(KIND), about(SUBJECT), about(SUMMARY), facts);
    }

    private String about(String name) {
        return about.getOrDefault(name, "");
    }
}
