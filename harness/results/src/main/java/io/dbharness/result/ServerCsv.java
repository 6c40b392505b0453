package io.dbharness.result;

import io.dbharness.model.Internal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the server's figures as they arrive: {@code server.csv}, one line for each level and interval. Flushed each time, so that a killed
 * run leaves what it received; there is no file without figures. Thread-safe; figures after the end are dropped.
 */
@Internal
public final class ServerCsv implements AutoCloseable {

    public static final String FILE = "server.csv";

    private final Optional<Path> directory;
    private @Nullable Writer writer;
    private boolean closed;
    private boolean failed;

    /** @param directory where; must exist by the first line; empty to write nothing */
    public ServerCsv(Optional<Path> directory) {
        this.directory = directory;
    }

    /**
     * Writes the levels of an interval.
     *
     * @param endSeconds the end of the interval, since the start of the run
     * @param phase      {@code warmup} or {@code measure}
     */
    public synchronized void write(double endSeconds, String phase, Map<String, Double> levels) {
        if (closed || directory.isEmpty()) {
            return;
        }
        try {
            if (writer == null && !levels.isEmpty()) {
                writer = Files.newBufferedWriter(directory.get().resolve(FILE));
                writer.write("end_s,phase,name,value" + System.lineSeparator());
            }
            if (writer != null) {
                for (Map.Entry<String, Double> level : new TreeMap<>(levels).entrySet()) {
                    String value = level.getValue().toString();
                    writer.write(IntervalFiles.line(endSeconds, phase, level.getKey(), value));
                }
                writer.flush();
            }
        } catch (IOException e) {
            failed = true;
            throw new UncheckedIOException("cannot write " + FILE + ": " + e.getMessage(), e);
        }
    }

    /** Closes the file; earlier failures to write were reported then. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (writer != null && !failed) {
                writer.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + FILE + ": " + e.getMessage(), e);
        }
    }
}
