package io.dbharness.disk.device;

import io.dbharness.disk.device.FileAddress.Direct;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * An open file.
 *
 * @param channel the caller closes it
 * @param direct  true if it bypasses the page cache
 */
public record OpenFile(FileChannel channel, boolean direct) implements AutoCloseable {

    /** Opens for reading and writing, or for reading only if writing is not permitted; a later write then fails. */
    static OpenFile of(FileAddress address, Set<OpenOption> more) throws IOException {
        Set<OpenOption> options = new HashSet<>(more);
        options.add(StandardOpenOption.READ);
        if (!Files.exists(address.path()) || Files.isWritable(address.path())) {
            options.add(StandardOpenOption.WRITE);
            if (address.sync()) {
                options.add(StandardOpenOption.DSYNC);
            }
        }
        if (address.direct() != Direct.NO) {
            try {
                Set<OpenOption> past = new HashSet<>(options);
                past.add(pastTheCache());
                return new OpenFile(FileChannel.open(address.path(), past), true);
            } catch (AccessDeniedException e) {
                throw e;
            } catch (FileSystemException | UnsupportedOperationException e) {
                if (address.direct() == Direct.YES) {
                    throw new IOException("no direct I/O here (" + e.getMessage() + "); use --direct auto", e);
                }
            }
        }
        return new OpenFile(FileChannel.open(address.path(), options), false);
    }

    /**
     * Returns an option of the Java runtime beyond the standard (module {@code jdk.unsupported}), by its name because compilers warn of it.
     */
    private static OpenOption pastTheCache() {
        try {
            Class<?> options = Class.forName("com.sun.nio.file.ExtendedOpenOption");
            return (OpenOption) options.getField("DIRECT").get(null);
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("this Java has no such option", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
