package io.dbharness.agents;

import io.dbharness.agents.Inbox.Mail;
import io.dbharness.model.HarnessException;
import io.dbharness.request.AgentsSpec;
import io.dbharness.result.RunResult.Tool;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jgroups.Address;

/**
 * Waits until there are enough agents, compares clocks with them, and has them kept for one run. One thread.
 *
 * @param channel to them
 * @param spec    how many, and where
 * @param tool    the build that theirs must be
 */
record Discovery(RunChannel channel, AgentsSpec spec, Tool tool) {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long AGAIN_NANOS = Duration.ofMillis(500).toNanos();
    private static final long ANSWER_NANOS = Duration.ofSeconds(2).toNanos();

    /** An agent that is there and has nothing to do. */
    record Found(Address address, Message.Hello here, ClockOffset clock) {}

    /** As many as are asked for, in the order of their names, so that the same agents have the same parts. */
    List<Found> gather() {
        long deadline = channel.now() + PATIENCE.toNanos();
        while (true) {
            Map<Address, Message.Hello> chosen = waitForAll(deadline);
            Map<Address, ClockOffset> clocks = compareClocks(List.copyOf(chosen.keySet()));
            List<Found> found = found(chosen, clocks);
            if (claim(List.copyOf(chosen.keySet()))) {
                return found;
            }
            channel.step("another coordinator came first");
            if (channel.now() >= deadline) {
                throw new HarnessException(
                        "other coordinators kept the agents for " + PATIENCE.toSeconds() + " s; start more agents");
            }
        }
    }

    private static List<Found> found(Map<Address, Message.Hello> chosen, Map<Address, ClockOffset> clocks) {
        List<Found> found = new ArrayList<>();
        chosen.forEach((address, here) -> {
            ClockOffset offset = clocks.get(address);
            if (offset == null) {
                throw new HarnessException("agent " + here.name() + " does not say what time it has");
            }
            found.add(new Found(address, here, offset));
        });
        return found;
    }

    /**
     * Every coordinator asks the first agent by name before all others, so that of several at once one gets all and the others wait. If one
     * agent refuses, all are released.
     */
    private boolean claim(List<Address> agents) {
        boolean kept = areKept(agents.subList(0, 1)) && areKept(agents.subList(1, agents.size()));
        if (!kept) {
            agents.forEach(agent -> channel.send(agent, new Message.Stop(channel.id())));
        }
        return kept;
    }

    private boolean areKept(List<Address> agents) {
        agents.forEach(agent -> channel.send(agent, new Message.Claim(channel.id())));
        Set<Address> unanswered = new HashSet<>(agents);
        boolean kept = true;
        long until = channel.now() + ANSWER_NANOS;
        while (!unanswered.isEmpty() && channel.now() < until) {
            requireWanted();
            Optional<Mail> mail = channel.inbox().next(until);
            if (mail.isPresent()
                    && mail.get().message() instanceof Message.Claimed claimed
                    && claimed.run().equals(channel.id())
                    && unanswered.remove(mail.get().from())) {
                kept &= claimed.kept();
            }
        }
        return kept && unanswered.isEmpty();
    }

    private Map<Address, Message.Hello> waitForAll(long deadline) {
        channel.step("waiting for " + spec.count() + " agents");
        Map<Address, Message.Hello> answers = new HashMap<>();
        int told = -1;
        while (true) {
            answers.clear();
            channel.group().joinAgainIfAlone();
            channel.group().tell(new Message.Discover());
            long until = Math.min(deadline, channel.now() + AGAIN_NANOS);
            Map<Address, Message.Hello> usable = Map.of();
            while (usable.size() < spec.count() && channel.now() < until) {
                requireWanted();
                channel.inbox().next(until).ifPresent(mail -> note(mail, answers));
                usable = usable(answers);
            }
            if (usable.size() >= spec.count()) {
                Map<Address, Message.Hello> chosen = new LinkedHashMap<>();
                usable.entrySet().stream()
                        .sorted(Comparator.comparing(entry -> entry.getValue().name()))
                        .limit(spec.count())
                        .forEach(entry -> chosen.put(entry.getKey(), entry.getValue()));
                return chosen;
            }
            if (usable.size() != told) {
                told = usable.size();
                channel.step(told + " of " + spec.count() + " agents are there");
            }
            if (channel.now() >= deadline) {
                throw new HarnessException(missing(answers, usable.size()));
            }
        }
    }

    private static void note(Mail mail, Map<Address, Message.Hello> answers) {
        if (mail.message() instanceof Message.Hello here) {
            answers.put(mail.from(), here);
        }
    }

    private Map<Address, Message.Hello> usable(Map<Address, Message.Hello> answers) {
        Map<Address, Message.Hello> usable = new HashMap<>();
        answers.forEach((address, here) -> {
            if (here.tool().equals(tool) && here.serves().isEmpty()) {
                usable.put(address, here);
            }
        });
        return usable;
    }

    private String missing(Map<Address, Message.Hello> answers, int usable) {
        Map<String, String> why = new TreeMap<>();
        spec.join().forEach(address -> why.put(address, "does not answer"));
        answers.values().forEach(here -> {
            String reason = here.serves().isEmpty() ? "" : "serves the run " + here.serves();
            if (!here.tool().equals(tool)) {
                reason = "is of another build, " + here.tool().version() + " "
                        + here.tool().commit();
            }
            why.put(here.name(), reason);
        });
        why.values().removeIf(String::isEmpty);
        List<String> lines = new ArrayList<>();
        why.forEach((name, reason) -> lines.add(name + " " + reason));
        return "only " + usable + " of " + spec.count() + " agents came within " + PATIENCE.toSeconds() + " s"
                + (lines.isEmpty() ? "; start more of them" : ": " + String.join("; ", lines));
    }

    private void requireWanted() {
        if (channel.stop().requested()) {
            throw new HarnessException("stopped before the load began");
        }
    }

    /** By the fastest of some exchanges with each. */
    private Map<Address, ClockOffset> compareClocks(List<Address> with) {
        Map<Address, ClockOffset> clocks = new HashMap<>();
        for (int number = 0; number < ClockOffset.EXCHANGES; number++) {
            for (Address agent : with) {
                requireWanted();
                exchange(agent, number)
                        .ifPresent(
                                offset -> clocks.merge(agent, offset, (a, b) -> ClockOffset.better(Optional.of(a), b)));
            }
        }
        return clocks;
    }

    private Optional<ClockOffset> exchange(Address agent, int number) {
        long wall = ChronoUnit.MICROS.between(Instant.EPOCH, channel.clock().wallTime());
        long asked = channel.now();
        channel.send(agent, new Message.TimeRequest(number));
        while (channel.now() < asked + ANSWER_NANOS) {
            Optional<Mail> mail = channel.inbox().next(asked + ANSWER_NANOS);
            if (mail.isPresent()
                    && mail.get().from().equals(agent)
                    && mail.get().message() instanceof Message.Time time
                    && time.number() == number) {
                return Optional.of(ClockOffset.of(asked, wall, time, mail.get().at()));
            }
        }
        return Optional.empty();
    }
}
