package io.dbharness.provisioning;

import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;

/** Receives the progress of {@code up} and {@code down}, step by step. */
public interface StepListener {

    /** Ignores all events. */
    StepListener SILENT = new StepListener() {};

    /** Called before a step is made. */
    default void making(Step step) {}

    /** Called after a step is made; other steps may still be under way. */
    default void made(Step step) {}

    /** Called for a step that was done before and is still there. */
    default void kept(Step step) {}

    /** Called before a step is undone. */
    default void removing(Step step) {}

    /** Called after a failure, before the completed steps are undone. */
    default void takingBack(Run run) {}

    /** Called after a failure that keeps the completed steps. */
    default void leaving(Run run) {}
}
