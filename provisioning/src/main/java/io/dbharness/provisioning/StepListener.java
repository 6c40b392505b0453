package io.dbharness.provisioning;

import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;

/** Is told of each step as it happens. */
public interface StepListener {

    /** Does nothing. */
    StepListener SILENT = new StepListener() {};

    /** About to be made. */
    default void making(Step step) {}

    /** Made, while others may still be under way. */
    default void made(Step step) {}

    /** There already. */
    default void kept(Step step) {}

    /** About to be taken away. */
    default void removing(Step step) {}

    /** It failed, and what was made is about to be taken away. */
    default void takingBack(Run run) {}

    /** It failed, and what was made stands. */
    default void leaving(Run run) {}
}
