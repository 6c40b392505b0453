package io.dbharness.model;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with an input, so that all of it is reported at once. One thread. */
public final class Problems {

    private final List<Problem> found = new ArrayList<>();

    /**
     * One problem.
     *
     * @param text    a sentence that names the option, the value and what is allowed
     * @param options names of the options that cause it, the most likely first; empty if none does
     */
    public record Problem(String text, List<String> options) {}

    /** Notes one problem and the options that cause it. The same sentence twice is one problem. */
    public void add(String problem, String... options) {
        if (found.stream().noneMatch(known -> known.text().equals(problem))) {
            found.add(new Problem(problem, List.of(options)));
        }
    }

    /** Notes the problem unless the condition holds. */
    public void require(boolean holds, String problem, String... options) {
        if (!holds) {
            add(problem, options);
        }
    }

    /** Notes every problem that something else was refused for. */
    public void addAll(UsageException refusal, String... options) {
        refusal.problems().forEach(problem -> add(problem, options));
    }

    /** Notes other problems; those without options are caused by the given ones. */
    public void addAll(Problems others, String... options) {
        others.found.forEach(problem -> add(
                problem.text(),
                problem.options().isEmpty() ? options : problem.options().toArray(String[]::new)));
    }

    /** Returns the noted problems in order. */
    public List<Problem> all() {
        return List.copyOf(found);
    }

    /** Returns the noted problems in order, one sentence each. */
    public List<String> lines() {
        return found.stream().flatMap(problem -> problem.text().lines()).toList();
    }

    /** Throws all of them as one {@link UsageException}; does nothing when there are none. */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new UsageException(found.stream().map(Problem::text).toList());
        }
    }
}
