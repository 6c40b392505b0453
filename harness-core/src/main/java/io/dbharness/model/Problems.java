package io.dbharness.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with an input, so that all of it is reported at once. One thread. */
public final class Problems {

    private final Set<String> found = new LinkedHashSet<>();

    /** Notes one problem, a sentence that names the option, the value and what is allowed. The same sentence twice is one problem. */
    public void add(String problem) {
        found.add(problem);
    }

    /** Notes the problem unless the condition holds. */
    public void require(boolean holds, String problem) {
        if (!holds) {
            add(problem);
        }
    }

    /** Notes every problem that something else was refused for. */
    public void addAll(UsageException refusal) {
        refusal.problems().forEach(this::add);
    }

    /** Returns the noted problems in order, one sentence each. */
    public List<String> lines() {
        return found.stream().flatMap(String::lines).toList();
    }

    /** Throws all of them as one {@link UsageException}; does nothing when there are none. */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new UsageException(List.copyOf(found));
        }
    }
}
