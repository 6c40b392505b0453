package io.dbharness.agents;

import io.dbharness.time.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jgroups.Address;

/** Sends beats to agents twice a second from a separate thread until it is closed. Agents stop without beats. */
final class Beats {

    private static final long EVERY_NANOS = Duration.ofMillis(500).toNanos();

    private final Thread thread;

    /**
     * Starts to send.
     *
     * @param run that they serve
     * @param to  those at work, asked each time
     */
    Beats(Group group, RunClock clock, String run, Supplier<List<Address>> to) {
        this.thread = new Thread(() -> beat(group, clock, run, to), "dbharness-beats");
        thread.setDaemon(true);
        thread.start();
    }

    private static void beat(Group group, RunClock clock, String run, Supplier<List<Address>> to) {
        try {
            while (true) {
                to.get().forEach(address -> group.send(address, new Message.Heartbeat(run)));
                clock.sleepUntil(clock.now() + EVERY_NANOS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void end() {
        thread.interrupt();
    }
}
