package io.dbharness.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.load.LoadModel;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.result.Merge;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.CountingWorkload.KeySession;
import io.dbharness.testkit.ScriptedTarget;
import io.dbharness.testkit.ScriptedTarget.Fault;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Steps;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class StepsTest {

    private static final int INVOCATIONS = 500;
    private static final int STATEMENTS = 3;

    /** Invocations of several statements and a commit. */
    private static final class Stepped implements BoundWorkload<KeySession> {

        private static final int STATEMENT = 0;
        private static final int COMMIT = 1;

        private final CountingWorkload plain = new CountingWorkload();

        private record Statements(Invocation<KeySession> statement) implements Invocation<KeySession> {

            @Override
            public Operation operation() {
                return statement.operation();
            }

            @Override
            public Outcome execute(KeySession session) throws Exception {
                return execute(session, Steps.IGNORED);
            }

            @Override
            public Outcome execute(KeySession session, Steps steps) throws Exception {
                for (int i = 0; i < STATEMENTS; i++) {
                    long started = steps.start();
                    statement.execute(session);
                    steps.end(STATEMENT, started);
                }
                long started = steps.start();
                steps.end(COMMIT, started);
                return Outcome.COMPLETED;
            }
        }

        @Override
        public List<Operation> operations() {
            return plain.operations();
        }

        @Override
        public List<String> steps() {
            return List.of("statement", "commit");
        }

        @Override
        public OperationSource<KeySession> source(int user, Seed seed) {
            OperationSource<KeySession> source = plain.source(user, seed);
            return () -> new Statements(source.next());
        }

        @Override
        public int defaultUsers() {
            return 1;
        }

        @Override
        public ThinkTime thinkTime() {
            return ThinkTime.NONE;
        }

        @Override
        public DataSet dataSet() {
            return plain.dataSet();
        }
    }

    private static SimulatedRun run(Executor<KeySession> executor) {
        RunPlan plan = RunPlan.of(LoadModel.closed(4), 2, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT)
                .withRetry(new RetryPolicy(3, Duration.ofNanos(1), Duration.ofNanos(1)))
                .withInterval(Duration.ofMillis(50))
                .withLimits(Limits.DEFAULT.withCount(INVOCATIONS));
        return SimulatedRun.run(plan, executor, new StopSignal(), new Stepped());
    }

    private static RunResult onThreads(ScriptedTarget.Answer answer) {
        return run(new BlockingExecutor<>(new ScriptedTarget(answer), new SystemClock()))
                .result();
    }

    @Test
    void eachStatementIsTimedApartFromItsInvocation() {
        RunResult result = onThreads((operation, key) -> Outcome.COMPLETED);

        assertThat(result.steps()).extracting(StepResult::name).containsExactly("statement", "commit");
        StepResult statement = result.steps().get(0);
        assertThat(statement.count()).isEqualTo((long) STATEMENTS * INVOCATIONS);
        assertThat(statement.service().count()).isEqualTo(statement.count());
        assertThat(statement.perSecond() * result.measuredSeconds())
                .isCloseTo((double) STATEMENTS * INVOCATIONS, within(1e-6));
        assertThat(statement.service().maxNanos())
                .isPositive()
                .isLessThanOrEqualTo(
                        result.combined("total").orElseThrow().service().maxNanos());
        assertThat(result.steps().get(1).count()).isEqualTo(INVOCATIONS);
        assertThat(result.totals().completed()).isEqualTo(INVOCATIONS);
    }

    @Test
    void aStatementThatFailsIsNoStepAndTheOnesBeforeItAre() {
        AtomicLong sent = new AtomicLong();

        RunResult result = onThreads((operation, key) -> {
            if (sent.incrementAndGet() == STATEMENTS) {
                throw new Fault(FailureKind.SERIALIZATION);
            }
            return Outcome.COMPLETED;
        });

        assertThat(result.totals().retried()).isEqualTo(1);
        assertThat(result.steps().get(0).count()).isEqualTo(sent.get() - 1);
        assertThat(result.steps().get(1).count()).isEqualTo(INVOCATIONS);
    }

    @Test
    void aSimulationHasNoSteps() {
        assertThat(run(new VirtualExecutor<>(ServiceModel.fixed(1_000_000)))
                        .result()
                        .steps())
                .isEmpty();
    }

    @Test
    void stepsOfSeveralRunsAddUpAndAreKeptInTheFile() {
        RunResult one = onThreads((operation, key) -> Outcome.COMPLETED);
        RunResult two = onThreads((operation, key) -> Outcome.COMPLETED);

        RunResult both = Merge.runs(List.of(one, two));

        assertThat(both.steps())
                .extracting(StepResult::count)
                .containsExactly(2L * STATEMENTS * INVOCATIONS, 2L * INVOCATIONS);
        assertThat(both.steps().get(0).service().maxNanos())
                .isEqualTo(Math.max(
                        one.steps().get(0).service().maxNanos(),
                        two.steps().get(0).service().maxNanos()));
        assertThat(new ResultCodec().decode(new ResultCodec().encode(both))).isEqualTo(both);
    }
}
