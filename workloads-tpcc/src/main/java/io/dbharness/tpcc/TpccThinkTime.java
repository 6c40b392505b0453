package io.dbharness.tpcc;

import io.dbharness.load.ThinkTime;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.tpcc.operation.TransactionType;
import java.util.random.RandomGenerator;

/** The pace of TPC-C's terminals: constant keying times (clause 5.2.5.3) and exponential think times (clause 5.2.5.4). Immutable. */
@Internal
public final class TpccThinkTime implements ThinkTime {

    /** Clause 5.2.5.4 allows truncating the distribution at ten times its mean. */
    private static final double LONGEST_IN_MEANS = 10.0;

    @Override
    public long keyingNanos(Operation next) {
        return TransactionType.of(next).keying().toNanos();
    }

    /** Draws {@code -ln(r)} times the mean, with r from (0, 1]. */
    @Override
    public long thinkNanos(Operation previous, RandomGenerator random) {
        double means = Math.min(-Math.log(1.0 - random.nextDouble()), LONGEST_IN_MEANS);
        return (long) (means * TransactionType.of(previous).meanThink().toNanos());
    }

    @Override
    public String toString() {
        return "tpcc";
    }
}
