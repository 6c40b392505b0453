package io.dbharness.exec;

import io.dbharness.measure.Recorder;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Steps;

/**
 * Steps of the invocations of one worker, as the recorder wants them.
 *
 * @param worker its index
 */
record RecordedSteps(int worker, RunClock clock, Recorder recorder) implements Steps {

    @Override
    public long start() {
        return clock.now();
    }

    @Override
    public void end(int step, long started) {
        recorder.step(worker, step, started, clock.now());
    }
}
