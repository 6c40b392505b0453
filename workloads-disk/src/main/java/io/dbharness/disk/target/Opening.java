package io.dbharness.disk.target;

import io.dbharness.disk.target.FileAddress.Direct;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An open file and how it could be opened.
 *
 * @param channel the caller closes it
 * @param direct  whether it goes past the page cache
 */
public record Opening(FileChannel channel, boolean direct) implements AutoCloseable {

    /**
     * Opens for reading and writing; for reading alone where writing is not allowed, so that a write fails when it is tried.
     *
     * @param more further options, for example to create it
     */
    static Opening of(FileAddress address, StandardOpenOption... more) throws IOException {
        Set<OpenOption> options = new HashSet<>(List.of(StandardOpenOption.READ));
        boolean writable = !Files.exists(address.path()) || Files.isWritable(address.path());
        if (writable) {
            options.add(StandardOpenOption.WRITE);
        }
        if (address.sync() && writable) {
            options.add(StandardOpenOption.DSYNC);
        }
        options.addAll(Arrays.asList(more));
        return address.direct() == Direct.NO ? buffered(address, options) : direct(address, options);
    }

    private static Opening direct(FileAddress address, Set<OpenOption> options) throws IOException {
        Set<OpenOption> past = new HashSet<>(options);
        try {
            past.add(pastTheCache());
            return new Opening(FileChannel.open(address.path(), past), true);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            if (address.direct() == Direct.YES) {
                throw new IOException("no direct I/O here (" + e.getMessage() + "); use --direct auto", e);
            }
            return buffered(address, options);
        }
    }

    /** An option of the Java runtime beyond the standard (module {@code jdk.unsupported}), by its name because compilers warn of it. */
    private static OpenOption pastTheCache() {
        try {
            Object[] options =
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants();
            return Stream.of(Objects.requireNonNull(options))
                    .map(OpenOption.class::cast)
                    .filter(option -> option.toString().equals("DIRECT"))
                    .findFirst()
                    .orElseThrow(() -> new UnsupportedOperationException("this Java has no such option"));
        } catch (ClassNotFoundException e) {
            throw new UnsupportedOperationException("this Java has no such option", e);
        }
    }

    private static Opening buffered(FileAddress address, Set<OpenOption> options) throws IOException {
        return new Opening(FileChannel.open(address.path(), options), false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
