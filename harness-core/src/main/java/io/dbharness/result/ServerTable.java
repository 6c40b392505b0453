package io.dbharness.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the server tells as it tells it: {@code server.csv}, one line for each level and interval. Flushed each time, so that a
 * killed run leaves what it was told; there is no file if it is told nothing. Thread-safe; what comes after its end is dropped.
 */
public final class ServerTable implements AutoCloseable {

    public static final String FILE = "server.csv";

    private final Path directory;
    private @Nullable Writer writer;
    private boolean closed;

    /** @param directory where; must exist by the first line */
    public ServerTable(Path directory) {
        this.directory = directory;
    }

    /**
     * Writes the levels of an interval.
     *
     * @param endSeconds the end of the interval, since the start of the run
     * @param phase      {@code warmup} or {@code measure}
     */
    public synchronized void write(double endSeconds, String phase, Map<String, Double> levels) {
        if (closed) {
            return;
        }
        try {
            for (Map.Entry<String, Double> level : new TreeMap<>(levels).entrySet()) {
                opened().write(new TableLine()
                        .add(endSeconds)
                        .add(phase)
                        .add(level.getKey())
                        .add(level.getValue().toString())
                        .end());
            }
            if (writer != null) {
                writer.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + FILE + ": " + e.getMessage(), e);
        }
    }

    private Writer opened() throws IOException {
        Writer open = writer;
        if (open == null) {
            open = Files.newBufferedWriter(directory.resolve(FILE));
            writer = open;
            open.write("end_s,phase,name,value" + System.lineSeparator());
        }
        return open;
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (writer != null) {
                writer.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + FILE + ": " + e.getMessage(), e);
        }
    }
}
