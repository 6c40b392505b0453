package io.dbharness.result;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes each interval as it ends: {@code latency.hlog}, a standard HdrHistogram interval log with one line for each phase, operation
 * and kind of latency, and {@code intervals.csv} with the counts ({@link IntervalTable}). Flushed each time, so that a killed run leaves
 * what it measured.
 */
@Internal
public final class IntervalFiles implements IntervalSnapshot.IntervalListener, AutoCloseable {

    public static final String LOG = "latency.hlog";
    public static final String TABLE = "intervals.csv";

    /** The log states values in nanoseconds and interval maxima in milliseconds. */
    private static final double NANOS_PER_MILLI = 1e6;

    private final PrintStream logFile;
    private final Writer table;

    /**
     * Opens both files; throws a {@link HarnessException} when they cannot be written or another run writes them.
     *
     * @param directory where, must exist
     * @param start     the wall-clock time of the run's start
     */
    public IntervalFiles(Path directory, Instant start) {
        long startMillis = start.toEpochMilli();
        try {
            FileChannel channel =
                    FileChannel.open(directory.resolve(TABLE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            table = Channels.newWriter(channel, StandardCharsets.UTF_8);
            if (!alone(channel)) {
                channel.close();
                throw new HarnessException("another run writes into " + directory + "; give another --out");
            }
            channel.truncate(0);
            logFile = new PrintStream(Files.newOutputStream(directory.resolve(LOG)), false, StandardCharsets.UTF_8);
            HistogramLogWriter log = new HistogramLogWriter(logFile);
            log.outputComment("[dbharness: values in ns, tags are phase/operation/kind]");
            log.outputLogFormatVersion();
            log.outputStartTime(startMillis);
            log.outputBaseTime(startMillis);
            log.outputLegend();
            table.write(IntervalTable.HEADER + "\n");
        } catch (IOException e) {
            throw new HarnessException("cannot write interval files in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Two runs at once must not write into the same files; the lock ends with the process. */
    private static boolean alone(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        FileWork.run("write the interval files", () -> {
            for (OperationInterval interval : snapshot.operations()) {
                table.write(IntervalTable.line(snapshot, interval));
                String tag = interval.phase().tag() + "/" + interval.operation().name() + "/";
                Map<String, LatencyHistogram> kinds = Map.of(
                        "response", interval.response(),
                        "service", interval.service(),
                        "connectionWait", interval.connectionWait(),
                        "failedResponse", interval.failedResponse());
                logAll(snapshot, tag, kinds);
            }
            for (IntervalSnapshot.StepInterval step : snapshot.steps()) {
                logAll(snapshot, Phase.MEASUREMENT.tag() + "/" + step.name() + "/", Map.of("step", step.service()));
            }
            table.flush();
            logFile.flush();
            if (logFile.checkError()) {
                throw new IOException("the interval log cannot be written; is the disk full?");
            }
        });
    }

    private void logAll(IntervalSnapshot snapshot, String tag, Map<String, LatencyHistogram> kinds) {
        kinds.entrySet().stream()
                .filter(kind -> kind.getValue().count() > 0)
                .sorted(Map.Entry.comparingByKey())
                .forEach(kind -> logFile.print(
                        logLine(snapshot, tag + kind.getKey(), kind.getValue().histogram())));
    }

    /** As {@link HistogramLogWriter} has it, which would format the numbers by {@code String.format}. */
    private static String logLine(IntervalSnapshot snapshot, String tag, Histogram histogram) {
        return line(
                "Tag=" + tag,
                snapshot.startNanos() / 1e9,
                (snapshot.endNanos() - snapshot.startNanos()) / 1e9,
                histogram.getMaxValue() / NANOS_PER_MILLI,
                LatencyResult.encode(histogram));
    }

    @Override
    public void close() {
        logFile.close();
        FileWork.run("write the interval files", table::close);
    }

    /**
     * One line of a table or a log that is written while a run measures: texts, whole numbers, and others with three decimals, of a size
     * that a time in milliseconds or seconds can have. It does by hand what {@code String.format} does, which at some hundred numbers a
     * second would keep the compiler of the virtual machine busy in the middle of the measurement.
     */
    static String line(Object... cells) {
        StringBuilder text = new StringBuilder();
        for (Object cell : cells) {
            text.append(text.isEmpty() ? "" : ",");
            if (cell instanceof Double number) {
                long thousandths = Math.round(Math.abs(number) * 1_000);
                text.append(number < 0 && thousandths > 0 ? "-" : "");
                text.append(thousandths / 1_000).append('.');
                text.append(Long.toString(thousandths % 1_000 + 1_000), 1, 4);
            } else {
                text.append(cell);
            }
        }
        return text.append(System.lineSeparator()).toString();
    }
}
