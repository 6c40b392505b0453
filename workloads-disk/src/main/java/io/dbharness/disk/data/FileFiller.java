package io.dbharness.disk.data;

import io.dbharness.disk.data.FileState.Header;
import io.dbharness.disk.device.BlockSession;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Fills an open file with random bytes, from the progress in its header on, and keeps the header up to date. Used once. Not thread-safe:
 * one thread.
 */
final class FileFiller {

    /** Large enough for the full bandwidth of any disk, small enough for many loaders. */
    private static final int CHUNK = 1 << 20;

    /** The most bytes that a killed filling must write again. */
    static final long STEP = 64L * CHUNK;

    private final FileChannel channel;
    private final List<ByteBuffer> buffers;
    private final Progress progress;

    FileFiller(FileChannel channel, int loaders, int alignment, Progress progress) {
        this.channel = channel;
        this.buffers = Stream.generate(() -> BlockSession.aligned(CHUNK, alignment))
                .limit(loaders)
                .toList();
        this.progress = progress;
    }

    /** Writes the header first, so that the file is recognizable as this tool's whatever happens next. */
    void fill(Header header) throws IOException {
        ExecutorService loaders = Executors.newFixedThreadPool(buffers.size(), work -> {
            Thread thread = new Thread(work, "dbharness-fill");
            thread.setDaemon(true);
            return thread;
        });
        try {
            write(header);
            for (long done = header.done(); done < header.bytes(); ) {
                long end = Math.min(header.bytes(), done - done % STEP + STEP);
                step(loaders, header, done, end);
                done = end;
                if (done == header.bytes()) {
                    channel.force(true);
                }
                write(new Header(header.bytes(), header.seed(), done, header.ledger()));
            }
            channel.force(true);
        } finally {
            loaders.shutdownNow();
        }
    }

    private void write(Header header) throws IOException {
        ByteBuffer buffer = buffers.get(0);
        header.write(buffer);
        writeFully(buffer, 0);
    }

    private void step(ExecutorService loaders, Header header, long from, long end) throws IOException {
        AtomicLong next = new AtomicLong(from / CHUNK);
        AtomicLong written = new AtomicLong(from / CHUNK);
        long total = (header.bytes() + CHUNK - 1) / CHUNK;
        Stream<Callable<Boolean>> work = buffers.stream().map(buffer -> () -> {
            for (long chunk = next.getAndIncrement(); chunk * CHUNK < end; chunk = next.getAndIncrement()) {
                long position = Math.max(Header.BYTES, chunk * CHUNK);
                buffer.clear().limit((int) (Math.min(end, (chunk + 1) * CHUNK) - position));
                BlockSession.fill(buffer, new Seed(header.seed()).stream("disk-fill", chunk));
                buffer.flip();
                writeFully(buffer, position);
                progress.advance("fill", written.incrementAndGet(), total, "MiB");
            }
            return true;
        });
        try {
            for (Future<Boolean> done : loaders.invokeAll(work.toList())) {
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

    private void writeFully(ByteBuffer buffer, long position) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer, position + buffer.position());
        }
    }
}
