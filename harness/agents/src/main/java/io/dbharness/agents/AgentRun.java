package io.dbharness.agents;

import io.dbharness.agents.Message.AccountsText;
import io.dbharness.exec.RunCounts;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.random.Seed;
import io.dbharness.request.Catalog;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.run.Harness;
import io.dbharness.run.RunListener;
import io.dbharness.run.RunShare;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run, or the load of its data, that an agent serves on a separate thread. The agent's thread passes the coordinator's messages on. */
final class AgentRun implements RunListener {

    private static final Logger LOG = LoggerFactory.getLogger(AgentRun.class);

    private static final long PROGRESS_NANOS = Duration.ofMillis(500).toNanos();

    private final Message.Order order;
    private final Address coordinator;
    private final Group group;
    private final Harness harness;
    private final RunClock clock;
    private final Path directory;
    private final CompletableFuture<Long> start = new CompletableFuture<>();
    private final AtomicLong lastHeard;
    private final AtomicInteger seconds = new AtomicInteger();
    private final Thread thread;
    private volatile @Nullable IntervalCodec codec;
    private volatile long told;
    private volatile String failure = "";

    AgentRun(
            Message.Order order,
            Address coordinator,
            Group group,
            Catalog catalog,
            RunClock clock,
            Tool tool,
            Path directory) {
        this.order = order;
        this.coordinator = coordinator;
        this.group = group;
        this.clock = clock;
        this.directory = directory;
        this.harness = Harness.of(catalog, clock, tool, this);
        this.lastHeard = new AtomicLong(clock.now());
        this.told = clock.now();
        this.thread = new Thread(this::work, "dbharness-agent-run");
        thread.setDaemon(true);
    }

    void begin() {
        thread.start();
    }

    String id() {
        return order.run();
    }

    /** Releases what the run holds. */
    String outcome() {
        String why = failure.isEmpty() ? "" : ": " + failure;
        if (order instanceof Message.Load) {
            return "this agent's slice of the load " + id() + " is over" + why;
        }
        boolean kept = Files.isRegularFile(directory.resolve(ResultCodec.FILE));
        return "run " + id() + " is over" + why
                + (kept ? "; its own result is in " + directory : "; it has left no result");
    }

    boolean isOver() {
        return !thread.isAlive();
    }

    void join() throws InterruptedException {
        thread.join();
    }

    /** Returns true if a message is about this run and from its coordinator. */
    boolean concerns(Address from, String run) {
        return coordinator.equals(from) && order.run().equals(run);
    }

    void heard() {
        lastHeard.set(clock.now());
    }

    long silentNanos() {
        return clock.now() - lastHeard.get();
    }

    /** The load is to begin at this time of this process's clock. */
    void startAt(long nanos) {
        start.complete(nanos);
    }

    /** Ends it early; what was measured is kept. */
    void stop() {
        start.cancel(false);
        harness.stop();
    }

    private void work() {
        try (harness) {
            if (order instanceof Message.Load load) {
                load(load);
            } else if (order instanceof Message.Prepare prepare) {
                send(prepare);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.debug("run {} failed", order.run(), e);
            failure = e instanceof HarnessException ? String.valueOf(e.getMessage()) : "internal: " + e;
            group.send(coordinator, new Message.Failed(order.run(), e instanceof TargetUnreachableException, failure));
        }
    }

    private void send(Message.Prepare prepare) {
        RunShare part = harness.part(
                order.workload(),
                target(),
                workload -> {
                    codec = new IntervalCodec(workload.operations());
                    return prepare.load().plan(workload.thinkTime());
                },
                directory);
        group.send(
                coordinator,
                new Message.Ended(order.run(), text(part.accounts()), part.acknowledged(), part.checks()),
                compressed(new ResultCodec().encode(part.result())));
    }

    private void load(Message.Load load) {
        harness.loadSlice(
                order.workload(), target(), order.slice(), load.loaders(), new Seed(load.seed()), this::progress);
        group.send(coordinator, new Message.Loaded(order.run()));
    }

    /** Reports the progress of a load; called by several threads. */
    private void progress(String phase, long done, long total, String unit) {
        if (start.isCancelled()) {
            throw new HarnessException("the load was stopped");
        }
        long now = clock.now();
        if (now - told > PROGRESS_NANOS) {
            told = now;
            group.send(coordinator, new Message.Loading(order.run(), done, total, unit));
        }
    }

    private TargetSpec target() {
        Message.Destination at = order.target();
        Optional<Secret> password = at.reference().isEmpty()
                ? Optional.of(at.secret()).filter(text -> !text.isEmpty()).map(Secret::of)
                : Secret.parse(at.reference());
        Optional<String> user = Optional.of(at.user()).filter(name -> !name.isEmpty());
        return new TargetSpec(at.url(), user, password, Optional.empty(), at.options());
    }

    private static AccountsText text(RunCounts accounts) {
        RunWindows windows = accounts.windows();
        Map<String, String> failures = new TreeMap<>();
        accounts.firstFailures().forEach((kind, message) -> failures.put(kind.name(), message));
        return new AccountsText(
                windows.end() - windows.start(),
                windows.stoppedEarly(),
                accounts.starts(),
                accounts.skipped(),
                accounts.backlog(),
                accounts.unsent(),
                accounts.pending(),
                accounts.meanDelayNanos(),
                failures,
                accounts.targetLost().orElse(null),
                accounts.overloaded());
    }

    private static ByteBuffer compressed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new HarnessException("a result cannot be compressed", e);
        }
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private IntervalCodec known() {
        IntervalCodec bound = codec;
        if (bound == null) {
            throw new IllegalStateException("a load before its workload was bound");
        }
        return bound;
    }

    @Override
    public long start(long now) {
        known().warmUp();
        group.send(coordinator, new Message.Ready(order.run()));
        try {
            long begins = Math.max(start.get(), clock.now());
            group.send(coordinator, new Message.Started(order.run(), begins));
            LOG.info("run {} begins at {}", order.run(), begins);
            return begins;
        } catch (CancellationException e) {
            throw new HarnessException("the run was called off before its load began", e);
        } catch (ExecutionException e) {
            throw new HarnessException("the run was not begun: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted before the load began", e);
        }
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        IntervalCodec.Encoded encoded = known().encode(snapshot);
        group.send(
                coordinator,
                new Message.Interval(order.run(), seconds.getAndIncrement(), encoded.text()),
                encoded.histograms());
    }

    @Override
    public void step(String description) {
        LOG.info("run {}: {}", order.run(), description);
    }
}
