package io.dbharness.agents;

import io.dbharness.exec.StopSignal;
import io.dbharness.run.RunListener;
import io.dbharness.time.RunClock;
import java.util.List;
import java.util.function.Supplier;
import org.jgroups.Address;

/**
 * Exchanges the messages of one run or load with agents.
 *
 * @param id       of the run or load
 * @param group    with the agents
 * @param inbox    of this process
 * @param clock    of this process
 * @param listener receives each step
 * @param stop     ends the run or load
 */
record RunChannel(String id, Group group, Inbox inbox, RunClock clock, RunListener listener, StopSignal stop) {

    void send(Address to, Message message) {
        group.send(to, message);
    }

    void step(String text) {
        listener.step(text);
    }

    long now() {
        return clock.now();
    }

    /** Starts to send beats to the agents at work. */
    Beats beats(Supplier<List<Address>> atWork) {
        return new Beats(group, clock, id, atWork);
    }
}
