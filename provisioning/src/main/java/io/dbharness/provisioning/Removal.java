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

/** Undoes the steps of a ledger in the reverse order of their making. One thread, once. */
final class Removal {

    private final Ledger ledger;
    private final History history;
    private final Providers providers;
    private final StepListener following;
    private final Set<String> stuck = new HashSet<>();
    private final List<String> failures = new ArrayList<>();

    Removal(Ledger ledger, Providers providers, StepListener following) {
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
            // What several share stays for as long as any of them does.
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
     * Deletes what a run leaves in its directory when nothing of it stands any more, its ledger last: while anything is left, {@code down}
     * can be repeated. Not into depth: what a provider leaves is files, and a directory with something in it may be a disk that is still
     * mounted.
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
