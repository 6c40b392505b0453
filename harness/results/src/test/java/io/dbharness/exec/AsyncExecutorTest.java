package io.dbharness.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.Verdict;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.ScriptedTarget;
import io.dbharness.testkit.ScriptedTarget.Fault;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.OperationSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same accounts as the blocking executor keeps, with answers that come on other threads. */
@Timeout(60)
class AsyncExecutorTest {

    private final ExecutorService driver = Executors.newFixedThreadPool(2);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @AfterEach
    void stopDriver() {
        driver.shutdownNow();
    }

    private static RunPlan plan(LoadModel load, int window) {
        return plan(load, window, 2_000);
    }

    private static RunPlan plan(LoadModel load, int window, long requests) {
        return RunPlan.of(load, window, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT)
                .withRetry(new RetryPolicy(3, Duration.ofNanos(1), Duration.ofNanos(1)))
                .withInterval(Duration.ofMillis(50))
                .withLimits(new Limits(
                        Duration.ofMillis(100), Duration.ofMinutes(1), OptionalLong.of(requests), Optional.empty()));
    }

    private SimulatedRun run(RunPlan plan, ScriptedTarget.Answer answer) {
        ScriptedTarget target = new ScriptedTarget((operation, key) -> Outcome.COMPLETED);
        return SimulatedRun.run(
                plan,
                new AsyncExecutor<>(target, new SystemClock()),
                new StopSignal(),
                new CountingWorkload(answering(answer)));
    }

    private CountingWorkload.Sender answering(ScriptedTarget.Answer answer) {
        return (Operation operation, long key) -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            CompletableFuture<Outcome> answered = new CompletableFuture<>();
            driver.execute(() -> {
                inFlight.decrementAndGet();
                try {
                    answered.complete(answer.to(operation, key));
                } catch (Exception e) {
                    answered.completeExceptionally(e);
                }
            });
            return answered;
        };
    }

    private static void assertBalanced(SimulatedRun run) {
        Totals totals = run.result().totals();
        assertThat(totals.intended()).isEqualTo(totals.started() + totals.skipped() + totals.backlog());
        assertThat(totals.started()).isEqualTo(totals.completed() + totals.failed() + totals.pending());
        assertThat(run.codes()).doesNotContain("ACCOUNTING");
    }

    @Test
    void theWindowBoundsWhatIsInFlightAndTheBooksBalance() {
        SimulatedRun run = run(plan(LoadModel.closed(500), 8), (operation, key) -> Outcome.COMPLETED);

        assertBalanced(run);
        assertThat(run.result().totals().completed()).isPositive();
        assertThat(most.get()).isBetween(1, 8);
    }

    @Test
    void anOpenLoadIsSentOnItsSchedule() {
        SimulatedRun run = run(plan(LoadModel.open(5_000, 50), 50), (operation, key) -> Outcome.COMPLETED);

        assertBalanced(run);
        assertThat(run.result().totals().intended()).isEqualTo(2_000);
        assertThat(run.result().measuredSeconds()).isGreaterThan(0.399);
    }

    @Test
    void retriesKeepTheSameInputs() {
        ConcurrentHashMap<Long, AtomicInteger> attempts = new ConcurrentHashMap<>();
        SimulatedRun run = run(plan(LoadModel.closed(1), 1, 200), (operation, key) -> {
            if (attempts.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet() % 3 != 0) {
                throw new Fault(FailureKind.OVERLOADED);
            }
            return Outcome.COMPLETED;
        });

        assertBalanced(run);
        assertThat(run.result().totals().failed()).isZero();
        assertThat(run.result().totals().retried())
                .isEqualTo(2 * run.result().totals().completed());
    }

    @Test
    void whatTheDriverThrowsIsAFailureAndNeverASuccess() {
        SimulatedRun run = run(plan(LoadModel.closed(4), 4), (operation, key) -> {
            throw new Fault(FailureKind.TIMEOUT);
        });

        assertBalanced(run);
        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(run.result().operations())
                .anySatisfy(o -> assertThat(o.counts().failedBy()).containsOnlyKeys("TIMEOUT"));
    }

    @Test
    void anAnswerThatNeverComesIsPending() {
        AtomicBoolean lost = new AtomicBoolean();
        RunPlan plan = RunPlan.of(
                        LoadModel.closed(3),
                        3,
                        new Timeline(Duration.ZERO, Duration.ofHours(1), Duration.ofMillis(200)),
                        Seed.DEFAULT)
                .withInterval(Duration.ofMillis(50));
        StopSignal stop = new StopSignal();
        AtomicInteger sent = new AtomicInteger();
        ScriptedTarget target = new ScriptedTarget((operation, key) -> Outcome.COMPLETED);
        CountingWorkload.Sender normal = answering((operation, key) -> Outcome.COMPLETED);

        SimulatedRun run = SimulatedRun.run(
                plan, new AsyncExecutor<>(target, new SystemClock()), stop, new CountingWorkload((operation, key) -> {
                    if (sent.incrementAndGet() == 50) {
                        stop.request();
                    }
                    return lost.compareAndSet(false, true) ? new CompletableFuture<>() : normal.send(operation, key);
                }));

        assertBalanced(run);
        assertThat(run.result().totals().pending()).isBetween(1L, 3L);
    }

    @Test
    void noThreadIsSpentOnARequest() {
        ConcurrentLinkedQueue<Integer> threads = new ConcurrentLinkedQueue<>();
        run(plan(LoadModel.closed(1_000), 1_000), (operation, key) -> {
            threads.add(Thread.activeCount());
            return Outcome.COMPLETED;
        });

        assertThat(List.copyOf(threads))
                .isNotEmpty()
                .allSatisfy(count -> assertThat(count).isLessThan(50));
    }

    @Test
    void whoBringsAnAnswerSendsWhatIsDueNext() {
        ConcurrentHashMap<String, AtomicInteger> senders = new ConcurrentHashMap<>();
        CountingWorkload.Sender normal = answering((operation, key) -> Outcome.COMPLETED);
        ScriptedTarget target = new ScriptedTarget((operation, key) -> Outcome.COMPLETED);

        SimulatedRun run = SimulatedRun.run(
                plan(LoadModel.closed(8), 8),
                new AsyncExecutor<>(target, new SystemClock()),
                new StopSignal(),
                new CountingWorkload((operation, key) -> {
                    senders.computeIfAbsent(Thread.currentThread().getName(), name -> new AtomicInteger())
                            .incrementAndGet();
                    return normal.send(operation, key);
                }));

        assertBalanced(run);
        AtomicInteger dispatched = senders.getOrDefault("dbharness-worker-0", new AtomicInteger());
        assertThat(dispatched.get()).isLessThan(200);
        assertThat(senders.values().stream().mapToInt(AtomicInteger::get).sum()).isGreaterThanOrEqualTo(2_000);
    }

    @Test
    void usersBeyondTheWindowTakeTurns() {
        ConcurrentHashMap<Long, AtomicInteger> byUser = new ConcurrentHashMap<>();
        RunPlan plan = plan(LoadModel.closed(20), 4);
        Map<Long, Long> owner = new ConcurrentHashMap<>();
        CountingWorkload shape = new CountingWorkload();
        for (long user = 0; user < 20; user++) {
            OperationSource<CountingWorkload.KeySession> source = shape.source((int) user, Seed.DEFAULT);
            for (int i = 0; i < 200; i++) {
                owner.put(((CountingWorkload.Keyed) source.next()).key(), user);
            }
        }

        SimulatedRun run = run(plan, (operation, key) -> {
            byUser.computeIfAbsent(owner.get(key), user -> new AtomicInteger()).incrementAndGet();
            return Outcome.COMPLETED;
        });

        assertBalanced(run);
        assertThat(byUser).hasSize(20);
        // A thread that the machine does not run holds up the user it has just taken, and no more than one for each
        // place.
        assertThat(byUser.values().stream().filter(count -> count.get() <= 20)).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void answersThatAreThereAtOnceDoNotNest() {
        ScriptedTarget target = new ScriptedTarget((operation, key) -> Outcome.COMPLETED);
        RunPlan plan = RunPlan.of(LoadModel.closed(2), 2, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT)
                .withInterval(Duration.ofMillis(50))
                .withLimits(Limits.DEFAULT.withCount(100_000));

        SimulatedRun run = SimulatedRun.run(
                plan,
                new AsyncExecutor<>(target, new SystemClock()),
                new StopSignal(),
                new CountingWorkload((operation, key) -> CompletableFuture.completedFuture(Outcome.COMPLETED)));

        assertBalanced(run);
        assertThat(run.result().totals().completed()).isEqualTo(100_000);
    }

    @Test
    void aTargetThatNothingReachesIsGivenUpWithoutAFloodOfFailures() {
        ScriptedTarget target = new ScriptedTarget((operation, key) -> Outcome.COMPLETED);
        AtomicInteger sent = new AtomicInteger();

        SimulatedRun run = SimulatedRun.run(
                plan(LoadModel.closed(4), 4),
                new AsyncExecutor<>(target, new SystemClock()),
                new StopSignal(),
                new CountingWorkload((operation, key) -> {
                    sent.incrementAndGet();
                    return CompletableFuture.failedFuture(new Fault(FailureKind.CONNECTION_LOST));
                }));

        assertBalanced(run);
        assertThat(run.accounts().targetLost()).isPresent();
        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(sent.get()).isBetween(1, 20);
    }
}
