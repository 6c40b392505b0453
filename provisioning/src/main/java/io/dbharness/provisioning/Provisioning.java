package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.Ledger.History;
import io.dbharness.provisioning.ProvisioningPlan.Planner;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.spi.Exchange;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Finder;
import io.dbharness.provisioning.spi.Finder.Leftover;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Brings the subjects of a provisioning file up and takes them down. A run has the name of its file and its own directory, which contains
 * the ledger. A run stays up until {@code down}, even if the process that brought it up dies. Not thread-safe.
 */
public final class Provisioning {

    /** Default number of concurrent steps. */
    public static final int PARALLEL = 8;

    private static final String INTERRUPTED = "interrupted";

    private final StateDirectory state;
    private final Providers providers;
    private final RunClock clock;
    private final Planner planner;

    /**
     * @param state     directory of the ledgers
     * @param providers the available providers
     * @param clock     clock for the timestamps in the ledger
     * @param ids       source of the random part of run ids, which separates runs of the same name
     */
    public Provisioning(StateDirectory state, Iterable<Provider> providers, RunClock clock, RandomGenerator ids) {
        this.state = state;
        this.providers = new Providers(providers);
        this.clock = clock;
        this.planner = new Planner(this.providers, ids);
    }

    /** Creates an instance with the providers on the class path and the user's own state directory. */
    public static Provisioning standard(RunClock clock) {
        return new Provisioning(
                StateDirectory.standard(System.getenv()),
                ServiceLoader.load(Provider.class),
                clock,
                new SecureRandom());
    }

    /** Passes each later exchange with a provider's service to a listener, which may be called by several threads. */
    public void report(Consumer<Exchange> listener) {
        providers.report(listener);
    }

    /**
     * Plans {@code up} without making anything.
     *
     * @throws io.dbharness.model.UsageException with every problem of the file
     */
    public ProvisioningPlan plan(ProvisioningFile file) {
        var directory = state.of(file.name());
        return planner.plan(file, directory, Ledger.read(directory).run());
    }

    /**
     * Makes everything that is missing. After a crash, a second call continues where the first one stopped. If a step fails, everything
     * that this call made is removed again, unless part of the run existed before the call.
     *
     * @throws HarnessException when a step fails; the message names what could not be removed
     */
    public Provisioned up(ProvisioningFile file, StepListener following) {
        return up(file, following, AfterFailure.REMOVE, PARALLEL);
    }

    /**
     * Brings the run up as {@link #up(ProvisioningFile, StepListener)} does; the caller chooses what happens after a failure.
     *
     * @param parallel maximum number of concurrent steps, at least 1
     */
    public Provisioned up(ProvisioningFile file, StepListener following, AfterFailure afterFailure, int parallel) {
        ProvisioningPlan plan = plan(file);
        try (Ledger ledger = Ledger.open(plan.run().directory(), clock)) {
            History history = ledger.history();
            requireSame(plan, history);
            boolean isNew = history.run().isEmpty();
            if (isNew) {
                ledger.begins(plan.run());
            }
            try {
                return provisioned(plan, new StepExecutor(providers, ledger, following, parallel).of(plan.steps()));
            } catch (HarnessException | UncheckedIOException e) {
                // An interrupt asks for an immediate end, and removing resources may take minutes.
                if (afterFailure == AfterFailure.KEEP
                        || !isNew
                        || Thread.currentThread().isInterrupted()) {
                    following.leaving(plan.run());
                    throw e;
                }
                rollBack(plan.run(), ledger, following, e);
                throw e;
            }
        }
    }

    /**
     * Returns the locations of a run that is up, from its ledger alone; no provider is asked.
     *
     * @throws HarnessException if the run is not completely up
     */
    public Provisioned standing(ProvisioningFile file) {
        ProvisioningPlan plan = plan(file);
        History history = Ledger.read(plan.run().directory());
        requireSame(plan, history);
        boolean done = plan.steps().stream().allMatch(step -> history.done().contains(step.id()));
        if (!done || history.run().isEmpty()) {
            throw new HarnessException("'" + file.name() + "' is not up; run 'provision up' first");
        }
        return provisioned(plan, history.facts());
    }

    private Provisioned provisioned(ProvisioningPlan plan, Facts facts) {
        String name = plan.run().name();
        return new Provisioned(plan.run(), providers.subjects(plan, facts), () -> down(name, StepListener.SILENT));
    }

    /** Removes everything that a failed {@code up} has made; the exception lists what could not be removed after the failure itself. */
    private void rollBack(Run run, Ledger ledger, StepListener following, RuntimeException failure) {
        following.takingBack(run);
        try {
            remove(ledger, run.directory(), following);
        } catch (HarnessException e) {
            e.addSuppressed(failure);
            throw new HarnessException(
                    String.join(
                            System.lineSeparator(),
                            String.valueOf(failure.getMessage()),
                            "and not everything that was made could be removed; 'provision down " + run.name()
                                    + "' tries again:",
                            String.valueOf(e.getMessage())),
                    e);
        }
    }

    private void remove(Ledger ledger, Path directory, StepListener following) {
        new Teardown(ledger, providers, following).run();
        Teardown.delete(directory);
    }

    /**
     * Makes the whole run new and holds it until the returned object is closed; until then no other process can take it down. Leftovers of
     * a dead process are removed first. If a step fails, everything is taken down at once.
     *
     * @throws HarnessException if a step fails or another process holds the run
     */
    public Provisioned hold(ProvisioningFile file, StepListener following) {
        ProvisioningPlan plan = plan(file);
        Ledger ledger = Ledger.open(plan.run().directory(), clock);
        Runnable release = () -> end(ledger, plan.run(), following);
        try {
            new Teardown(ledger, providers, following).run();
            if (ledger.history().run().isEmpty()) {
                ledger.begins(plan.run());
            }
            Facts facts = new StepExecutor(providers, ledger, following, PARALLEL).of(plan.steps());
            return new Provisioned(plan.run(), providers.subjects(plan, facts), release);
        } catch (RuntimeException e) {
            try {
                release.run();
            } catch (HarnessException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /**
     * Removes everything, also after an interrupt, since the removal is the response to that interrupt. The interrupt may have closed the
     * ledger, so it is opened again.
     */
    private void end(Ledger ledger, Run run, StepListener following) {
        boolean interrupted = Thread.interrupted();
        try {
            ledger.close();
            down(run.name(), following);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns true if any step of this run was begun and not undone. */
    public boolean stands(String name) {
        return Ledger.isIn(state.of(name));
    }

    /**
     * Refuses a plan that differs from the run as made. Steps are made and undone; only a provider that supports it changes a step in
     * place.
     */
    private void requireSame(ProvisioningPlan plan, History history) {
        for (Step standing : history.standing()) {
            boolean same = plan.steps().stream()
                    .filter(step -> step.id().equals(standing.id()))
                    .anyMatch(step ->
                            step.equals(standing) || providers.of(standing).mends(standing, step));
            if (!same) {
                throw new HarnessException(
                        "'" + plan.run().name() + "' was brought up from an earlier version of its file ("
                                + standing.id() + " has changed); run 'provision down' first, then 'provision up'");
            }
        }
    }

    /**
     * Returns the current status of a run.
     *
     * @return empty if no run of this name is up
     */
    public Optional<Status> status(String name) {
        History history = Ledger.read(state.of(name));
        return history.run().map(run -> new Status(run, history.since(), standing(history)));
    }

    private List<Standing> standing(History history) {
        List<Standing> steps = new ArrayList<>();
        for (Step step : history.standing()) {
            Presence presence = asking(
                    "look for " + step.id(),
                    INTERRUPTED,
                    () -> providers.of(step).presence(step, history.facts()));
            steps.add(new Standing(step, history.done().contains(step.id()), presence));
        }
        return steps;
    }

    /** Returns the status of every run that is up; throws a {@link HarnessException} if a ledger cannot be read. */
    public List<Status> list() {
        return list(damaged -> {
            throw new HarnessException(damaged);
        });
    }

    /**
     * Returns the status of every run that is up and has a readable ledger.
     *
     * @param damaged receives a sentence for each ledger that cannot be read
     */
    public List<Status> list(Consumer<String> damaged) {
        List<Status> all = new ArrayList<>();
        for (String name : state.names()) {
            if (isReadable(name, damaged)) {
                status(name).ifPresent(all::add);
            }
        }
        return all;
    }

    private boolean isReadable(String name, Consumer<String> damaged) {
        try {
            Ledger.read(state.of(name));
            return true;
        } catch (HarnessException e) {
            damaged.accept(
                    e.getMessage() + "; 'provision reap' finds the resources of '" + name + "' if they are in a cloud");
            return false;
        }
    }

    /**
     * Undoes all steps of a run, from its ledger alone.
     *
     * @return true if any step of this run was begun and not undone
     * @throws HarnessException if a step could not be undone; steps that do not depend on it are undone, and the call can be repeated
     */
    public boolean down(String name, StepListener following) {
        var directory = state.of(name);
        if (!Ledger.isIn(directory)) {
            return false;
        }
        try (Ledger ledger = Ledger.open(directory, clock)) {
            remove(ledger, directory, following);
        }
        return true;
    }

    /**
     * Returns the ssh access of a machine of a file that is up.
     *
     * @param machine the machine's name, or a subject's name for its client machine; the suffix {@code -2} selects the second of several
     *                clients
     * @throws HarnessException if there is no machine of that name
     */
    public Access enter(ProvisioningFile file, String machine) {
        ProvisioningPlan plan = plan(file);
        History history = Ledger.read(plan.run().directory());
        return providers
                .entered(plan.run(), history.facts(), machine)
                .or(() -> standing(file).subjects().values().stream()
                        .flatMap(ready -> ready.client(machine).stream())
                        .findFirst())
                .orElseThrow(() -> new HarnessException("'" + file.name() + "' has no machine '" + machine
                        + "' that can be entered; there are: "
                        + plan.steps().stream()
                                .filter(step -> step.id().endsWith("/machine"))
                                .map(step -> step.id().replace("/machine", ""))
                                .collect(Collectors.joining(", "))));
    }

    /**
     * Returns the steps whose resources the provider's service has evicted, for example Spot machines; checks only steps that can be
     * evicted.
     */
    public List<Step> takenAway(String name) {
        return Ledger.read(state.of(name)).standing().stream()
                .filter(step -> providers.of(step).isOnLoan(step))
                .filter(step -> asking(
                                "look for " + step.id(),
                                INTERRUPTED,
                                () -> providers.of(step).presence(step, Facts.NONE))
                        == Presence.GONE)
                .toList();
    }

    /** Returns the time against which leftovers are judged. */
    public Instant now() {
        return clock.wallTime();
    }

    /** Returns the runs that providers find by their tags, including runs whose ledger is lost. */
    public List<Leftover> leftovers() {
        return asking("look for leftovers", INTERRUPTED, () -> {
            List<Leftover> all = new ArrayList<>();
            for (Finder finder : providers.finders()) {
                all.addAll(finder.leftovers());
            }
            return List.copyOf(all);
        });
    }

    /** Removes a leftover run. */
    public void remove(Leftover leftover) {
        asking("remove " + leftover.run(), INTERRUPTED, () -> {
            for (Finder finder : providers.finders()) {
                if (finder.leftovers().contains(leftover)) {
                    finder.remove(leftover);
                }
            }
            return leftover;
        });
    }

    private interface Question<T> {
        T ask() throws IOException, InterruptedException;
    }

    private static <T> T asking(String what, String interrupted, Question<T> question) {
        try {
            return question.ask();
        } catch (IOException e) {
            throw new HarnessException("cannot " + what + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException(interrupted, e);
        }
    }

    /** Policy for the completed steps when a later step fails. */
    public enum AfterFailure {
        /** Undo them in reverse order. */
        REMOVE,
        /** Keep them for inspection until {@code down}. */
        KEEP
    }

    /**
     * The current state of a run.
     *
     * @param run   the run
     * @param since time at which it was begun, ISO 8601
     * @param steps steps that were begun and not undone, in the order in which they were made
     */
    public record Status(Run run, String since, List<Standing> steps) {

        public Status {
            steps = List.copyOf(steps);
        }
    }

    /**
     * A step of a run that was begun and not undone.
     *
     * @param step     the step
     * @param done     true if the step is complete
     * @param presence presence of what the step makes
     */
    public record Standing(Step step, boolean done, Presence presence) {}
}
