package io.dbharness.target;

import java.nio.file.Path;
import java.util.Optional;

/** A server this process started. Dies with the process, however that ends. */
public interface RunningServer extends AutoCloseable {

    /** Where it listens and how to enter it. */
    TargetSpec address();

    /** The directory with its data, on the disk whose free space bounds a data set. */
    Path dataDirectory();

    /** Why it broke down, in its own words, when it did since it started: the last of them. */
    default Optional<String> lastWords() {
        return Optional.empty();
    }

    /** Stops it and, unless its data directory was given, deletes its files. Never throws. */
    @Override
    void close();
}
