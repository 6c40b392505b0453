package io.dbharness.provisioning.local;

import io.dbharness.provisioning.spi.Step;

/** Numbers among the arguments of a step. */
final class Arguments {

    private Arguments() {}

    static long number(Step step, String name) {
        return Long.parseLong(step.argument(name));
    }

    static Rates rates(Step step) {
        return new Rates(number(step, Names.IOPS), number(step, Names.BANDWIDTH));
    }
}
