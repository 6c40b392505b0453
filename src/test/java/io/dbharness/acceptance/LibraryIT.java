package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.request.RunSpec;
import io.dbharness.result.RunResult;
import io.dbharness.run.Harness;
import io.dbharness.tpcc.Tpcc;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The library as a program uses it, without the command line. */
@Tag("server")
class LibraryIT {

    @Test
    void twoRunAtOnceInOneProcess() throws Exception {
        RunSpec spec = RunSpec.of(Tpcc.warehouses(1))
                .with("think-time", "none")
                .with("rows-percent", 1)
                .closed(2)
                .warmUp(Duration.ZERO)
                .duration(Duration.ofMinutes(1))
                .until(1_000);
        Callable<RunResult> run = () -> {
            try (Harness harness = Harness.create()) {
                return harness.run(spec).result();
            }
        };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<RunResult> result : threads.invokeAll(List.of(run, run))) {
                assertThat(result.get().totals().completed()).isPositive();
                assertThat(result.get().checks()).isNotEmpty().allMatch(check -> check.passed());
                assertThat(result.get()
                                .operation("NewOrder")
                                .orElseThrow()
                                .response()
                                .nanos("p99"))
                        .isPositive();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
