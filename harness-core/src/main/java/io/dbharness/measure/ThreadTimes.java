package io.dbharness.measure;

import io.dbharness.model.Internal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processor time of one thread and how long it waited for a processor although it could have run. Only Linux reports the second, in
 * {@code /proc/thread-self/schedstat} (Linux kernel documentation, {@code scheduler/sched-stats.rst}: time on a processor, time on a run
 * queue, both in nanoseconds, and the number of time slices). Made by the thread it is about, read by any.
 */
@Internal
public final class ThreadTimes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadTimes.class);
    private static final Path OF_THIS_THREAD = Path.of("/proc/thread-self/schedstat");
    /** Three numbers of twenty digits, two spaces and a line end. */
    private static final int LONGEST_LINE = 64;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long id = Thread.currentThread().getId();
    private final ByteBuffer line = ByteBuffer.allocateDirect(LONGEST_LINE);
    private final @Nullable FileChannel schedstat;

    /** Opens the times of the calling thread. */
    public ThreadTimes() {
        schedstat = open();
    }

    private static @Nullable FileChannel open() {
        try {
            return FileChannel.open(OF_THIS_THREAD);
        } catch (IOException e) {
            LOG.debug("this system does not report how long threads wait for a processor: {}", e.toString());
            return null;
        }
    }

    /** Returns true if the system reports how long the thread waited for a processor. */
    public boolean tellsQueueing() {
        return schedstat != null && schedstat.isOpen();
    }

    /** Processor time so far, in nanoseconds; 0 where the virtual machine does not report it or the thread has ended. */
    public long cpuNanos() {
        return Math.max(0, threads.getThreadCpuTime(id));
    }

    /** Time on a run queue so far, in nanoseconds; 0 where the system does not report it. */
    public synchronized long queuedNanos() {
        FileChannel open = schedstat;
        if (open == null || !open.isOpen()) {
            return 0;
        }
        try {
            line.clear();
            open.read(line, 0);
            line.flip();
            return secondNumber();
        } catch (IOException e) {
            // The thread has ended, or the reader was interrupted, which closes the file.
            LOG.debug("a thread's run-queue time cannot be read: {}", e.toString());
            return 0;
        }
    }

    private long secondNumber() {
        while (line.hasRemaining() && line.get() != ' ') {
            // The first number is not needed: it does not change while its thread runs.
        }
        long number = 0;
        while (line.hasRemaining()) {
            byte digit = line.get();
            if (digit < '0' || digit > '9') {
                break;
            }
            number = 10 * number + digit - '0';
        }
        return number;
    }

    @Override
    public void close() {
        if (schedstat != null) {
            try {
                schedstat.close();
            } catch (IOException e) {
                LOG.debug("a thread's run-queue time is not closed", e);
            }
        }
    }
}
