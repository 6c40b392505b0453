package io.dbharness.result.history;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Internal;
import io.dbharness.model.UsageException;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.IntervalTable;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.history.IntervalHistory.Ended;
import io.dbharness.result.history.IntervalHistory.Stretch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;
import org.HdrHistogram.HistogramLogScanner.EncodableHistogramSupplier;
import org.HdrHistogram.HistogramLogScanner.EventHandler;

/**
 * Reads interval files back. Holds the histograms of one stretch at a time, so that hours of seconds fit into a small heap. One thread,
 * one use.
 */
@Internal
public final class IntervalHistoryReader {

    private static final String RESPONSE = "/response";
    private static final Stretch NO_LATENCIES = new Stretch(0, Map.of(), Ended.NOTHING, Map.of(), 0, 0);

    private final Path directory;
    private final double warmUpSeconds;
    private final int most;

    private final Map<String, LatencyHistogram> open = new TreeMap<>();
    /** Response times, without counts of failures and of what was under way. */
    private final Map<Integer, Stretch> latencies = new HashMap<>();

    private int openIndex;
    private double stretchSeconds = 1;
    /** A line could not be read. */
    private boolean broken;
    /** And it was not the last. */
    private boolean damaged;

    /** The figures of a line without its text, of which a day of seconds has 100 MB. */
    private record Row(
            double start, double end, String operation, long completed, long failed, long inFlight, long backlog) {

        static Row of(IntervalTable.Line line) {
            return new Row(
                    line.startSeconds(),
                    line.endSeconds(),
                    // One text for all lines of an operation.
                    line.operation().intern(),
                    line.completed(),
                    line.failed(),
                    line.inFlight(),
                    line.backlog());
        }
    }

    private IntervalHistoryReader(Path directory, double warmUpSeconds, int most) {
        this.directory = directory;
        this.warmUpSeconds = warmUpSeconds;
        this.most = most;
    }

    /**
     * The history of a run. Throws a {@link UsageException} if its files are not those that the run has left.
     *
     * @param directory with the run's files; without interval files the history is empty
     * @param result    of the run: where its warm-up ends
     * @param most      stretches that are wanted
     */
    public static IntervalHistory read(Path directory, RunResult result, int most) {
        return read(directory, result.seconds("warmup"), most);
    }

    static IntervalHistory read(Path directory, double warmUpSeconds, int most) {
        return Files.isRegularFile(directory.resolve(IntervalFiles.LOG))
                ? new IntervalHistoryReader(directory, warmUpSeconds, most).read(true)
                : IntervalHistory.NONE;
    }

    /**
     * The history so far of a run that still goes on, without the drain. Throws a {@link UsageException} while its files cannot be read.
     *
     * @param directory with the run's files; without interval files the history is empty
     * @param most      stretches that are wanted
     */
    public static IntervalHistory running(Path directory, int most) {
        Path table = directory.resolve(IntervalFiles.TABLE);
        if (!Files.isRegularFile(table)) {
            return IntervalHistory.NONE;
        }
        RunningWindows windows = new RunningWindows();
        IntervalTable.read(table, windows::add);
        // Readings are a little late, and windows are whole tenths of a second.
        double measureFrom = Math.rint(windows.begin * 10) / 10;
        return read(directory, measureFrom, most).until(Math.max(0, windows.end - measureFrom));
    }

    /** The begin of the measurement so far, before it the end of the warm-up, and the end. */
    private static final class RunningWindows {
        private double begin;
        private double end;
        private boolean measured;

        void add(IntervalTable.Line line) {
            if (line.isIn(Phase.WARM_UP)) {
                begin = line.endSeconds();
            } else if (line.isIn(Phase.MEASUREMENT)) {
                begin = measured ? begin : line.startSeconds();
                end = line.endSeconds();
                measured = true;
            }
        }
    }

    /** Reads the counts without response times, which take most of the reading time. */
    public static IntervalHistory counts(Path directory, RunResult result, int most) {
        return new IntervalHistoryReader(directory, result.seconds("warmup"), most).read(false);
    }

    private IntervalHistory read(boolean withLatencies) {
        Path table = directory.resolve(IntervalFiles.TABLE);
        if (!Files.isRegularFile(table)) {
            return IntervalHistory.NONE;
        }
        Path times = directory.resolve(IntervalFiles.LOG);
        List<Row> rows = new ArrayList<>();
        IntervalTable.read(table, line -> rows.add(Row.of(line)));
        if (rows.isEmpty()) {
            return IntervalHistory.NONE;
        }
        if (withLatencies) {
            new ResultCodec().requireSame(List.of(times));
        }
        try {
            stretchSeconds = length(rows);
            if (withLatencies) {
                openIndex = index(0, 0);
                try (HistogramLogScanner log = new HistogramLogScanner(times.toFile())) {
                    log.process(new Log());
                }
                if (damaged) {
                    throw new IllegalArgumentException("the log has a damaged line");
                }
                close();
            }
            return new IntervalHistory(stretchSeconds, stretches(rows));
        } catch (IOException | RuntimeException e) {
            // The exception depends on where the files are damaged.
            throw new UsageException(List.of("the interval files in " + directory + " are damaged: " + e.getMessage()));
        }
    }

    /** Whole intervals, as many as make few enough stretches. */
    private double length(List<Row> rows) {
        double[] lengths =
                rows.stream().mapToDouble(r -> r.end() - r.start()).sorted().toArray();
        double interval = Math.max(1e-3, lengths[lengths.length / 2]);
        double end = rows.get(rows.size() - 1).end();
        // Readings are late by a little now and then; intervals are tenths of a second at least.
        double tidy = interval > 0.1 ? Math.rint(interval * 10) / 10 : interval;
        return Math.max(1, Math.ceil(end / tidy / most)) * tidy;
    }

    /** Returns the index of the stretch with the middle of an interval; the ends depend on the times of readings. */
    private int index(double start, double end) {
        return (int) Math.floor(((start + end) / 2 - warmUpSeconds) / stretchSeconds);
    }

    private List<Stretch> stretches(List<Row> rows) {
        TreeMap<Integer, List<Row>> byStretch = rows.stream()
                .collect(
                        Collectors.groupingBy(row -> index(row.start(), row.end()), TreeMap::new, Collectors.toList()));
        int first = index(0, Math.min(stretchSeconds, rows.get(0).end()));
        if ((long) byStretch.lastKey() - first > most + 2L) {
            throw new IllegalArgumentException("an interval lies behind the end");
        }
        List<Stretch> stretches = new ArrayList<>();
        for (int i = Math.min(first, byStretch.firstKey()); i <= byStretch.lastKey(); i++) {
            stretches.add(stretch(i, byStretch.getOrDefault(i, List.of())));
        }
        return stretches;
    }

    private Stretch stretch(int index, List<Row> rows) {
        Stretch measured = latencies.getOrDefault(index, NO_LATENCIES);
        Map<String, Ended> operations = new TreeMap<>();
        rows.stream()
                .collect(Collectors.groupingBy(Row::operation))
                .forEach((name, own) ->
                        operations.put(name, counted(measured.operations().getOrDefault(name, Ended.NOTHING), own)));
        Row last = rows.isEmpty() ? new Row(0, 0, "", 0, 0, 0, 0) : rows.get(rows.size() - 1);
        double start = index * stretchSeconds;
        Ended all = counted(measured.all(), rows);
        return new Stretch(start, operations, all, measured.buckets(), last.inFlight(), last.backlog());
    }

    private static Ended counted(Ended latencies, List<Row> rows) {
        long completed = rows.stream().mapToLong(Row::completed).sum();
        long failed = rows.stream().mapToLong(Row::failed).sum();
        return new Ended(completed, failed, latencies.p50Nanos(), latencies.p99Nanos(), latencies.maxNanos());
    }

    /** Everything of the open stretch is there: only its figures are kept. */
    private void close() {
        if (open.isEmpty()) {
            return;
        }
        LatencyHistogram all = new LatencyHistogram();
        Map<String, Ended> ended = new TreeMap<>();
        open.forEach((name, response) -> {
            all.add(response);
            ended.put(name, ended(response));
        });
        Map<Integer, Long> buckets = new TreeMap<>();
        all.forEachCell((lowest, count) -> buckets.merge(IntervalHistory.bucket(lowest), count, Long::sum));
        latencies.put(openIndex, new Stretch(openIndex * stretchSeconds, ended, ended(all), buckets, 0, 0));
        open.clear();
    }

    private static Ended ended(LatencyHistogram response) {
        return new Ended(
                response.count(), 0, response.quantileNanos(0.5), response.quantileNanos(0.99), response.maxNanos());
    }

    /** Takes the response times out of the log and decodes nothing else. */
    private final class Log implements EventHandler {

        @Override
        public boolean onComment(String comment) {
            return false;
        }

        @Override
        public boolean onBaseTime(double secondsSinceEpoch) {
            return false;
        }

        @Override
        public boolean onStartTime(double secondsSinceEpoch) {
            return false;
        }

        @Override
        public boolean onHistogram(String tag, double timestamp, double length, EncodableHistogramSupplier lazyReader) {
            damaged |= broken;
            if (tag == null || !tag.endsWith(RESPONSE)) {
                return false;
            }
            int index = index(timestamp, timestamp + length);
            if (index != openIndex) {
                close();
                openIndex = index;
            }
            try {
                Histogram histogram = (Histogram) lazyReader.read();
                open.computeIfAbsent(tag.split("/", -1)[1], name -> new LatencyHistogram())
                        .add(LatencyHistogram.of(histogram, 0, histogram.getMinValue(), histogram.getMaxValue()));
            } catch (DataFormatException e) {
                throw new IllegalArgumentException("a histogram is damaged", e);
            }
            return false;
        }

        @Override
        public boolean onException(Throwable t) {
            // The last line of a run that was killed may be cut short; the lines before it count.
            broken = true;
            return false;
        }
    }
}
