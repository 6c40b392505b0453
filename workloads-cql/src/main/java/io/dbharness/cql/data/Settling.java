package io.dbharness.cql.data;

import io.dbharness.cql.target.Compactions;
import io.dbharness.cql.target.CqlTarget;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.Locale;
import java.util.Optional;

/** The wait for compactions before a run, told of among the run's checks. One thread. */
final class Settling {

    private static final double MEBIBYTE = 1 << 20;

    private final CqlTarget target;
    private final RunClock clock;
    private Optional<Check> last = Optional.empty();

    Settling(CqlTarget target, RunClock clock) {
        this.target = target;
        this.clock = clock;
    }

    void settle(Progress progress) {
        try (Compactions compactions = target.compactions()) {
            Compactions.Wait wait = compactions.await(clock, progress);
            last = Optional.of(new Check(
                    "compactions",
                    "before",
                    wait.quiet() || !wait.views(),
                    wait.describe()
                            + compactions.diskBytes().map(Settling::held).orElse("")));
        }
    }

    /** Of all nodes together, live files of the workload's keyspace. */
    private static String held(long bytes) {
        return String.format(Locale.ROOT, "; the keyspace has %.0f MiB on disk, all nodes together", bytes / MEBIBYTE);
    }

    /** How the last wait went; each is told of once. */
    Optional<Check> check() {
        Optional<Check> check = last;
        last = Optional.empty();
        return check;
    }
}
