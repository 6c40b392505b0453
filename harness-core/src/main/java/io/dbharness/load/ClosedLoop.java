package io.dbharness.load;

import io.dbharness.load.LoadModel.Arrivals;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Users that wait for their answer: the next start follows from the previous end. Users without delays join during the first half of the
 * warm-up, twice as many with each sixteenth of it: while few send, the JVM's compilers get processor time. Beside 64 busy workers on two
 * processors they would need minutes.
 *
 * @param users     how many, at least 1
 * @param thinkTime the delays between their operations
 * @param slice     which users of a larger load they are
 */
@Internal
public record ClosedLoop(int users, ThinkTime thinkTime, Slice slice) implements LoadModel {

    public ClosedLoop {
        Objects.requireNonNull(thinkTime, "thinkTime");
        if (users < 1) {
            throw new IllegalArgumentException("a closed loop needs at least one user, not " + users);
        }
    }

    /** A load of one process. */
    public ClosedLoop(int users, ThinkTime thinkTime) {
        this(users, thinkTime, Slice.WHOLE);
    }

    @Override
    public String describe() {
        return "closed, " + users + (users == 1 ? " user" : " users") + ", think time " + thinkTime + slice.words();
    }

    @Override
    public Arrivals begin(Seed seed, RunWindows windows) {
        return user -> {
            long number = (long) slice.firstUser() + user;
            return new ThinkingPacer(thinkTime, seed.stream("think-time", number), joins(number, windows));
        };
    }

    /** When a user without delays joins, nanoseconds after the beginning. */
    private static long joins(long number, RunWindows windows) {
        double sixteenths = Math.min(8, Math.log1p((double) number) / Math.log(2));
        return (long) (sixteenths / 16 * (windows.measureFrom() - windows.start()));
    }

    private static final class ThinkingPacer implements Pacer {

        private final ThinkTime thinkTime;
        private final RandomGenerator random;
        private final long joins;
        private @Nullable Operation previous;

        /** @param joins the user's first delay, in nanoseconds, if its cycles take no time */
        ThinkingPacer(ThinkTime thinkTime, RandomGenerator random, long joins) {
            this.thinkTime = thinkTime;
            this.random = random;
            this.joins = joins;
        }

        /** A user's first cycle is cut at a random point, so that terminals that start together do not send together. */
        @Override
        public long intendedStart(Operation next, long previousEnd) {
            long delay;
            if (previous == null) {
                long cycle = thinkTime.thinkNanos(next, random) + thinkTime.keyingNanos(next);
                delay = cycle == 0 ? joins : (long) (cycle * random.nextDouble());
            } else {
                delay = thinkTime.thinkNanos(previous, random) + thinkTime.keyingNanos(next);
            }
            previous = next;
            return previousEnd + delay;
        }
    }
}
