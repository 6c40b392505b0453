package io.dbharness.result;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Operation;
import io.dbharness.result.analysis.Interval;
import io.dbharness.result.analysis.MeanInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * The measurement in at most {@value #MOST} consecutive parts, of which all but the last last equally long: one interval each at first,
 * twice as many whenever there are too many. Confidence intervals come from how the parts differ. One thread.
 */
final class Batches {

    private static final int MOST = 128;

    private final List<Batch> batches = new ArrayList<>();
    /** Intervals of a batch. */
    private int length = 1;

    private int intervalsOfLast;

    /**
     * One part.
     *
     * @param seconds    its length
     * @param operations what was recorded of each
     */
    private record Batch(double seconds, Map<Operation, Part> operations) {

        Batch plus(Batch other) {
            Map<Operation, Part> both = new HashMap<>(operations);
            other.operations.forEach((operation, part) -> both.merge(operation, part, Part::plus));
            return new Batch(seconds + other.seconds, both);
        }

        double sum(Collection<Operation> of, ToDoubleFunction<Part> figure) {
            return of.stream()
                    .mapToDouble(o -> figure.applyAsDouble(operations.getOrDefault(o, Part.NONE)))
                    .sum();
        }

        Cells cells(Collection<Operation> of, Function<Part, Cells> cells) {
            return of.stream()
                    .map(o -> cells.apply(operations.getOrDefault(o, Part.NONE)))
                    .reduce(Cells.NONE, Cells::plus);
        }
    }

    /**
     * One operation in one part.
     *
     * @param completedInside completed within the measurement, whenever intended
     * @param started         of those intended in the measurement, as all that follows
     * @param failed          how many ended in failure
     * @param response        of completed ones
     * @param service         of completed ones
     */
    private record Part(long completedInside, long started, long failed, Cells response, Cells service) {

        static final Part NONE = new Part(0, 0, 0, Cells.NONE, Cells.NONE);

        Part plus(Part other) {
            return new Part(
                    completedInside + other.completedInside,
                    started + other.started,
                    failed + other.failed,
                    response.plus(other.response),
                    service.plus(other.service));
        }
    }

    /**
     * A distribution in as little memory as its values need.
     *
     * @param lowest   the least value of each cell that is not empty, in order
     * @param counts   of the same cells
     * @param sumNanos of the values
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Cells(long[] lowest, long[] counts, long sumNanos) {

        static final Cells NONE = new Cells(new long[0], new long[0], 0);

        static Cells of(LatencyHistogram distribution) {
            if (distribution.count() == 0) {
                return NONE;
            }
            LongStream.Builder values = LongStream.builder();
            LongStream.Builder sizes = LongStream.builder();
            distribution.forEachCell((lowest, count) -> {
                values.add(lowest);
                sizes.add(count);
            });
            return new Cells(values.build().toArray(), sizes.build().toArray(), distribution.sumNanos());
        }

        Cells plus(Cells other) {
            if (lowest.length == 0 || other.lowest.length == 0) {
                return lowest.length == 0 ? other : this;
            }
            long[] values = new long[lowest.length + other.lowest.length];
            long[] sums = new long[values.length];
            int size = 0;
            for (int i = 0, j = 0; i < lowest.length || j < other.lowest.length; size++) {
                long mine = i < lowest.length ? lowest[i] : Long.MAX_VALUE;
                long its = j < other.lowest.length ? other.lowest[j] : Long.MAX_VALUE;
                values[size] = Math.min(mine, its);
                sums[size] = (mine <= its ? counts[i++] : 0) + (its <= mine ? other.counts[j++] : 0);
            }
            return new Cells(Arrays.copyOf(values, size), Arrays.copyOf(sums, size), sumNanos + other.sumNanos);
        }

        long count() {
            return Arrays.stream(counts).sum();
        }

        /** Values in the cells up to that of {@code nanos}. */
        long upTo(long nanos) {
            long sum = 0;
            for (int i = 0; i < lowest.length && lowest[i] <= nanos; i++) {
                sum += counts[i];
            }
            return sum;
        }
    }

    /** Adds an interval. What completes after the measurement belongs to its last part. */
    void add(IntervalSnapshot snapshot) {
        boolean within = snapshot.phase() == Phase.MEASUREMENT;
        Map<Operation, Part> operations = new HashMap<>();
        for (OperationInterval interval : snapshot.operations()) {
            Part part = part(interval);
            operations.merge(interval.operation(), part, Part::plus);
        }
        if (!within && batches.isEmpty()) {
            return;
        }
        Batch batch = new Batch(within ? snapshot.seconds() : 0, operations);
        if (within && (batches.isEmpty() || intervalsOfLast == length)) {
            if (batches.size() == MOST) {
                halve();
            }
            batches.add(batch);
            intervalsOfLast = 1;
        } else {
            int last = batches.size() - 1;
            batches.set(last, batches.get(last).plus(batch));
            intervalsOfLast += within ? 1 : 0;
        }
    }

    private static Part part(OperationInterval interval) {
        Counts counts = interval.counts();
        return interval.phase() == Phase.MEASUREMENT
                ? new Part(
                        counts.completedInside(),
                        counts.started(),
                        counts.failed(),
                        Cells.of(interval.response()),
                        Cells.of(interval.service()))
                : new Part(counts.completedInside(), 0, 0, Cells.NONE, Cells.NONE);
    }

    private void halve() {
        for (int i = 0; i < MOST / 2; i++) {
            batches.set(i, batches.get(2 * i).plus(batches.get(2 * i + 1)));
        }
        batches.subList(MOST / 2, MOST).clear();
        length *= 2;
    }

    /** The 95 % interval of the completions a second of these operations together. */
    Optional<Interval> throughput(Collection<Operation> of) {
        return MeanInterval.ofRatio(figures(batch -> batch.sum(of, Part::completedInside)), figures(Batch::seconds));
    }

    /** The 95 % interval of the share of requests of these operations that fail; empty if none was started. */
    Optional<Interval> failedShare(Collection<Operation> of) {
        double[] started = figures(batch -> batch.sum(of, Part::started));
        return Arrays.stream(started).sum() == 0
                ? Optional.empty()
                : MeanInterval.ofRatio(figures(batch -> batch.sum(of, Part::failed)), started);
    }

    /** Response times of these operations together, a part each. */
    List<Cells> responses(Collection<Operation> of) {
        return batches.stream().map(batch -> batch.cells(of, Part::response)).toList();
    }

    /** Service times of these operations together, a part each. */
    List<Cells> services(Collection<Operation> of) {
        return batches.stream().map(batch -> batch.cells(of, Part::service)).toList();
    }

    private double[] figures(ToDoubleFunction<Batch> figure) {
        return batches.stream().mapToDouble(figure).toArray();
    }
}
