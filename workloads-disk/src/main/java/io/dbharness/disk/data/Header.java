package io.dbharness.disk.data;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;

/**
 * The first bytes of a file or device that this tool filled: what says that it may be overwritten, and how far its filling came. Measured
 * I/O leaves it alone.
 *
 * @param bytes of the whole, this header among them
 * @param seed  of its content
 * @param done  bytes from the beginning that are written
 */
record Header(long bytes, long seed, long done) {

    /** Its size: at least a block of every file system, so that it can be written by direct I/O. */
    static final int BYTES = 4096;

    private static final String MAGIC = "# dbharness disk work file 1\n";

    boolean complete() {
        return done == bytes;
    }

    Header withDone(long newDone) {
        return new Header(bytes, seed, newDone);
    }

    /** Text that {@code head} shows, then zeros. */
    void write(ByteBuffer buffer) {
        String text = MAGIC + "bytes=" + bytes + "\nseed=" + seed + "\ndone=" + done + "\n";
        buffer.clear().limit(BYTES);
        buffer.put(text.getBytes(StandardCharsets.US_ASCII));
        while (buffer.hasRemaining()) {
            buffer.put((byte) 0);
        }
        buffer.flip();
    }

    /** Empty for anything that this tool did not write. */
    static Optional<Header> parse(byte[] beginning) {
        String text = new String(beginning, StandardCharsets.US_ASCII);
        int end = text.indexOf('\0');
        if (end < 0 || !text.startsWith(MAGIC)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text.substring(0, end)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            return Optional.of(
                    new Header(number(properties, "bytes"), number(properties, "seed"), number(properties, "done")));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long number(Properties properties, String name) {
        return Long.parseLong(properties.getProperty(name, ""));
    }
}
