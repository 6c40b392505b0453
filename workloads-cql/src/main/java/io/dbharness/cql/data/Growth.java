package io.dbharness.cql.data;

import io.dbharness.workload.Progress;

/** Says of a table that has been loaded whether it is to have more. */
@FunctionalInterface
interface Growth {

    /** What is there is enough. */
    Growth NONE = (loaded, progress) -> loaded;

    /** How many units there are to be; not more than are there when they are enough. Tells its progress at least every half minute. */
    long units(long loaded, Progress progress);
}
