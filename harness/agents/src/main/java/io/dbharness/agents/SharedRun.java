package io.dbharness.agents;

import io.dbharness.agents.Inbox.Mail;
import io.dbharness.agents.Message.AccountsText;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.run.LoadSender.Sent;
import io.dbharness.workload.DataSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.jgroups.Address;

/**
 * One run by agents, from its preparation to its end. Used once, by one thread; beats have another thread, since agents stop without them.
 */
final class SharedRun {

    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Duration SILENCE_OUTSIDE = Duration.ofSeconds(1);

    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();
    private static final long PREPARING_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long OVERTIME_NANOS = Duration.ofSeconds(90).toNanos();

    /** Time for the order to begin to arrive everywhere. */
    private static final long LEAD_NANOS = Duration.ofMillis(500).toNanos();

    private static final long LEAD_EXCHANGES = 10;

    /** A result is text of some megabytes at most. */
    private static final int MOST_RESULT_BYTES = 256 << 20;

    private final RunChannel channel;
    private final RunPlan plan;
    private final List<Member> members;
    private final RunObserver observer;
    private final IntervalCodec codec;
    private final Map<String, Message.Failed> refused = new TreeMap<>();
    private final Awake awake;
    private long startsAt = Long.MAX_VALUE;
    private boolean stopped;

    SharedRun(RunChannel channel, RunPlan plan, List<Member> members, RunObserver observer, IntervalCodec codec) {
        this.channel = channel;
        this.plan = plan;
        this.members = members;
        this.observer = observer;
        this.codec = codec;
        this.awake = new Awake(channel.now());
    }

    Sent run(WorkloadFacts workload, Message.Destination target, DataSet data, Optional<Path> directory) {
        Beats beats = channel.beats(this::atWork);
        try {
            prepare(workload, target);
            RunWindows windows = start();
            IntervalMerger seconds = new IntervalMerger(windows, plan.interval(), observer);
            collect(windows, seconds);
            directory.ifPresent(this::writeParts);
            return new MergedAccounts(members, windows, channel.now()).sent(data);
        } catch (HarnessException e) {
            tellAll(new Message.Stop(channel.id()));
            throw e;
        } finally {
            beats.end();
        }
    }

    private List<Address> atWork() {
        return members.stream().filter(Member::isAtWork).map(Member::address).toList();
    }

    private void tellAll(Message message) {
        members.forEach(member -> channel.send(member.address(), message));
    }

    /** Has all agents open the target at the same time; the error names every obstacle. */
    private void prepare(WorkloadFacts workload, Message.Destination target) {
        codec.warmUp();
        channel.step("having " + members.size() + " agents open " + plan.connections() + " connections");
        members.forEach(member ->
                channel.send(member.address(), new Message.Prepare(channel.id(), workload, target, member.load())));
        long deadline = channel.now() + PREPARING_NANOS;
        while (members.stream().anyMatch(Predicate.not(this::hasAnswered))) {
            if (channel.stop().requested()) {
                throw new HarnessException("stopped before the load began");
            }
            if (channel.now() > deadline) {
                throw new HarnessException("not ready within " + PREPARING_NANOS / 1_000_000_000 + " s: "
                        + names(member -> !member.isReady()));
            }
            work();
        }
        if (!refused.isEmpty() || members.stream().anyMatch(Member::isLost)) {
            String why = refused.entrySet().stream()
                    .map(agent ->
                            "agent " + agent.getKey() + ": " + agent.getValue().reason())
                    .collect(Collectors.joining("; "));
            String lost = names(Member::isLost);
            String all = why + (lost.isEmpty() ? "" : (why.isEmpty() ? "" : "; ") + "lost before the start: " + lost);
            boolean unreachable =
                    !refused.isEmpty() && refused.values().stream().allMatch(Message.Failed::unreachable);
            HarnessException failure = new HarnessException(all);
            throw unreachable ? new TargetUnreachableException(all, failure) : failure;
        }
    }

    private boolean hasAnswered(Member member) {
        return member.isReady() || member.isLost() || refused.containsKey(member.name());
    }

    private String names(Predicate<Member> which) {
        return members.stream().filter(which).map(Member::name).collect(Collectors.joining(", "));
    }

    private RunWindows start() {
        long slowest = members.stream()
                .mapToLong(member -> member.clock().errorNanos())
                .max()
                .orElse(0);
        startsAt = channel.now() + LEAD_NANOS + LEAD_EXCHANGES * slowest;
        members.forEach(member -> channel.send(
                member.address(), new Message.Start(channel.id(), member.clock().there(startsAt))));
        RunWindows windows = new RunWindows(plan.timeline(), startsAt);
        observer.begin(windows);
        return windows;
    }

    /** Handles the agents' reports until none is at work. */
    private void collect(RunWindows windows, IntervalMerger seconds) {
        AtomicBoolean stopping = new AtomicBoolean();
        channel.stop().onRequest(() -> stopping.set(true));
        long latest = windows.end() + plan.timeline().drain().toNanos() + OVERTIME_NANOS;
        while (members.stream().anyMatch(Member::isAtWork)) {
            if (stopping.get() && !stopped) {
                stopped = true;
                tellAll(new Message.Stop(channel.id()));
                windows.stopAt(channel.now());
                latest = channel.now() + plan.timeline().drain().toNanos() + OVERTIME_NANOS;
            }
            work();
            seconds.publish(members, channel.now());
            if (channel.now() > latest) {
                members.stream()
                        .filter(Member::isAtWork)
                        .forEach(member -> lose(member, "it did not end with the others"));
            }
        }
        seconds.publish(members, Long.MAX_VALUE);
    }

    /** Handles received messages and detects lost agents. */
    private void work() {
        Optional<Mail> mail = channel.inbox().next(channel.now() + LOOK_NANOS);
        while (mail.isPresent()) {
            take(mail.get());
            mail = channel.inbox().next(channel.now());
        }
        long now = channel.now();
        long still = awake.stoodStill(now);
        List<Address> there = channel.inbox().members();
        for (Member member : members) {
            member.forgive(still, now);
            long silent = member.silentNanos(now);
            if (member.isAtWork() && isLost(silent, there.contains(member.address()))) {
                lose(member, "nothing was heard of it for " + Math.round(silent / 1e8) / 10.0 + " s");
            }
        }
    }

    /** Returns true if an agent that was silent for this long is lost; the limit is shorter when it has left the group too. */
    static boolean isLost(long silentNanos, boolean inGroup) {
        return silentNanos > (inGroup ? SILENCE : SILENCE_OUTSIDE).toNanos();
    }

    private void take(Mail mail) {
        members.stream()
                .filter(member -> member.address().equals(mail.from()))
                .findFirst()
                .ifPresent(member -> take(member, mail));
    }

    private void take(Member member, Mail mail) {
        Message message = mail.message();
        if (!member.isAtWork()) {
            // It was considered lost and is back: its reports no longer count, so it must stop.
            if (member.isLost() && !(message instanceof Message.Failed) && !(message instanceof Message.Ended)) {
                channel.send(member.address(), new Message.Stop(channel.id()));
            }
            return;
        }
        if (message instanceof Message.Alive alive && alive.run().equals(channel.id())) {
            member.heard(mail.at());
        } else if (message instanceof Message.Ready ready && ready.run().equals(channel.id())) {
            member.heard(mail.at());
            member.ready();
        } else if (message instanceof Message.Started started && started.run().equals(channel.id())) {
            member.startSkew(member.clock().here(started.atNanos()) - startsAt);
        } else if (message instanceof Message.Interval second && second.run().equals(channel.id())) {
            member.heard(mail.at());
            second(member, mail, second);
        } else if (message instanceof Message.Ended ended && ended.run().equals(channel.id())) {
            ended(member, mail, ended);
        } else if (message instanceof Message.Failed failed && failed.run().equals(channel.id())) {
            failed(member, failed);
        }
    }

    private void second(Member member, Mail mail, Message.Interval second) {
        try {
            IntervalSnapshot interval = codec.decode(second.interval(), mail.bytes());
            member.add(second.number(), interval, Math.max(0, mail.at() - startsAt - interval.endNanos()));
        } catch (HarnessException e) {
            lose(member, String.valueOf(e.getMessage()));
        }
    }

    private void ended(Member member, Mail mail, Message.Ended ended) {
        try (GZIPInputStream in =
                new GZIPInputStream(new ByteArrayInputStream(mail.bytes().array()))) {
            RunResult result =
                    new ResultCodec().decode(new String(in.readNBytes(MOST_RESULT_BYTES), StandardCharsets.UTF_8));
            member.ended(ended, result);
            AccountsText accounts = ended.accounts();
            if (accounts.stoppedEarly() && !stopped && !accounts.overloaded() && accounts.targetLost() == null) {
                lose(member, "it stopped by itself: by agent stop, or without messages from this process");
            }
        } catch (IOException | HarnessException e) {
            lose(member, "its result cannot be read: " + e.getMessage());
        }
    }

    private void failed(Member member, Message.Failed failed) {
        if (startsAt == Long.MAX_VALUE) {
            refused.put(member.name(), failed);
        } else {
            lose(member, failed.reason());
        }
    }

    private void lose(Member member, String why) {
        long since = channel.now() - startsAt;
        String when = startsAt == Long.MAX_VALUE || since < 0
                ? "before the start"
                : Math.round(since / 1e8) / 10.0 + " s after the start";
        member.lost(when + ", " + why);
        channel.step("agent " + member.name() + " is lost: " + why);
    }

    private void writeParts(Path directory) {
        for (Member member : members) {
            member.close();
            member.result()
                    .ifPresent(result ->
                            new ResultCodec().write(result, Coordinator.directoryOf(directory, member.name())));
        }
    }
}
