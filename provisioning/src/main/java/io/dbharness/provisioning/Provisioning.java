package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.ledger.History;
import io.dbharness.provisioning.ledger.Ledger;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Finder;
import io.dbharness.provisioning.spi.Leftover;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
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
import java.util.random.RandomGenerator;

/**
 * Brings what a file names up and takes it down. A run has the file's name, a directory with its ledger, and stands until {@code down},
 * whatever becomes of the process that brought it up. One thread.
 */
public final class Provisioning {

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
     * Makes what is not there yet. Repeating it after a crash goes on where that left off. When a step fails, all that this has made is
     * taken away again, unless something of the run stood before.
     *
     * @throws HarnessException when a step fails; it names what could not be taken away
     */
    public Provisioned up(ProvisioningFile file, Following following) {
        return up(file, following, AfterFailure.REMOVE);
    }

    /** The same with a choice of what becomes of a failure's remains. */
    public Provisioned up(ProvisioningFile file, Following following, AfterFailure afterFailure) {
        ProvisioningPlan plan = plan(file);
        try (Ledger ledger = Ledger.open(plan.run().directory(), clock)) {
            Bringing bringing = new Bringing(providers, ledger, ledger.history(), following);
            requireSame(plan, bringing.history());
            if (bringing.isNew()) {
                ledger.begins(plan.run());
            }
            try {
                Facts facts = bringing.make(plan);
                return provisioned(plan, facts);
            } catch (HarnessException | UncheckedIOException e) {
                // Who interrupts wants the end now; taking away may need minutes.
                if (afterFailure == AfterFailure.KEEP
                        || !bringing.isNew()
                        || Thread.currentThread().isInterrupted()) {
                    following.leaving(plan.run());
                    throw e;
                }
                takeBack(plan.run(), bringing, e);
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
        return new Provisioned(plan.run(), providers.places(plan, facts), () -> down(name, Following.SILENT));
    }

    /** Takes away what a failed bringing-up has made; what stays behind is told behind the failure itself. */
    private void takeBack(Run run, Bringing bringing, RuntimeException failure) {
        bringing.following().takingBack(run);
        try {
            remove(bringing.ledger(), run.directory(), bringing.following());
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

    private void remove(Ledger ledger, Path directory, Following following) {
        new Removal(ledger, providers, following).run();
        RunFiles.delete(directory);
    }

    /**
     * Makes all of it anew, for as long as the answer is not closed: until then nobody else can take it down. What a process that died
     * has left of it goes first. What cannot be made whole is taken down at once.
     *
     * @throws HarnessException when a step fails, or another process holds it
     */
    public Provisioned hold(ProvisioningFile file, Following following) {
        ProvisioningPlan plan = plan(file);
        Ledger ledger = Ledger.open(plan.run().directory(), clock);
        Runnable release = () -> end(ledger, plan.run(), following);
        try {
            new Removal(ledger, providers, following).run();
            Bringing bringing = new Bringing(providers, ledger, ledger.history(), following);
            if (bringing.isNew()) {
                ledger.begins(plan.run());
            }
            Facts facts = bringing.make(plan);
            return new Provisioned(plan.run(), providers.places(plan, facts), release);
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
     * An interrupt asks for an end, and this is the end: it is no reason to leave something standing. It may have closed the ledger, so that
     * is opened again.
     */
    private void end(Ledger ledger, Run run, Following following) {
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

    /** What stands has to be what is planned: steps are not changed, only made and undone. */
    private static void requireSame(ProvisioningPlan plan, History history) {
        for (Step standing : history.standing()) {
            if (!plan.steps().contains(standing)) {
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
            try {
                steps.add(new Standing(
                        step,
                        history.done().contains(step.id()),
                        providers.of(step).presence(step, history.facts())));
            } catch (IOException e) {
                throw new HarnessException("cannot look for " + step.id() + ": " + e.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HarnessException("interrupted", e);
            }
        }
        return steps;
    }

    /** All runs that stand. */
    public List<Status> list() {
        return state.names().stream()
                .map(this::status)
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Undoes what stands of a run, from its ledger alone.
     *
     * @return whether anything of this name stood
     * @throws HarnessException when something could not be undone; all that does not depend on it is gone, and the rest can be repeated
     */
    public boolean down(String name, Following following) {
        var directory = state.of(name);
        if (!Ledger.isIn(directory)) {
            return false;
        }
        try (Ledger ledger = Ledger.open(directory, clock)) {
            remove(ledger, directory, following);
        }
        return true;
    }

    /** The time by which leftovers are judged. */
    public Instant now() {
        return clock.wallTime();
    }

    /** What providers find by their own marks, also where a ledger was lost. */
    public List<Leftover> leftovers() {
        return asking(() -> {
            List<Leftover> all = new ArrayList<>();
            for (Finder finder : providers.finders()) {
                all.addAll(finder.leftovers());
            }
            return List.copyOf(all);
        });
    }

    /** Takes away what a provider has found. */
    public void remove(Leftover leftover) {
        asking(() -> {
            for (Finder finder : providers.finders()) {
                if (finder.leftovers().contains(leftover)) {
                    finder.remove(leftover);
                }
            }
            return leftover;
        });
    }

    private interface Question<T> {
        T ask() throws InterruptedException;
    }

    private static <T> T asking(Question<T> question) {
        try {
            return question.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted", e);
        }
    }
}
