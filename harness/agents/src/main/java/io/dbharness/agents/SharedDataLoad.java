package io.dbharness.agents;

import io.dbharness.agents.Inbox.Mail;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jgroups.Address;

/**
 * Has agents load slices of a data set. What a lost agent leaves undone is missing afterwards. Used once, by one thread; beats have
 * another.
 */
final class SharedDataLoad {

    private static final String PHASE = "load";
    private static final long LOOK_NANOS = 100_000_000;

    private final RunChannel channel;
    private final Awake awake;
    private final List<Loader> loaders = new ArrayList<>();

    /** An agent at work. Written by one thread. */
    private static final class Loader {
        final Address address;
        final String name;
        long heard;
        Optional<Message.Loading> progress = Optional.empty();
        volatile boolean ended;

        Loader(Address address, String name, long now) {
            this.address = address;
            this.name = name;
            this.heard = now;
        }
    }

    SharedDataLoad(RunChannel channel) {
        this.channel = channel;
        this.awake = new Awake(channel.now());
    }

    /** Gives an agent its slice. All of them are given theirs before {@link #await}. */
    void give(Discovery.Found agent, Message.Load order) {
        loaders.add(new Loader(agent.address(), agent.here().name(), channel.now()));
        channel.send(agent.address(), order);
    }

    /**
     * Returns when each agent has loaded its slice or is lost.
     *
     * @throws HarnessException when one of them cannot, or the load must stop; the others then get a stop message
     */
    void await(Progress progress) {
        Beats beats = channel.beats(this::atWork);
        try {
            while (!atWork().isEmpty()) {
                if (channel.stop().requested()) {
                    throw new HarnessException("the load was stopped; start it again and it goes on where it was");
                }
                work(progress);
            }
        } catch (HarnessException e) {
            loaders.forEach(loader -> channel.send(loader.address, new Message.Stop(channel.id())));
            throw e;
        } finally {
            beats.end();
        }
    }

    private List<Address> atWork() {
        return loaders.stream()
                .filter(loader -> !loader.ended)
                .map(loader -> loader.address)
                .toList();
    }

    private void work(Progress progress) {
        Optional<Mail> mail = channel.inbox().next(channel.now() + LOOK_NANOS);
        while (mail.isPresent()) {
            take(mail.get());
            mail = channel.inbox().next(channel.now());
        }
        long now = channel.now();
        long still = awake.stoodStill(now);
        for (Loader loader : loaders) {
            loader.heard = Math.min(now, loader.heard + still);
            long silent = now - loader.heard;
            if (!loader.ended
                    && SharedRun.isLost(silent, channel.inbox().members().contains(loader.address))) {
                loader.ended = true;
                channel.step("agent " + loader.name + " is lost; what it has not loaded is loaded from here");
            }
        }
        report(progress);
    }

    private void take(Mail mail) {
        for (Loader loader : loaders) {
            if (loader.address.equals(mail.from()) && !loader.ended) {
                take(loader, mail);
            }
        }
    }

    private void take(Loader loader, Mail mail) {
        Message message = mail.message();
        if (message instanceof Message.Alive alive && alive.run().equals(channel.id())) {
            loader.heard = mail.at();
        } else if (message instanceof Message.Loading loading && loading.run().equals(channel.id())) {
            loader.heard = mail.at();
            loader.progress = Optional.of(loading);
        } else if (message instanceof Message.Loaded loaded && loaded.run().equals(channel.id())) {
            loader.ended = true;
        } else if (message instanceof Message.Failed failed && failed.run().equals(channel.id())) {
            loader.ended = true;
            String why = "agent " + loader.name + " cannot load its part: " + failed.reason();
            HarnessException failure = new HarnessException(why);
            throw failed.unreachable() ? new TargetUnreachableException(why, failure) : failure;
        }
    }

    /** Reports the progress of all together, once each has reported its total. */
    private void report(Progress progress) {
        List<Message.Loading> reports =
                loaders.stream().flatMap(loader -> loader.progress.stream()).toList();
        if (reports.size() == loaders.size()) {
            progress.advance(
                    PHASE,
                    reports.stream().mapToLong(Message.Loading::done).sum(),
                    reports.stream().mapToLong(Message.Loading::total).sum(),
                    reports.get(0).unit());
        }
    }
}
