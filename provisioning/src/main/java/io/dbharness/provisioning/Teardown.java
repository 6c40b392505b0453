package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.Ledger.History;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Undoes the steps of a ledger in the reverse order in which they were made. Not thread-safe; one instance runs once. */
final class Teardown {

    private final Ledger ledger;
    private final History history;
    private final Providers providers;
    private final StepListener following;
    private final Set<String> stuck = new HashSet<>();
    private final List<String> failures = new ArrayList<>();

    Teardown(Ledger ledger, Providers providers, StepListener following) {
        this.ledger = ledger;
        this.history = ledger.history();
        this.providers = providers;
        this.following = following;
    }

    /** Undoes all steps. A subject that cannot be undone blocks neither the other subjects nor the report of its failure. */
    void run() {
        List<Step> steps = history.standing();
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step step = steps.get(i);
            // A shared resource must stay as long as any subject that uses it.
            if (step.subject().isEmpty() ? stuck.isEmpty() : !stuck.contains(step.subject())) {
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

    /**
     * Deletes the files of a run after its last step is undone, the ledger last: while any file is left, {@code down} can be repeated. Does
     * not recurse. Providers leave plain files only, and a directory with content may be a disk that is still mounted.
     */
    static void delete(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(one -> !one.endsWith(Ledger.FILE)).toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory.resolve(Ledger.FILE));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new HarnessException("cannot delete " + directory + ": " + e, e);
        }
    }
}
