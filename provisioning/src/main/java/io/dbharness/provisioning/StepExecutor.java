package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.Ledger.History;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Applies the pending steps of a plan, several at a time, each as soon as the steps it depends on are done. The calling thread schedules
 * steps, writes the ledger and notifies the listener; a pool of workers applies the steps. After a failure no further step is started, and
 * the steps under way are awaited. Not thread-safe; one instance runs once.
 */
final class StepExecutor {

    private final Providers providers;
    private final Ledger ledger;
    private final History history;
    private final StepListener following;
    private final int parallel;
    private final Map<String, Map<String, String>> done = new LinkedHashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final List<Throwable> failures = new ArrayList<>();
    /** Results of the workers, handled one after the other by the scheduling thread. */
    private final BlockingQueue<Runnable> news = new LinkedBlockingQueue<>();

    private int running;

    /** @param parallel maximum number of concurrent steps, at least 1 */
    StepExecutor(Providers providers, Ledger ledger, StepListener following, int parallel) {
        this.providers = providers;
        this.ledger = ledger;
        this.history = ledger.history();
        this.following = following;
        this.parallel = parallel;
    }

    /** Applies all steps and returns their facts; rethrows the first failure. */
    Facts of(List<Step> steps) {
        ExecutorService workers = Executors.newFixedThreadPool(parallel, work -> {
            Thread thread = new Thread(work, "dbharness-provision");
            thread.setDaemon(true);
            return thread;
        });
        try {
            beginWhatCan(steps, workers);
            while (running > 0 || !news.isEmpty()) {
                try {
                    news.take().run();
                    beginWhatCan(steps, workers);
                } catch (InterruptedException e) {
                    // Interrupts all steps under way; the loop then waits for them to end.
                    failures.add(0, e);
                    workers.shutdownNow();
                }
            }
        } finally {
            workers.shutdownNow();
        }
        throwIfAny();
        return new Facts(done);
    }

    private void beginWhatCan(List<Step> steps, ExecutorService workers) {
        List<String> before = new ArrayList<>();
        for (Step step : steps) {
            Set<String> needs = providers.of(step).after(step).orElseGet(() -> Set.copyOf(before));
            if (failures.isEmpty()
                    && running < parallel
                    && !begun.contains(step.id())
                    && done.keySet().containsAll(needs)) {
                begin(step, workers);
            }
            before.add(step.id());
        }
    }

    /** Writes the step to the ledger before a worker applies it. */
    private void begin(Step step, ExecutorService workers) {
        begun.add(step.id());
        running++;
        boolean same = history.standing(step.id()).filter(step::equals).isPresent();
        if (!same) {
            ledger.begins(step);
        }
        boolean known = same && history.done().contains(step.id());
        if (!known) {
            following.making(step);
        }
        Facts earlier = new Facts(done);
        workers.execute(() -> carryOut(step, earlier, known));
    }

    // Every failure, whatever its type, must reach the scheduling thread.
    @SuppressWarnings("IllegalCatch")
    private void carryOut(Step step, Facts earlier, boolean known) {
        try {
            Provider provider = providers.of(step);
            if (known && provider.presence(step, history.facts()).mayBeThere()) {
                news.add(() -> kept(step));
                return;
            }
            if (known) {
                news.add(() -> following.making(step));
            }
            Map<String, String> facts = provider.apply(step, earlier);
            news.add(() -> made(step, facts));
        } catch (IOException e) {
            failed(new HarnessException("cannot " + step.summary() + ": " + e.getMessage(), e));
        } catch (Throwable e) {
            failed(e);
        }
    }

    private void kept(Step step) {
        running--;
        done.put(step.id(), history.facts().all(step.id()));
        following.kept(step);
    }

    private void made(Step step, Map<String, String> facts) {
        running--;
        ledger.isDone(step, facts);
        done.put(step.id(), facts);
        // Queued after the steps that can start now, so that a listener never sees an idle moment between two steps.
        news.add(() -> following.made(step));
    }

    private void failed(Throwable failure) {
        news.add(() -> {
            running--;
            failures.add(failure);
        });
    }

    private void throwIfAny() {
        if (failures.isEmpty()) {
            return;
        }
        Throwable first = failures.get(0);
        failures.stream().filter(other -> other != first).forEach(first::addSuppressed);
        if (first instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted; everything made so far is kept until 'provision down'", first);
        } else if (first instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) first;
    }
}
