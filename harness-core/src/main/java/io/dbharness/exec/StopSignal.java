package io.dbharness.exec;

import java.util.ArrayList;
import java.util.List;

/** A request to end early and keep what there is: Ctrl-C. Thread-safe. */
public final class StopSignal {

    private final List<Runnable> listeners = new ArrayList<>();
    private boolean requested;

    /** Asks for the end; only the first call runs the listeners. */
    public void request() {
        List<Runnable> toTell;
        synchronized (this) {
            toTell = requested ? List.of() : List.copyOf(listeners);
            requested = true;
        }
        toTell.forEach(Runnable::run);
    }

    public synchronized boolean requested() {
        return requested;
    }

    /** Runs {@code listener} when the end is asked for, at once if it has been. */
    public void onRequest(Runnable listener) {
        boolean late;
        synchronized (this) {
            late = requested;
            listeners.add(listener);
        }
        if (late) {
            listener.run();
        }
    }
}
