package io.dbharness.agents;

import io.dbharness.agents.Inbox.Mail;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.request.Catalog;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.run.Harness;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;

/**
 * A process that waits for work and sends its part of a load when a coordinator asks. One run at a time; without messages from its
 * coordinator it stops the load, keeps its own result and waits for the next. {@link #leave} is for any thread, the rest for one.
 */
public final class Agent implements AutoCloseable {

    /** Time without a beat after which the coordinator counts as gone. */
    static final Duration LEASE = Duration.ofSeconds(4);

    private static final long LOOK_NANOS = Duration.ofMillis(200).toNanos();
    private static final long JOIN_AGAIN_NANOS = Duration.ofSeconds(3).toNanos();

    private final Settings settings;
    private final Catalog catalog;
    private final RunClock clock;
    private final Tool tool;
    private final Consumer<String> say;
    private final Inbox inbox;
    private final Group group;
    private final AtomicBoolean leaving = new AtomicBoolean();
    private @Nullable AgentRun run;
    private @Nullable Claim claim;
    private boolean leaveAfterRun;

    /**
     * Where an agent is.
     *
     * @param bind where it is reached, {@code HOST:PORT}
     * @param join where other agents are reached
     * @param key  the file with the common key
     * @param out  keeps the results of the parts that it sent, one directory each
     */
    public record Settings(String bind, List<String> join, Path key, Path out) {

        /** Returns the agent's own folder, since several agents may share {@code out}. */
        Path directory(String run) {
            return out.resolve(run + "-" + bind.replaceAll("[^\\w.-]", "-"));
        }
    }

    /**
     * A coordinator's claim on the next run.
     *
     * @param until on this process's clock
     */
    private record Claim(Address by, String run, long until) {

        boolean isOf(Address from, String id) {
            return by.equals(from) && run.equals(id);
        }
    }

    /**
     * Joins the others, with every workload and target on the class path.
     *
     * @param say prints a line of progress
     */
    public Agent(Settings settings, Consumer<String> say) {
        this(settings, Catalog.found(), new SystemClock(), Harness.tool(), say);
    }

    /**
     * Joins the others.
     *
     * @param tool this build; coordinators of another are not served
     * @param say  prints a line of progress
     */
    @Internal
    public Agent(Settings settings, Catalog catalog, RunClock clock, Tool tool, Consumer<String> say) {
        this.settings = settings;
        this.catalog = catalog;
        this.clock = clock;
        this.tool = tool;
        this.say = say;
        this.inbox = new Inbox(clock);
        AgentKey key = AgentKey.read(settings.key(), clock.wallTime());
        this.group =
                Group.join(settings.bind(), settings.join(), key, Optional.empty(), new Answering(inbox, clock, this));
    }

    /** Answers what must be answered at once, on the group's own thread. */
    private record Answering(Inbox inbox, RunClock clock, Agent agent) implements Group.Events {

        @Override
        public void received(Address from, Message message, ByteBuffer bytes) {
            if (message instanceof Message.TimeRequest ask) {
                Instant wall = clock.wallTime();
                long micros = ChronoUnit.MICROS.between(Instant.EPOCH, wall);
                agent.group.send(from, new Message.Time(ask.number(), clock.now(), micros));
            } else {
                inbox.received(from, message, bytes);
            }
        }

        @Override
        public void members(List<Address> all) {
            inbox.members(all);
        }
    }

    /** Serves runs until it receives {@link Message.Leave} or {@link #leave} is called. */
    public void serve() throws InterruptedException {
        say.accept("agent " + settings.bind() + " waits for work, "
                + inbox.members().size() + " in the group");
        long joined = clock.now();
        while (!leaving.get() && !(leaveAfterRun && run == null)) {
            if (run == null && clock.now() > joined + JOIN_AGAIN_NANOS) {
                group.joinAgainIfAlone();
                joined = clock.now();
            }
            Optional<Mail> mail = inbox.next(clock.now() + LOOK_NANOS);
            while (mail.isPresent()) {
                handle(mail.get());
                mail = inbox.next(clock.now());
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for work");
            }
            look();
        }
        AgentRun last = run;
        if (last != null) {
            last.stop();
            last.join();
        }
        say.accept("agent " + settings.bind() + " leaves");
    }

    /** Ends {@link #serve}; a run that goes on is stopped, and what it has measured is kept. */
    public void leave() {
        leaving.set(true);
    }

    private void look() {
        AgentRun current = run;
        if (current == null) {
            return;
        }
        if (current.isOver()) {
            say.accept(current.outcome());
            run = null;
        } else if (current.silentNanos() > LEASE.toNanos()) {
            say.accept("run " + current.id() + ": the coordinator is gone, so the load is stopped");
            current.stop();
            current.heard();
        }
    }

    private void handle(Mail mail) {
        Message message = mail.message();
        if (message instanceof Message.Discover) {
            group.send(
                    mail.from(),
                    new Message.Hello(settings.bind(), Runtime.getRuntime().availableProcessors(), tool, serves()));
        } else if (message instanceof Message.Claim wish) {
            group.send(mail.from(), new Message.Claimed(wish.run(), keep(mail.from(), wish.run())));
        } else if (message instanceof Message.Order order) {
            begin(mail.from(), order);
        } else if (message instanceof Message.Start start && isOf(mail.from(), start.run())) {
            current().startAt(start.atNanos());
        } else if (message instanceof Message.Heartbeat beat) {
            beat(mail.from(), beat);
        } else if (message instanceof Message.Stop stop && isOf(mail.from(), stop.run())) {
            say.accept("run " + stop.run() + " is stopped by its coordinator");
            current().stop();
        } else if (message instanceof Message.Stop stop) {
            Claim held = claim;
            claim = held != null && held.isOf(mail.from(), stop.run()) ? null : held;
        } else if (message instanceof Message.Leave) {
            leaveAfterRun = true;
        }
    }

    /** The run that it serves or is kept for; empty if it is free. */
    private String serves() {
        AgentRun current = run;
        if (current != null) {
            return current.id();
        }
        Claim held = claim;
        return held == null || held.until() < clock.now() ? "" : held.run();
    }

    /** Keeps this agent for a run, if it is free; returns false if it is not. */
    private boolean keep(Address from, String id) {
        look();
        if (serves().isEmpty() && !leaveAfterRun) {
            claim = new Claim(from, id, clock.now() + LEASE.toNanos());
        }
        Claim held = claim;
        return run == null && held != null && held.isOf(from, id);
    }

    private boolean isOf(Address from, String id) {
        AgentRun current = run;
        return current != null && current.concerns(from, id);
    }

    private AgentRun current() {
        AgentRun current = run;
        if (current == null) {
            throw new IllegalStateException("there is no run");
        }
        return current;
    }

    private void beat(Address from, Message.Heartbeat beat) {
        if (isOf(from, beat.run())) {
            current().heard();
            group.send(from, new Message.Alive(beat.run()));
        }
    }

    private void begin(Address from, Message.Order order) {
        if (!keep(from, order.run())) {
            String why = leaveAfterRun ? "it is about to leave" : "it serves another run, " + serves();
            group.send(from, new Message.Failed(order.run(), false, why));
            return;
        }
        claim = null;
        String what = order instanceof Message.Load ? "loading part " : "serving part ";
        say.accept(what + (order.slice().index() + 1) + " of " + order.slice().of() + " of run " + order.run() + ": "
                + order.workload().name());
        AgentRun next = new AgentRun(order, from, group, catalog, clock, tool, settings.directory(order.run()));
        run = next;
        next.begin();
    }

    @Override
    public void close() {
        group.close();
    }

    /**
     * Sends all agents of a group the message to leave after their runs, and waits until they have left.
     *
     * @return how many there were
     * @throws HarnessException when some are still there after that time
     */
    public static int leaveAll(Settings settings, RunClock clock, Duration patience) {
        AgentKey key = AgentKey.read(settings.key(), clock.wallTime());
        Inbox inbox = new Inbox(clock);
        try (Group group =
                Group.join(settings.bind(), settings.join(), key, Optional.of("stop " + settings.bind()), inbox)) {
            long deadline = clock.now() + patience.toNanos();
            int most = 0;
            while (inbox.members().size() > 1) {
                most = Math.max(most, inbox.members().size() - 1);
                group.tell(new Message.Leave());
                inbox.next(clock.now() + LOOK_NANOS);
                if (clock.now() > deadline) {
                    throw new HarnessException(
                            inbox.members().size() - 1 + " of " + most + " agents have not left within "
                                    + patience.toSeconds() + " s; do they still serve a run?");
                }
            }
            return most;
        }
    }
}
