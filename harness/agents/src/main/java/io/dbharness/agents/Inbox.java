package io.dbharness.agents;

import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;

/** Queues messages and changes of the group for the one thread that handles them. Thread-safe. */
final class Inbox implements Group.Events {

    /** Most messages to keep. More than these mean that the handling thread has ended: agents send one a second and one for each beat. */
    private static final int MOST = 100_000;

    private final RunClock clock;
    private final LinkedBlockingQueue<Mail> queue = new LinkedBlockingQueue<>(MOST);
    private volatile List<Address> members = List.of();

    Inbox(RunClock clock) {
        this.clock = clock;
    }

    /**
     * A received message.
     *
     * @param at time of receipt on this process's clock
     */
    record Mail(Address from, Message message, ByteBuffer bytes, long at) {}

    @Override
    public void received(Address from, Message message, ByteBuffer bytes) {
        if (!queue.offer(new Mail(from, message, bytes, clock.now()))) {
            throw new HarnessException("there are " + MOST + " unhandled messages");
        }
    }

    @Override
    public void members(List<Address> all) {
        members = List.copyOf(all);
    }

    /** Returns the current members. */
    List<Address> members() {
        return members;
    }

    /** Waits for the next message until then; empty if none came. */
    Optional<Mail> next(long deadline) {
        try {
            return Optional.ofNullable(queue.poll(Math.max(0, deadline - clock.now()), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while agents were at work", e);
        }
    }
}
