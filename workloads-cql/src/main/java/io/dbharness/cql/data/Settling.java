package io.dbharness.cql.data;

import io.dbharness.cql.driver.Compactions;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.Optional;

/** Waits for compactions before a run and keeps the outcome. Not thread-safe: one thread. */
final class Settling {

    private final CqlTarget target;
    private final RunClock clock;
    private Optional<Check> last = Optional.empty();

    Settling(CqlTarget target, RunClock clock) {
        this.target = target;
        this.clock = clock;
    }

    void await(Progress progress) {
        try (Compactions compactions = target.compactions(clock)) {
            Compactions.Wait wait = compactions.await(progress);
            String held = compactions
                    .diskBytes()
                    .map(bytes -> "; the keyspace has " + (bytes >> 20) + " MiB on disk, all nodes together")
                    .orElse("");
            last = Optional.of(
                    new Check("compactions", "before", wait.quiet() || !wait.views(), wait.describe() + held));
        }
    }

    /** Returns the outcome of the last wait once; empty at the next call. */
    Optional<Check> check() {
        Optional<Check> check = last;
        last = Optional.empty();
        return check;
    }
}
