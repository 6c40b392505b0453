package io.dbharness.run;

import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.IntervalListener;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of a run, if it has a directory. If a write fails, for example because the disk is full, the measurement continues and
 * {@link #end} throws. Not thread-safe.
 */
final class RunFiles implements IntervalListener, AutoCloseable {

    private final Optional<Path> directory;
    private final Optional<IntervalFiles> intervals;
    private final RunListener listener;
    private @Nullable HarnessException failure;

    /** Creates the directory, which must not contain a result, and opens the interval files. */
    RunFiles(Optional<Path> directory, Instant started, RunListener listener) {
        directory.ifPresent(RunFiles::create);
        this.directory = directory;
        this.intervals = directory.map(into -> new IntervalFiles(into, started));
        this.listener = listener;
    }

    private static void create(Path directory) {
        if (Files.exists(directory.resolve(ResultCodec.FILE))) {
            throw new HarnessException(directory + " already holds a result; give another --out");
        }
        FileWork.run("create " + directory, () -> Files.createDirectories(directory));
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        if (failure == null) {
            attempt(() -> intervals.ifPresent(files -> files.interval(snapshot)));
        }
    }

    void write(RunResult result) {
        attempt(() -> directory.ifPresent(into -> new ResultCodec().write(result, into)));
    }

    /**
     * Writes the final result.
     *
     * @throws UnwrittenResultException if the result or an earlier file could not be written
     */
    RunResult end(RunResult result) {
        close();
        write(result);
        if (failure != null) {
            throw new UnwrittenResultException(result, failure);
        }
        return result;
    }

    @Override
    public void close() {
        attempt(() -> intervals.ifPresent(IntervalFiles::close));
    }

    private void attempt(Runnable writing) {
        try {
            writing.run();
        } catch (HarnessException e) {
            if (failure == null) {
                failure = e;
                listener.step(e.getMessage() + "; the run continues without this file");
            }
        }
    }
}
