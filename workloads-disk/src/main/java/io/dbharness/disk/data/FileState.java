package io.dbharness.disk.data;

import io.dbharness.disk.device.PathInfo;
import io.dbharness.disk.device.TargetFile;
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
 * The state of a work file's path.
 *
 * @param target of the path
 * @param info   kind of the file
 * @param bytes  its length; 0 if there is none
 * @param header empty if this tool did not write the file
 */
record FileState(TargetFile target, PathInfo info, long bytes, Optional<Header> header) {

    /** Reads the state without changing anything. */
    static FileState at(TargetFile target) {
        PathInfo info = target.pathInfo();
        if (info.kind() == PathInfo.Kind.NOTHING) {
            return new FileState(target, info, 0, Optional.empty());
        }
        try (FileChannel channel = FileChannel.open(target.address().path(), StandardOpenOption.READ)) {
            return new FileState(target, info, channel.size(), Header.parse(beginning(channel, Header.BYTES)));
        } catch (IOException e) {
            throw target.failed("read", e);
        }
    }

    /** Returns the first bytes of a file; zeros follow the end of a shorter one. */
    static byte[] beginning(FileChannel channel, int bytes) throws IOException {
        ByteBuffer beginning = ByteBuffer.allocate(bytes);
        for (int read = 0; read >= 0 && beginning.hasRemaining(); ) {
            read = channel.read(beginning, beginning.position());
        }
        return beginning.array();
    }

    boolean isDevice() {
        return info.kind() == PathInfo.Kind.BLOCK_DEVICE;
    }

    /** Returns true if another process is filling the file. */
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

    /** Records in the header, if there is one, which ledger knows the blocks from now on. */
    void attach(long ledger) {
        Optional<Header> attached = header.filter(old -> old.ledger() != ledger)
                .map(old -> new Header(old.bytes(), old.seed(), old.done(), ledger));
        if (attached.isPresent()) {
            target.attempt("write the header of", () -> {
                try (FileChannel channel = FileChannel.open(target.address().path(), StandardOpenOption.WRITE)) {
                    ByteBuffer buffer = ByteBuffer.allocate(Header.BYTES);
                    attached.get().write(buffer);
                    while (buffer.hasRemaining()) {
                        channel.write(buffer, buffer.position());
                    }
                    channel.force(true);
                    return true;
                }
            });
        }
    }

    /**
     * The first bytes of a file or device that this tool filled. They permit overwriting it, and record the progress of its filling.
     * Measured I/O does not touch them.
     *
     * @param bytes of the whole file, including this header
     * @param seed  of its content
     * @param done  bytes from the beginning that are written
     * @param ledger id of the only ledger that knows what was written since the filling; {@link #NO_LEDGER} if there is none
     */
    record Header(long bytes, long seed, long done, long ledger) {

        static final long NO_LEDGER = 0;

        /** Size of the header: at least a block of every file system, so that direct I/O can write it. */
        static final int BYTES = 4096;

        private static final String TEXT = "# dbharness disk work file 1\nbytes=%s\nseed=%s\ndone=%s\n";
        private static final String LEDGER = "ledger=%s\n";
        private static final String NUMBER = "(-?[0-9]{1,19})";
        /** A header without a ledger is one of earlier versions. */
        private static final Pattern PATTERN = Pattern.compile(
                TEXT.formatted(NUMBER, NUMBER, NUMBER) + "(?:" + LEDGER.formatted(NUMBER) + ")?\0.*", Pattern.DOTALL);

        boolean complete() {
            return done == bytes;
        }

        /** Writes text that {@code head} shows, then zeros. */
        void write(ByteBuffer buffer) {
            buffer.clear().limit(BYTES);
            buffer.put((TEXT + LEDGER).formatted(bytes, seed, done, ledger).getBytes(StandardCharsets.US_ASCII));
            while (buffer.hasRemaining()) {
                buffer.put((byte) 0);
            }
            buffer.flip();
        }

        /** Parses a header; empty if this tool did not write it. */
        static Optional<Header> parse(byte[] beginning) {
            Matcher text = PATTERN.matcher(new String(beginning, StandardCharsets.US_ASCII));
            try {
                return text.matches()
                        ? Optional.of(new Header(
                                number(text, 1),
                                number(text, 2),
                                number(text, 3),
                                text.group(4) == null ? NO_LEDGER : number(text, 4)))
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
