package io.dbharness.agents;

import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;

/** What came from the group, for the one thread that works on it. Thread-safe. */
final class Inbox implements Group.Events {

    /** More than that has nobody who works on it: agents send one message a second and one for each beat. */
    private static final int MOST = 100_000;

    private final RunClock clock;
    private final LinkedBlockingQueue<Mail> queue = new LinkedBlockingQueue<>(MOST);
    private volatile List<Address> members = List.of();

    Inbox(RunClock clock) {
        this.clock = clock;
    }

    /**
     * A message that came.
     *
     * @param at when, on this process's clock
     */
    record Mail(Address from, Message message, ByteBuffer bytes, long at) {}

    @Override
    public void received(Address from, Message message, ByteBuffer bytes) {
        if (!queue.offer(new Mail(from, message, bytes, clock.now()))) {
            throw new HarnessException("there are " + MOST + " messages that nobody has worked on");
        }
    }

    @Override
    public void members(List<Address> all) {
        members = List.copyOf(all);
    }

    /** Who is in the group now. */
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
