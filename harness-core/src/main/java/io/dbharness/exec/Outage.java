package io.dbharness.exec;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Watches how long no session could be opened at all. Thread-safe. */
final class Outage {

    private static final long REACHABLE = Long.MIN_VALUE;

    private final long patienceNanos;
    private final AtomicLong since = new AtomicLong(REACHABLE);
    private final AtomicReference<@Nullable String> verdict = new AtomicReference<>();

    Outage(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    void reached() {
        if (since.get() != REACHABLE) {
            since.set(REACHABLE);
        }
    }

    /** Notes an attempt to open a session that was made at {@code tried} and failed by {@code now}; true when patience is at its end. */
    boolean unreached(long tried, long now, String message) {
        since.compareAndSet(REACHABLE, tried);
        if (now - since.get() < patienceNanos) {
            return false;
        }
        verdict.compareAndSet(null, message);
        return true;
    }

    /** Why the run was given up, if it was. */
    Optional<String> verdict() {
        return Optional.ofNullable(verdict.get());
    }
}
