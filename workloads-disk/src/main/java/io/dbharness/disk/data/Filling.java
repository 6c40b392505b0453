package io.dbharness.disk.data;

import io.dbharness.disk.target.BlockSession;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Fills an open file with random bytes from where its header says, and keeps the header true. One use, one thread. */
final class Filling {

    /** Large enough for the full bandwidth of any disk, small enough for many loaders. */
    private static final int CHUNK = 1 << 20;

    /** What a killed filling has to do again at most. */
    static final long STEP = 64L * CHUNK;

    private final FileChannel channel;
    private final List<ByteBuffer> buffers;
    private final Progress progress;

    /** @param buffers aligned, one a loader, each of {@link #CHUNK} bytes at least */
    private Filling(FileChannel channel, List<ByteBuffer> buffers, Progress progress) {
        this.channel = channel;
        this.buffers = buffers;
        this.progress = progress;
    }

    static Filling with(FileChannel channel, int loaders, int alignment, Progress progress) {
        List<ByteBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < loaders; i++) {
            buffers.add(BlockSession.aligned(CHUNK, alignment));
        }
        return new Filling(channel, buffers, progress);
    }

    /** Writes the header at once, so that whatever happens next the file is known to be this tool's. */
    void fill(Header header) throws IOException {
        ExecutorService loaders = Executors.newFixedThreadPool(buffers.size(), Filling::thread);
        try {
            write(header);
            for (long done = header.done(); done < header.bytes(); ) {
                long end = Math.min(header.bytes(), done - done % STEP + STEP);
                step(loaders, new Range(header, done, end));
                done = end;
                if (done == header.bytes()) {
                    channel.force(true);
                }
                write(header.withDone(done));
            }
            channel.force(true);
        } finally {
            loaders.shutdownNow();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "dbharness-fill");
        thread.setDaemon(true);
        return thread;
    }

    private record Range(Header header, long from, long end) {}

    private static long chunks(long bytes) {
        return (bytes + CHUNK - 1) / CHUNK;
    }

    private void write(Header header) throws IOException {
        ByteBuffer buffer = buffers.get(0);
        header.write(buffer);
        writeFully(buffer, 0);
    }

    private void step(ExecutorService loaders, Range range) throws IOException {
        AtomicLong next = new AtomicLong(range.from() / CHUNK);
        AtomicLong written = new AtomicLong(range.from() / CHUNK);
        List<Callable<Void>> work = new ArrayList<>();
        for (ByteBuffer buffer : buffers) {
            work.add(() -> {
                for (long chunk = next.getAndIncrement(); chunk * CHUNK < range.end(); chunk = next.getAndIncrement()) {
                    writeChunk(buffer, chunk, range);
                    progress.advance(
                            "fill",
                            written.incrementAndGet(),
                            chunks(range.header().bytes()),
                            "MiB");
                }
                return null;
            });
        }
        try {
            for (Future<Void> done : loaders.invokeAll(work)) {
                done.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while filling the file", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new HarnessException("filling the file failed: " + e.getCause(), e);
        }
    }

    private void writeChunk(ByteBuffer buffer, long chunk, Range range) throws IOException {
        long from = Math.max(Header.BYTES, chunk * CHUNK);
        long end = Math.min(range.end(), (chunk + 1) * CHUNK);
        buffer.clear().limit((int) (end - from));
        BlockSession.fill(buffer, new Seed(range.header().seed()).stream("disk-fill", chunk));
        buffer.flip();
        writeFully(buffer, from);
    }

    private void writeFully(ByteBuffer buffer, long position) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer, position + buffer.position());
        }
    }
}
