package io.dbharness.exec;

import io.dbharness.load.RunWindows;
import io.dbharness.measure.Recorder;
import io.dbharness.target.Session;
import io.dbharness.time.RunClock;

/** What the workers of a run share. */
record Workplace<S extends Session>(
        RunClock clock, RunWindows windows, Recorder recorder, Attempts<S> attempts, Outage outage, Runnable endRun) {}
