package io.dbharness.disk.device;

import io.dbharness.model.TargetUnreachableException;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One outstanding I/O: separate descriptors, because threads that share a descriptor wait for each other in the runtime, and buffers that
 * are aligned for direct I/O. Allocates nothing per I/O. One thread at a time.
 */
public final class BlockSession implements Session {

    /** Each piece of this many bytes in a write gets a unique number, so that no storage can deduplicate two pieces. */
    private static final int STAMPED = 4096;

    private static final Logger LOG = LoggerFactory.getLogger(BlockSession.class);

    private final List<FileChannel> channels;
    private final int alignment;
    private ByteBuffer incoming = ByteBuffer.allocateDirect(0);
    private ByteBuffer outgoing = ByteBuffer.allocateDirect(0);

    private BlockSession(List<FileChannel> channels, int alignment) {
        this.channels = channels;
        this.alignment = alignment;
    }

    /** Opens all files. */
    static BlockSession open(List<TargetFile> files) {
        List<FileChannel> channels = new ArrayList<>();
        int alignment = 1;
        for (TargetFile file : files) {
            try {
                channels.add(file.open(Set.of()).channel());
                alignment = Math.max(alignment, file.alignment());
            } catch (IOException e) {
                new BlockSession(channels, alignment).close();
                throw new TargetUnreachableException(
                        "cannot open " + file.address().path() + ": " + TargetFile.reason(e), e);
            }
        }
        return new BlockSession(channels, alignment);
    }

    /** Allocates at least {@code bytes} of memory, aligned for direct I/O. */
    public static ByteBuffer aligned(int bytes, int alignment) {
        return ByteBuffer.allocateDirect(bytes + 2 * alignment).alignedSlice(alignment);
    }

    /**
     * Reads {@code bytes} bytes.
     *
     * @param file index of the file
     * @return the content, valid until the next read
     */
    public ByteBuffer read(int file, long position, int bytes) throws IOException {
        FileChannel channel = channels.get(file);
        if (incoming.capacity() < bytes) {
            incoming = aligned(bytes, alignment);
        }
        incoming.position(0).limit(bytes);
        while (incoming.hasRemaining()) {
            if (channel.read(incoming, position + incoming.position()) < 0) {
                throw new EOFException("the file ends at " + channel.size() + ", before " + (position + bytes));
            }
        }
        return incoming.flip();
    }

    /**
     * Writes {@code bytes} random bytes, which do not compress, and do not repeat as long as {@code stamp} does not.
     *
     * @param file index of the file
     * @param seal changes the content before it is written
     */
    public void write(int file, long position, int bytes, long stamp, Consumer<ByteBuffer> seal) throws IOException {
        FileChannel channel = channels.get(file);
        if (outgoing.capacity() < bytes) {
            outgoing = aligned(bytes, alignment);
            fill(outgoing, new Seed(stamp).stream("disk-write", 0));
        }
        outgoing.position(0).limit(bytes);
        for (int at = 0; at + Long.BYTES <= bytes; at += STAMPED) {
            outgoing.putLong(at, stamp + at);
        }
        seal.accept(outgoing);
        while (outgoing.hasRemaining()) {
            channel.write(outgoing, position + outgoing.position());
        }
    }

    /** Fills the rest of a buffer with random bytes, in whole words. */
    public static void fill(ByteBuffer buffer, RandomGenerator random) {
        while (buffer.remaining() >= Long.BYTES) {
            buffer.putLong(random.nextLong());
        }
    }

    @Override
    public void reset() throws ClosedChannelException {
        if (!channels.stream().allMatch(FileChannel::isOpen)) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void close() {
        for (FileChannel channel : channels) {
            try {
                channel.close();
            } catch (IOException | UncheckedIOException e) {
                LOG.debug("a descriptor could not be closed", e);
            }
        }
    }
}
