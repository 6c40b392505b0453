package io.dbharness.disk.data;

import io.dbharness.disk.device.FileTarget;
import io.dbharness.disk.device.PathInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is where a work file should be.
 *
 * @param target where
 * @param info   the kind of thing
 * @param bytes  its length; 0 for nothing
 * @param header empty when this tool did not write it
 */
record FileState(FileTarget target, PathInfo info, long bytes, Optional<Header> header) {

    /** Looks without changing anything. */
    static FileState at(FileTarget target) {
        PathInfo info = target.pathInfo();
        if (info.kind() == PathInfo.Kind.NOTHING) {
            return new FileState(target, info, 0, Optional.empty());
        }
        try (FileChannel channel = FileChannel.open(target.address().path(), StandardOpenOption.READ)) {
            ByteBuffer beginning = ByteBuffer.allocate(Header.BYTES);
            for (int read = 0; read >= 0 && beginning.hasRemaining(); ) {
                read = channel.read(beginning, beginning.position());
            }
            return new FileState(target, info, channel.size(), Header.parse(beginning.array()));
        } catch (IOException e) {
            throw target.failed("read", e);
        }
    }

    boolean isDevice() {
        return info.kind() == PathInfo.Kind.BLOCK_DEVICE;
    }

    /** Whether another process is filling it. */
    boolean isLocked() {
        try (FileChannel channel = FileChannel.open(target.address().path(), StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Header.BYTES, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            throw target.failed("lock", e);
        }
    }

    /**
     * The first bytes of a file or device that this tool filled: what says that it may be overwritten, and how far its filling came.
     * Measured I/O leaves it alone.
     *
     * @param bytes of the whole, this header among them
     * @param seed  of its content
     * @param done  bytes from the beginning that are written
     */
    record Header(long bytes, long seed, long done) {

        /** Its size: at least a block of every file system, so that it can be written by direct I/O. */
        static final int BYTES = 4096;

        private static final String TEXT = "# dbharness disk work file 1\nbytes=%s\nseed=%s\ndone=%s\n";
        private static final String NUMBER = "(-?[0-9]{1,19})";
        private static final Pattern PATTERN =
                Pattern.compile(TEXT.formatted(NUMBER, NUMBER, NUMBER) + "\0.*", Pattern.DOTALL);

        boolean complete() {
            return done == bytes;
        }

        /** Text that {@code head} shows, then zeros. */
        void write(ByteBuffer buffer) {
            buffer.clear().limit(BYTES);
            buffer.put(TEXT.formatted(bytes, seed, done).getBytes(StandardCharsets.US_ASCII));
            while (buffer.hasRemaining()) {
                buffer.put((byte) 0);
            }
            buffer.flip();
        }

        /** Empty for anything that this tool did not write. */
        static Optional<Header> parse(byte[] beginning) {
            Matcher text = PATTERN.matcher(new String(beginning, StandardCharsets.US_ASCII));
            try {
                return text.matches()
                        ? Optional.of(new Header(number(text, 1), number(text, 2), number(text, 3)))
                        : Optional.empty();
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        private static long number(Matcher text, int group) {
            return Long.parseLong(text.group(group));
        }
    }
}
