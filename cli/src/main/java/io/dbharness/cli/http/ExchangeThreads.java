package io.dbharness.cli.http;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Runs the exchanges of an HTTP server on a bounded number of threads. While all are busy, the server accepts no further connection. An
 * exchange that takes longer than the limit is interrupted, which closes its channel and with it the connection. Thread-safe.
 */
final class ExchangeThreads implements Executor, AutoCloseable {

    private final Semaphore free;
    private final Duration limit;
    private final ExecutorService threads;
    private final ScheduledExecutorService watch;
    private final Map<Thread, Exchange> running = new ConcurrentHashMap<>();

    ExchangeThreads(int most, Duration limit) {
        this.free = new Semaphore(most);
        this.limit = limit;
        this.threads = Executors.newFixedThreadPool(most, ExchangeThreads::thread);
        this.watch = Executors.newSingleThreadScheduledExecutor(ExchangeThreads::thread);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "dbharness-http");
        thread.setDaemon(true);
        return thread;
    }

    /** An exchange on its thread. */
    private static final class Exchange {

        private final Thread thread = Thread.currentThread();
        private boolean unlimited;

        synchronized void interrupt() {
            if (!unlimited) {
                thread.interrupt();
            }
        }

        synchronized void lift() {
            unlimited = true;
        }
    }

    @Override
    public void execute(Runnable exchange) {
        free.acquireUninterruptibly();
        threads.execute(() -> {
            try {
                limited(exchange);
            } finally {
                free.release();
            }
        });
    }

    private void limited(Runnable work) {
        Exchange exchange = new Exchange();
        running.put(exchange.thread, exchange);
        Future<?> end = watch.schedule(exchange::interrupt, limit.toNanos(), TimeUnit.NANOSECONDS);
        try {
            work.run();
        } finally {
            end.cancel(false);
            exchange.lift();
            running.remove(exchange.thread);
            // The next exchange on this thread must not begin interrupted.
            Thread.interrupted();
        }
    }

    /** Lifts the limit of the exchange on this thread. */
    void lasting() {
        Objects.requireNonNull(running.get(Thread.currentThread())).lift();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        watch.shutdownNow();
    }
}
