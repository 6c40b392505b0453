package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.ledger.History;
import io.dbharness.provisioning.ledger.Ledger;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Undoes the steps of a ledger in the reverse order of their making. One thread, once. */
final class Removal {

    private static final String SHARED = "";

    private final Ledger ledger;
    private final History history;
    private final Providers providers;
    private final Following following;
    private final Set<String> stuck = new HashSet<>();
    private final List<String> failures = new ArrayList<>();

    Removal(Ledger ledger, Providers providers, Following following) {
        this.ledger = ledger;
        this.history = ledger.history();
        this.providers = providers;
        this.following = following;
    }

    /** One subject that cannot be undone holds up neither the others nor the message about it. */
    void run() {
        List<Step> steps = history.standing();
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step step = steps.get(i);
            boolean free = step.subject().equals(SHARED) ? stuck.isEmpty() : !stuck.contains(step.subject());
            if (free) {
                undo(step);
            }
        }
        if (!failures.isEmpty()) {
            throw new HarnessException(String.join(System.lineSeparator(), failures));
        }
    }

    private void undo(Step step) {
        following.removing(step);
        try {
            providers.of(step).undo(step, history.facts());
            ledger.isUndone(step);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted; 'provision down' again removes the rest", e);
        } catch (IOException | HarnessException e) {
            stuck.add(step.subject());
            failures.add("cannot undo " + step.id() + " (" + step.summary() + "): " + e.getMessage());
        }
    }
}
