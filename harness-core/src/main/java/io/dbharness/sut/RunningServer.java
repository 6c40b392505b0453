package io.dbharness.sut;

import java.nio.file.Path;
import java.util.Optional;

/** A server this process started. Dies with the process, however that ends. */
public interface RunningServer extends AutoCloseable {

    /** Its address and credentials. */
    TargetSpec address();

    /** The directory with its data, on the disk whose free space bounds a data set. */
    Path dataDirectory();

    /** The last lines of its log, if it has crashed since it started. */
    default Optional<String> lastWords() {
        return Optional.empty();
    }

    /** Stops it and, unless its data directory was given, deletes its files. Never throws. */
    @Override
    void close();
}
