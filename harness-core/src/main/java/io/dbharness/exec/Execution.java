package io.dbharness.exec;

import io.dbharness.plan.RunPlan;
import io.dbharness.target.Session;
import io.dbharness.workload.BoundWorkload;

/**
 * What an executor is to run.
 *
 * @param plan     when, how long, with how many connections
 * @param workload what to send
 * @param stop     the user's wish to end early
 * @param observer hears the beginning and every interval
 */
public record Execution<S extends Session>(
        RunPlan plan, BoundWorkload<S> workload, StopSignal stop, RunObserver observer) {}
