package io.dbharness.sut;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A server this process started. Dies with the process, however that ends. */
public interface RunningServer extends AutoCloseable {

    /** Its address and credentials. */
    TargetSpec address();

    /** The directory with its data, on the disk whose free space bounds a data set. */
    Path dataDirectory();

    /** Returns false if it has ended although it was not closed. */
    default boolean isAlive() {
        return true;
    }

    /** The last lines of its log, if it has crashed since it started. */
    default Optional<String> crashMessage() {
        return Optional.empty();
    }

    /**
     * Breaks it and returns when that is over: it goes on, or has been started again and answers.
     *
     * @param fault to stop or to restart; one of those that its provider names
     * @throws IOException when that cannot be done
     */
    default void injectFault(Fault fault) throws IOException, InterruptedException {
        throw new UnsupportedOperationException(fault.text());
    }

    /** Stops it and, unless its data directory was given, deletes its files. Never throws. */
    @Override
    void close();
}
