package io.dbharness.result;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.FileWork;
import io.dbharness.model.Internal;
import io.dbharness.model.UsageException;
import java.io.BufferedReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes and reads the lines of {@code intervals.csv}, one for each interval and operation. Times are in seconds since the start of the
 * run, response times in milliseconds.
 */
@Internal
public final class IntervalTable {

    static final String HEADER =
            "start_s,end_s,phase,operation,intended_in,started,completed,rolled_back,failed,retried,"
                    + "in_flight,backlog,response_mean_ms,response_p50_ms,response_p99_ms,response_max_ms,service_p50_ms,service_p99_ms,"
                    + "connection_wait_p99_ms";

    private static final List<String> COLUMNS = List.of(HEADER.split(",", -1));

    private IntervalTable() {}

    static String line(IntervalSnapshot snapshot, OperationInterval interval) {
        Counts counts = interval.counts();
        LatencyHistogram response = interval.response();
        LatencyHistogram service = interval.service();
        return IntervalFiles.line(
                snapshot.startNanos() / 1e9,
                snapshot.endNanos() / 1e9,
                snapshot.phase().tag(),
                interval.operation().name(),
                interval.phase().tag(),
                counts.started(),
                counts.completed(),
                counts.rolledBack(),
                counts.failed(),
                counts.retried(),
                snapshot.inFlight(),
                snapshot.backlog(),
                response.meanNanos() / 1e6,
                response.quantileNanos(0.5) / 1e6,
                response.quantileNanos(0.99) / 1e6,
                response.maxNanos() / 1e6,
                service.quantileNanos(0.5) / 1e6,
                service.quantileNanos(0.99) / 1e6,
                interval.connectionWait().quantileNanos(0.99) / 1e6);
    }

    /**
     * Reads the lines in their order, one at a time, so that a day of them needs no memory. The last line may be cut short, as a kill or a
     * run in progress leaves it; it is left out. Throws a {@link UsageException} if another line is damaged, or if the file is not the one
     * that the run has left.
     *
     * @param table that exists
     */
    public static void read(Path table, Consumer<Line> lines) {
        new ResultCodec().requireSame(List.of(table));
        FileWork.run("read " + table, () -> {
            try (BufferedReader text = Files.newBufferedReader(table)) {
                text.readLine();
                int cells = COLUMNS.size();
                for (String next = text.readLine(); next != null; next = text.readLine()) {
                    if (cells != COLUMNS.size()) {
                        throw damaged(table, "a line has " + cells + " cells instead of " + COLUMNS.size());
                    }
                    Line line = new Line(table, next.split(",", -1));
                    cells = line.cells.length;
                    if (cells == COLUMNS.size()) {
                        lines.accept(line);
                    }
                }
            } catch (CharacterCodingException e) {
                throw damaged(table, "it is not text in UTF-8");
            }
        });
    }

    private static UsageException damaged(Path table, String why) {
        return new UsageException(List.of(table + " is damaged: " + why));
    }

    /** One operation in one interval. A figure is parsed when it is asked for, and a {@link UsageException} reports one that is none. */
    public static final class Line {

        private static final int START = COLUMNS.indexOf("start_s");
        private static final int END = COLUMNS.indexOf("end_s");
        private static final int PHASE = COLUMNS.indexOf("phase");
        private static final int OPERATION = COLUMNS.indexOf("operation");
        private static final int COMPLETED = COLUMNS.indexOf("completed");
        private static final int FAILED = COLUMNS.indexOf("failed");
        private static final int IN_FLIGHT = COLUMNS.indexOf("in_flight");
        private static final int BACKLOG = COLUMNS.indexOf("backlog");

        private final Path table;
        private final String[] cells;

        private Line(Path table, String[] cells) {
            this.table = table;
            this.cells = cells;
        }

        public double startSeconds() {
            return decimal(START);
        }

        public double endSeconds() {
            return decimal(END);
        }

        /** Returns true if the interval lies in this phase of the run. */
        public boolean isIn(Phase phase) {
            return cells[PHASE].equals(phase.tag());
        }

        public String operation() {
            return cells[OPERATION];
        }

        public long completed() {
            return count(COMPLETED);
        }

        public long failed() {
            return count(FAILED);
        }

        /** Invocations of all operations that were started and not ended. */
        public long inFlight() {
            return count(IN_FLIGHT);
        }

        /** Starts of all operations that were due and not made. */
        public long backlog() {
            return count(BACKLOG);
        }

        /**
         * Returns a figure of the response times, ms.
         *
         * @param statistic {@code mean}, {@code p50}, {@code p99} or {@code max}
         */
        public double responseMillis(String statistic) {
            return decimal(COLUMNS.indexOf("response_" + statistic + "_ms"));
        }

        private double decimal(int column) {
            try {
                return Double.parseDouble(cells[column]);
            } catch (NumberFormatException e) {
                throw damaged(table, COLUMNS.get(column) + " is '" + cells[column] + "'");
            }
        }

        private long count(int column) {
            try {
                return Long.parseLong(cells[column]);
            } catch (NumberFormatException e) {
                throw damaged(table, COLUMNS.get(column) + " is '" + cells[column] + "'");
            }
        }
    }
}
