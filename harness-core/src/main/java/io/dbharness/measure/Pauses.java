package io.dbharness.measure;

import io.dbharness.model.Internal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Detects pauses of the whole process: stopped, throttled, or collecting garbage. Thread-safe. */
@Internal
public final class Pauses {

    /** Shorter pauses cannot be distinguished from the lateness of a timer. */
    public static final long SHORTEST_NANOS = 1_000_000;

    /** So many are kept one by one for the report, the first ones. */
    private static final int KEPT = 10_000;

    /** The cause of a pause. */
    public enum Cause {
        /** The virtual machine collected garbage. */
        COLLECTION,
        /** Anything else: a stop signal, a processor limit, a frozen machine. */
        STOPPED
    }

    /**
     * One pause. All times are nanoseconds on the run clock.
     *
     * @param from    earliest possible begin
     * @param surely  latest possible begin
     * @param to      end
     */
    public record Pause(Cause cause, long from, long surely, long to) {

        /** How much of the time between these two may be the pause's; none if they were over before it had surely begun. */
        public long within(long started, long ended) {
            return ended <= surely ? 0 : Math.max(0, Math.min(ended, to) - Math.max(started, from));
        }

        private boolean isCollection(Pause other) {
            return other.cause() == Cause.COLLECTION && other.from() < to && from < other.to();
        }

        /** Returns the least possible length. */
        public long nanos() {
            return to - surely;
        }
    }

    private final Deque<Pause> recent = new ArrayDeque<>();
    private final List<Pause> kept = new ArrayList<>();

    /** Notes a pause; those that were over before {@code forgotten} are no longer needed to explain requests. */
    public synchronized void add(Pause pause, long forgotten) {
        while (!recent.isEmpty() && recent.getFirst().to() < forgotten) {
            recent.removeFirst();
        }
        recent.addLast(pause);
        if (kept.size() < KEPT) {
            kept.add(pause);
        }
    }

    /** How much of the time between these two may be pauses. One pause may be known twice, by its collection and by what it did. */
    public synchronized long within(long started, long ended) {
        long most = 0;
        for (Cause cause : Cause.values()) {
            long paused = 0;
            for (Pause pause : recent) {
                paused += pause.cause() == cause ? pause.within(started, ended) : 0;
            }
            most = Math.max(most, paused);
        }
        return most;
    }

    /** Returns all pauses in time order. A pause that was seen as a collection too is listed once, as that. */
    public synchronized List<Pause> all() {
        return kept.stream()
                .filter(pause ->
                        pause.cause() == Cause.COLLECTION || kept.stream().noneMatch(pause::isCollection))
                .sorted(Comparator.comparingLong(Pause::surely))
                .toList();
    }
}
