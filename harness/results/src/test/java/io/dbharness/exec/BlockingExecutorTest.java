package io.dbharness.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.Verdict;
import io.dbharness.testkit.ScriptedTarget;
import io.dbharness.testkit.ScriptedTarget.Fault;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.time.SystemClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads around the core. Runs end by count; nothing asserts how long anything took. */
@Timeout(60)
class BlockingExecutorTest {

    private static RunPlan plan(LoadModel load, int connections) {
        return RunPlan.of(load, connections, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT)
                .withRetry(new RetryPolicy(3, Duration.ofNanos(1), Duration.ofNanos(1)))
                .withInterval(Duration.ofMillis(50))
                .withLimits(new Limits(
                        Duration.ofMillis(100), Duration.ofMinutes(1), OptionalLong.of(2_000), Optional.empty()));
    }

    private static SimulatedRun run(RunPlan plan, ScriptedTarget target) {
        return SimulatedRun.run(plan, new BlockingExecutor<>(target, new SystemClock()));
    }

    private static void assertBalanced(SimulatedRun run) {
        Totals totals = run.result().totals();
        assertThat(totals.intended()).isEqualTo(totals.started() + totals.skipped() + totals.backlog());
        assertThat(totals.started()).isEqualTo(totals.completed() + totals.failed() + totals.pending());
        assertThat(run.codes()).doesNotContain("ACCOUNTING");
    }

    @Test
    void usersShareFewerConnectionsAndTheBooksBalance() {
        AtomicInteger busy = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ScriptedTarget target = new ScriptedTarget((operation, key) -> {
            most.accumulateAndGet(busy.incrementAndGet(), Math::max);
            busy.decrementAndGet();
            return Outcome.COMPLETED;
        });

        SimulatedRun run = run(plan(LoadModel.closed(40), 4), target);

        assertBalanced(run);
        assertThat(run.result().totals().completed()).isPositive();
        assertThat(most.get()).isBetween(1, 4);
    }

    @Test
    void eachUserKeepsASessionOfItsOwnWhenThereAreEnough() {
        ScriptedTarget target = new ScriptedTarget((operation, key) -> Outcome.COMPLETED);

        SimulatedRun run = run(plan(LoadModel.closed(3), 8), target);

        assertBalanced(run);
        assertThat(run.result().plan().sessions()).isEqualTo("dedicated");
    }

    @Test
    void retriesKeepTheSameInputs() {
        ConcurrentLinkedQueue<Long> keys = new ConcurrentLinkedQueue<>();
        ScriptedTarget target = new ScriptedTarget((operation, key) -> {
            keys.add(key);
            if (keys.size() % 3 != 0) {
                throw new Fault(FailureKind.DEADLOCK);
            }
            return Outcome.COMPLETED;
        });

        SimulatedRun run = run(plan(LoadModel.closed(1), 1), target);

        List<Long> sent = List.copyOf(keys);
        for (int i = 0; i + 2 < sent.size(); i += 3) {
            assertThat(sent.subList(i, i + 3)).containsOnly(sent.get(i));
        }
        Totals totals = run.result().totals();
        assertThat(totals.failed()).isZero();
        assertThat(totals.retried()).isEqualTo(2 * totals.completed());
    }

    @Test
    void anAttemptWithoutAnAnswerIsGivenUpAndTheRunGoesOn() {
        AtomicReference<ScriptedTarget> target = new AtomicReference<>();
        AtomicInteger attempts = new AtomicInteger();
        target.set(new ScriptedTarget((operation, key) ->
                attempts.incrementAndGet() == 7 ? target.get().whenAborted() : Outcome.COMPLETED));
        RunPlan plan = plan(LoadModel.closed(1), 1);

        SimulatedRun run = run(plan.withLimits(plan.limits().withRequest(Duration.ofSeconds(3))), target.get());

        assertBalanced(run);
        assertThat(run.result().totals().failed()).isOne();
        assertThat(run.result().operations().get(0).counts().failedBy()).containsEntry("TIMEOUT", 1L);
        assertThat(run.result().totals().retried()).isZero();
    }

    @Test
    void onlyTransientFailuresAreRetried() {
        AtomicInteger attempts = new AtomicInteger();
        ScriptedTarget target = new ScriptedTarget((operation, key) -> {
            attempts.incrementAndGet();
            throw new Fault(FailureKind.CONSTRAINT);
        });

        SimulatedRun run = run(plan(LoadModel.closed(1), 1), target);

        assertThat(run.result().totals().retried()).isZero();
        assertThat(run.result().totals().failed()).isPositive().isLessThanOrEqualTo(attempts.get());
    }

    @Test
    void whatFindsTooFewRowsFailsWhateverTheTargetSaysOfIt() {
        SimulatedRun run = run(plan(LoadModel.closed(1), 1), new ScriptedTarget((operation, key) -> {
            throw new UnexpectedRowsException("a read found 0 rows instead of 1");
        }));

        assertBalanced(run);
        assertThat(run.result().totals().completed()).isZero();
        assertThat(run.result().operations().stream().flatMap(one -> one.counts().failedBy().keySet().stream()))
                .isNotEmpty()
                .containsOnly(FailureKind.UNEXPECTED_ROWS.name());
    }

    @Test
    void aTargetThatFailsEveryCallIsNeverASuccess() {
        SimulatedRun run = run(plan(LoadModel.closed(2), 2), new ScriptedTarget((operation, key) -> {
            throw new IllegalStateException("\nno such luck\nDetail: INSERT INTO customer VALUES (1, 'secret')");
        }));

        assertBalanced(run);
        assertThat(run.result().totals().completed()).isZero();
        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(run.codes()).contains("NO_SAMPLES", "ERRORS");
        assertThat(run.result().caveats())
                .anySatisfy(c -> assertThat(c.detail()).contains("no such luck"))
                .noneSatisfy(c -> assertThat(c.detail()).contains("INSERT"));
    }

    @Test
    void aSessionThatCannotBeOpenedFailsTheRunBeforeItsFirstSample() {
        AtomicBoolean sent = new AtomicBoolean();
        ScriptedTarget target = new ScriptedTarget(
                (operation, key) -> {
                    sent.set(true);
                    return Outcome.COMPLETED;
                },
                3);

        assertThatThrownBy(() -> run(plan(LoadModel.closed(4), 4), target))
                .isInstanceOf(TargetUnreachableException.class);
        assertThat(sent).isFalse();
    }

    @Test
    void aTargetThatStaysAwayEndsTheRunAndMakesItInvalid() {
        AtomicInteger calls = new AtomicInteger();
        ScriptedTarget target = new ScriptedTarget(
                (operation, key) -> {
                    if (calls.incrementAndGet() > 10) {
                        throw new Fault(FailureKind.CONNECTION_LOST);
                    }
                    return Outcome.COMPLETED;
                },
                12);
        RunPlan plan = RunPlan.of(LoadModel.closed(1), 1, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT)
                .withInterval(Duration.ofMillis(50))
                .withLimits(new Limits(
                        Duration.ofMillis(100), Duration.ofMinutes(1), OptionalLong.empty(), Optional.empty()));

        SimulatedRun run = run(plan, target);

        assertBalanced(run);
        assertThat(run.codes()).contains("TARGET_LOST");
        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(run.result().operations())
                .anySatisfy(o -> assertThat(o.counts().failedBy()).containsKey("CONNECTION_LOST"));
    }

    @Test
    void aWorkerThatBreaksDownEndsTheRunWithItsReason() {
        ScriptedTarget target = new ScriptedTarget((operation, key) -> {
            throw new OutOfMemoryError("Java heap space");
        });

        assertThatThrownBy(() -> run(plan(LoadModel.closed(4), 4), target))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("Java heap space");
    }

    @Test
    void aStopKeepsWhatWasMeasuredAndMarksIt() {
        StopSignal stop = new StopSignal();
        AtomicInteger calls = new AtomicInteger();
        ScriptedTarget target = new ScriptedTarget((operation, key) -> {
            if (calls.incrementAndGet() == 1_000) {
                stop.request();
            }
            return Outcome.COMPLETED;
        });
        RunPlan plan =
                RunPlan.of(LoadModel.closed(2), 2, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT);

        SimulatedRun run = SimulatedRun.run(plan, new BlockingExecutor<>(target, new SystemClock()), stop);

        assertBalanced(run);
        assertThat(run.codes()).contains("INTERRUPTED");
        assertThat(run.result().totals().completed()).isBetween(900L, 100_000L);
    }

    @Test
    void aRunOfACountSendsThatManyAndEnds() {
        RunPlan plan = RunPlan.of(LoadModel.closed(6), 3, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT)
                .withLimits(Limits.DEFAULT.withCount(5_000));

        SimulatedRun run = run(plan, new ScriptedTarget((operation, key) -> Outcome.COMPLETED));

        assertBalanced(run);
        assertThat(run.result().totals().completed()).isEqualTo(5_000);
        assertThat(run.codes()).doesNotContain("INTERRUPTED");
    }

    @Test
    void aCallThatNeverReturnsIsPendingAndDoesNotHoldUpTheRun() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean hung = new AtomicBoolean();
        ScriptedTarget target = new ScriptedTarget((operation, key) -> {
            if (hung.compareAndSet(false, true)) {
                never.await();
            }
            return Outcome.COMPLETED;
        });
        RunPlan plan = RunPlan.of(
                LoadModel.closed(2),
                2,
                new Timeline(Duration.ZERO, Duration.ofSeconds(2), Duration.ZERO),
                Seed.DEFAULT);

        SimulatedRun run = run(plan, target);
        never.countDown();

        assertBalanced(run);
        assertThat(run.result().totals().pending()).isBetween(1L, 2L);
        assertThat(run.codes()).contains("PENDING");
    }

    @Test
    void twoRunsAtOnceDoNotSeeEachOther() throws InterruptedException {
        Set<Long> totals = ConcurrentHashMap.newKeySet();
        Thread other = new Thread(() ->
                totals.add(run(plan(LoadModel.closed(2), 2), new ScriptedTarget((operation, key) -> Outcome.COMPLETED))
                        .result()
                        .totals()
                        .failed()));
        other.start();
        SimulatedRun failing = run(plan(LoadModel.closed(2), 2), new ScriptedTarget((operation, key) -> {
            throw new Fault(FailureKind.TIMEOUT);
        }));
        other.join();

        assertThat(failing.result().totals().completed()).isZero();
        assertThat(totals).containsExactly(0L);
    }
}
