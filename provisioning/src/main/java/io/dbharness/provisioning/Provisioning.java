package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.Ledger.History;
import io.dbharness.provisioning.ProvisioningPlan.Planner;
import io.dbharness.provisioning.file.ProvisioningFile;
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
 * Brings what a file names up and takes it down. A run has the file's name and a directory with its ledger. It stands until {@code down},
 * even if the process that brought it up dies. One thread.
 */
public final class Provisioning {

    /** Steps at once, unless said otherwise. */
    public static final int PARALLEL = 8;

    private static final String INTERRUPTED = "interrupted";

    private final StateDirectory state;
    private final Providers providers;
    private final RunClock clock;
    private final Planner planner;

    /**
     * @param state     where ledgers are
     * @param providers who makes what
     * @param clock     for the ledger's times
     * @param ids       draws what sets a run apart from others of its name
     */
    public Provisioning(StateDirectory state, Iterable<Provider> providers, RunClock clock, RandomGenerator ids) {
        this.state = state;
        this.providers = new Providers(providers);
        this.clock = clock;
        this.planner = new Planner(this.providers, ids);
    }

    /** With the providers of the class path and the user's own state directory. */
    public static Provisioning standard(RunClock clock) {
        return new Provisioning(
                StateDirectory.standard(System.getenv()),
                ServiceLoader.load(Provider.class),
                clock,
                new SecureRandom());
    }

    /**
     * What {@code up} would do, without doing anything.
     *
     * @throws io.dbharness.model.UsageException with all that is wrong with the file
     */
    public ProvisioningPlan plan(ProvisioningFile file) {
        var directory = state.of(file.name());
        return planner.plan(file, directory, Ledger.read(directory).run());
    }

    /**
     * Makes what is not there yet. After a crash, calling it again continues where it stopped. When a step fails, everything that this
     * call made is removed again, unless something of the run stood before.
     *
     * @throws HarnessException when a step fails; it names what could not be taken away
     */
    public Provisioned up(ProvisioningFile file, StepListener following) {
        return up(file, following, AfterFailure.REMOVE, PARALLEL);
    }

    /**
     * The same with a choice of what happens to the things made before a failure.
     *
     * @param parallel most steps at once, at least 1
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
                return provisioned(plan, new Making(providers, ledger, following, parallel).of(plan.steps()));
            } catch (HarnessException | UncheckedIOException e) {
                // An interrupt asks for an end now, and removing things may take minutes.
                if (afterFailure == AfterFailure.KEEP
                        || !isNew
                        || Thread.currentThread().isInterrupted()) {
                    following.leaving(plan.run());
                    throw e;
                }
                takeBack(plan.run(), ledger, following, e);
                throw e;
            }
        }
    }

    /**
     * The places of what stands, from its ledger alone; nothing is looked at.
     *
     * @throws HarnessException when not all of it stands
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

    /** Removes what a failed {@code up} has made. What could not be removed is named after the failure itself. */
    private void takeBack(Run run, Ledger ledger, StepListener following, RuntimeException failure) {
        following.takingBack(run);
        try {
            remove(ledger, run.directory(), following);
        } catch (HarnessException e) {
            e.addSuppressed(failure);
            throw new HarnessException(
                    String.join(
                            System.lineSeparator(),
                            String.valueOf(failure.getMessage()),
                            "and not all that was made could be taken away; 'provision down " + run.name()
                                    + "' tries again:",
                            String.valueOf(e.getMessage())),
                    e);
        }
    }

    private void remove(Ledger ledger, Path directory, StepListener following) {
        new Removal(ledger, providers, following).run();
        Removal.delete(directory);
    }

    /**
     * Makes all of it new and holds it until the returned object is closed: until then no other process can take it down. Leftovers of
     * a dead process are removed first. If something cannot be made, all of it is taken down at once.
     *
     * @throws HarnessException when a step fails, or another process holds it
     */
    public Provisioned hold(ProvisioningFile file, StepListener following) {
        ProvisioningPlan plan = plan(file);
        Ledger ledger = Ledger.open(plan.run().directory(), clock);
        Runnable release = () -> end(ledger, plan.run(), following);
        try {
            new Removal(ledger, providers, following).run();
            if (ledger.history().run().isEmpty()) {
                ledger.begins(plan.run());
            }
            Facts facts = new Making(providers, ledger, following, PARALLEL).of(plan.steps());
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
     * Removes everything even after an interrupt: an interrupt asks to end, and this is how it ends. The interrupt may have closed the
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

    /** Whether anything of this name was begun and not taken down. */
    public boolean stands(String name) {
        return Ledger.isIn(state.of(name));
    }

    /** Refuses a plan that differs from what stands: steps are made and undone, and changed only where their provider can mend them. */
    private void requireSame(ProvisioningPlan plan, History history) {
        for (Step standing : history.standing()) {
            boolean same = plan.steps().stream()
                    .filter(step -> step.id().equals(standing.id()))
                    .anyMatch(step ->
                            step.equals(standing) || providers.of(standing).mends(standing, step));
            if (!same) {
                throw new HarnessException("'" + plan.run().name() + "' stands as its file said before ("
                        + standing.id() + " has changed); run 'provision down' first, then 'provision up'");
            }
        }
    }

    /**
     * How a run is.
     *
     * @return nothing when none of this name stands
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

    /** All runs that stand; throws a {@link HarnessException} if a ledger cannot be read. */
    public List<Status> list() {
        return list(damaged -> {
            throw new HarnessException(damaged);
        });
    }

    /**
     * All runs that stand.
     *
     * @param damaged takes a sentence for each whose ledger cannot be read
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
            damaged.accept(e.getMessage() + "; what stands of '" + name
                    + "' is found by 'provision reap' if its cloud knows it");
            return false;
        }
    }

    /**
     * Undoes what stands of a run, from its ledger alone.
     *
     * @return whether anything of this name stood
     * @throws HarnessException when something could not be undone; all that does not depend on it is gone, and the rest can be repeated
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
     * How a machine of a file that is up is entered.
     *
     * @param machine its name; of a subject with a machine for the harness, that one; with {@code -2} behind it the second of several
     * @throws HarnessException when there is none of that name
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

    /** What somebody has taken away, as was agreed, of what stands of a run; asks only about what may be. */
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

    /** The time by which leftovers are judged. */
    public Instant now() {
        return clock.wallTime();
    }

    /** What providers find by their own marks, also where a ledger was lost. */
    public List<Leftover> leftovers() {
        return asking("look for leftovers", INTERRUPTED, () -> {
            List<Leftover> all = new ArrayList<>();
            for (Finder finder : providers.finders()) {
                all.addAll(finder.leftovers());
            }
            return List.copyOf(all);
        });
    }

    /** Takes away what a provider has found. */
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

    /** What becomes of the things that were made before a step failed. */
    public enum AfterFailure {
        /** They are taken away, in the reverse order of their making. */
        REMOVE,
        /** They stand, to be looked at, until {@code down}. */
        KEEP
    }

    /**
     * A run as it is now.
     *
     * @param run   which
     * @param since when it was begun, in ISO form
     * @param steps what stands of it, in the order of its making
     */
    public record Status(Run run, String since, List<Standing> steps) {

        public Status {
            steps = List.copyOf(steps);
        }
    }

    /**
     * A step of a run that was begun and not undone.
     *
     * @param step     what it is
     * @param done     whether it came to its end
     * @param presence whether what it makes is there
     */
    public record Standing(Step step, boolean done, Presence presence) {}
}
