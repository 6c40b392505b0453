package io.dbharness.junit;

import io.dbharness.request.Catalog;
import io.dbharness.request.RunSpec;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.run.Harness;
import io.dbharness.run.LoadRegistry;
import io.dbharness.run.RunOutcome;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The harness of all tests of a process. Makes one run at a time, since two would measure each other. Thread-safe. */
final class SharedHarness implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SharedHarness.class);

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final RunClock clock = new SystemClock();
    private final Catalog catalog = Catalog.found();
    private final Harness harness = Harness.create();

    SharedHarness() {
        // Tests that need another scale than those before them replace what these have loaded, and nothing else.
        harness.allowReplacing(LoadRegistry.forgotten());
    }

    /** All repeats, in order. */
    synchronized List<RunOutcome> run(TestRun run) {
        RunSpec spec = run.spec(catalog);
        List<RunOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < run.repeat(); i++) {
            RunSpec seeded = spec.seed(spec.load().seed().value() + i);
            RunOutcome outcome = run.out()
                    .map(out -> harness.run(seeded, out.resolve(fresh(run.workload()))))
                    .orElseGet(() -> harness.run(seeded));
            RunResult result = outcome.result();
            LOG.atLevel(result.verdict() == Verdict.VALID ? Level.INFO : Level.WARN)
                    .log(RunText.line(result));
            outcomes.add(outcome);
        }
        return List.copyOf(outcomes);
    }

    /** Results are named alike. */
    private String fresh(String workload) {
        return STAMP.format(clock.wallTime()) + "-" + workload.replace(' ', '-');
    }

    @Override
    public synchronized void close() {
        harness.close();
    }
}
