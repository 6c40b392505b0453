package io.dbharness.load;

import io.dbharness.load.LoadModel.Arrivals;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Users that wait for their answer: the next start follows from the previous end.
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
        return user -> new ThinkingPacer(thinkTime, seed.stream("think-time", (long) slice.firstUser() + user));
    }

    private static final class ThinkingPacer implements Pacer {

        private final ThinkTime thinkTime;
        private final RandomGenerator random;
        private @Nullable Operation previous;

        ThinkingPacer(ThinkTime thinkTime, RandomGenerator random) {
            this.thinkTime = thinkTime;
            this.random = random;
        }

        /** A user's first cycle is cut at a random point, so that terminals that start together do not send together. */
        @Override
        public long intendedStart(Operation next, long previousEnd) {
            long delay;
            if (previous == null) {
                long cycle = thinkTime.thinkNanos(next, random) + thinkTime.keyingNanos(next);
                delay = (long) (cycle * random.nextDouble());
            } else {
                delay = thinkTime.thinkNanos(previous, random) + thinkTime.keyingNanos(next);
            }
            previous = next;
            return previousEnd + delay;
        }
    }
}
