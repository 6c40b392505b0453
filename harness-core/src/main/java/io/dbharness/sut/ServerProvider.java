package io.dbharness.sut;

import java.util.List;
import java.util.Optional;

/** Starts a real server for addresses like {@code embedded:postgresql}; found by {@link java.util.ServiceLoader}. */
public interface ServerProvider {

    boolean accepts(String url);

    /** The forms of its addresses, for messages: {@code container:IMAGE}. */
    default List<String> forms() {
        return List.of();
    }

    /** How a server of such an address can be broken on purpose. */
    default List<Fault.Kind> faults(String url) {
        return List.of();
    }

    /** An address such as its servers will have, by which it is known what can talk to them before one is started. */
    default Optional<String> example(String url) {
        return Optional.empty();
    }

    /**
     * Starts the server and waits until it answers.
     *
     * @param spec its address and, if its files must be kept, the data directory
     * @throws io.dbharness.model.HarnessException with the server's own log lines when it does not start
     */
    RunningServer start(TargetSpec spec);
}
