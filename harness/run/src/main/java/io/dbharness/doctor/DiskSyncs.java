package io.dbharness.doctor;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Measures the time in which the disk of a folder makes a page of 4 KiB durable, one page at a time.
 *
 * @param sync times from the write to the return of fsync, in nanoseconds
 */
record DiskSyncs(LatencyHistogram sync) {

    private static final Duration MEASURED = Duration.ofSeconds(1);
    private static final int PAGE = 4096;
    private static final int LEAST = 3;

    /**
     * Writes a file of one page, and removes it, also after an interrupt of the thread.
     *
     * @throws IOException if the folder is not writable
     */
    static DiskSyncs measure(RunClock clock, Path folder) throws IOException, InterruptedException {
        Path file = Files.createTempFile(folder, ".dbharness-doctor", ".tmp");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            LatencyHistogram syncs = new LatencyHistogram();
            ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
            sync(channel, page);
            long end = clock.now() + MEASURED.toNanos();
            for (long start = clock.now(); start < end || syncs.count() < LEAST; start = clock.now()) {
                sync(channel, page);
                syncs.record(clock.now() - start);
            }
            return new DiskSyncs(syncs);
        } catch (ClosedByInterruptException e) {
            throw Interruptions.of(e);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void sync(FileChannel channel, ByteBuffer page) throws IOException {
        page.clear();
        while (page.hasRemaining()) {
            channel.write(page, page.position());
        }
        channel.force(false);
    }

    double perSecond() {
        return 1e9 / Math.max(1, sync.meanNanos());
    }
}
