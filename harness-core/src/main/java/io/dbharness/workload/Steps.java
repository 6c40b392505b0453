package io.dbharness.workload;

/**
 * Takes the times of the single statements of an invocation, beside the time of the whole:
 *
 * <pre>{@code
 * long started = steps.start();
 * statement.executeQuery();
 * steps.end(SELECT, started);
 * }</pre>
 *
 * <p>A step counts when it ended within the measurement window, whatever becomes of its invocation; one that throws is not ended and not
 * counted. Steps are in no total. Belongs to one attempt of one invocation; neither method blocks or allocates.
 */
public interface Steps {

    /** Ignores all of it. */
    Steps IGNORED = new Steps() {
        @Override
        public long start() {
            return 0;
        }

        @Override
        public void end(int step, long started) {}
    };

    /** Now, in nanoseconds on the run clock. */
    long start();

    /**
     * A step has ended, now.
     *
     * @param step    its place in {@link BoundWorkload#steps()}, from 0
     * @param started what {@link #start} said before it
     */
    void end(int step, long started);
}
