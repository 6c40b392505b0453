package io.dbharness.agents;

import io.dbharness.agents.Message.IntervalText;
import io.dbharness.agents.Message.OperationText;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.Completions;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.IntervalSnapshot.Span;
import io.dbharness.measure.IntervalSnapshot.StepInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.HdrHistogram.Histogram;

/**
 * Intervals as text and bytes, without loss: each histogram as HdrHistogram encodes it, behind its exact sum, minimum and maximum.
 *
 * @param operations of the workload, in the order of their indexes
 */
record IntervalCodec(List<Operation> operations) {

    /** Most bytes of an interval's histograms, uncompressed. */
    private static final int MOST_BYTES = 64 << 20;

    /** An interval's two halves. */
    record Encoded(IntervalText text, ByteBuffer histograms) {}

    /** Sends an interval in which nothing happened to itself, so that the first real one does not wait for classes to be loaded. */
    void warmUp() {
        LatencyHistogram one = new LatencyHistogram();
        one.record(1);
        OperationInterval operation =
                new OperationInterval(Phase.WARM_UP, operations.get(0), Counts.ZERO, one, one, one, one);
        Encoded encoded = encode(new IntervalSnapshot(
                new Span(0, 1, Phase.WARM_UP), 0, 0, List.of(operation), List.of(), one, Optional.empty()));
        byte[] frame = Wire.encode(new Message.Interval("", 0, encoded.text()), encoded.histograms());
        Wire.Frame back = Wire.decode(frame, 0, frame.length);
        decode(encoded.text(), back.bytes());
    }

    Encoded encode(IntervalSnapshot interval) {
        List<LatencyHistogram> all = new ArrayList<>();
        List<OperationText> texts = new ArrayList<>();
        for (OperationInterval operation : interval.operations()) {
            Counts counts = operation.counts();
            Map<String, Long> failures = new TreeMap<>();
            counts.failedBy().forEach((kind, n) -> failures.put(kind.name(), n));
            texts.add(new OperationText(
                    operation.phase().name(),
                    operation.operation().index(),
                    counts.started(),
                    counts.completed(),
                    counts.rolledBack(),
                    failures,
                    counts.retriesBy(),
                    counts.completedInside()));
            all.addAll(List.of(
                    operation.response(), operation.service(), operation.connectionWait(), operation.failedResponse()));
        }
        interval.steps().forEach(step -> all.add(step.service()));
        all.add(interval.dispatch());
        List<Long> completions = interval.completions()
                .map(c -> List.of(c.firstNanos(), c.lastNanos()))
                .orElse(List.of());
        return new Encoded(
                new IntervalText(
                        interval.startNanos(),
                        interval.endNanos(),
                        interval.phase().name(),
                        interval.inFlight(),
                        interval.backlog(),
                        texts,
                        interval.steps().stream().map(StepInterval::name).toList(),
                        completions),
                pack(all));
    }

    /** Compresses all together: one by one, each would need its own compressor. */
    private static ByteBuffer pack(List<LatencyHistogram> all) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(packed, fast))) {
            for (LatencyHistogram distribution : all) {
                write(distribution, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            fast.end();
        }
        return ByteBuffer.wrap(packed.toByteArray());
    }

    private static void write(LatencyHistogram distribution, DataOutputStream out) throws IOException {
        out.writeLong(distribution.sumNanos());
        out.writeLong(distribution.minNanos());
        out.writeLong(distribution.maxNanos());
        if (distribution.count() == 0) {
            out.writeInt(0);
            return;
        }
        Histogram histogram = distribution.histogram();
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(bytes);
        out.writeInt(length);
        out.write(bytes.array(), 0, length);
    }

    private static ByteBuffer unpack(ByteBuffer packed) throws IOException {
        byte[] bytes = new byte[packed.remaining()];
        packed.duplicate().get(bytes);
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            byte[] all = in.readNBytes(MOST_BYTES + 1);
            if (all.length > MOST_BYTES) {
                throw new HarnessException(
                        "an interval is damaged: its histograms have more than " + MOST_BYTES + " bytes");
            }
            return ByteBuffer.wrap(all);
        }
    }

    /** Throws a {@link HarnessException} when it cannot be one of this workload. */
    IntervalSnapshot decode(IntervalText text, ByteBuffer histograms) {
        try {
            ByteBuffer buffer = unpack(histograms);
            List<OperationInterval> intervals = new ArrayList<>();
            for (OperationText operation : text.operations()) {
                intervals.add(new OperationInterval(
                        Phase.valueOf(operation.phase()),
                        operations.get(operation.operation()),
                        counts(operation),
                        distribution(buffer),
                        distribution(buffer),
                        distribution(buffer),
                        distribution(buffer)));
            }
            List<StepInterval> steps = new ArrayList<>();
            for (String name : text.steps()) {
                steps.add(new StepInterval(name, distribution(buffer)));
            }
            List<Long> completions = text.completions();
            return new IntervalSnapshot(
                    new Span(text.startNanos(), text.endNanos(), Phase.valueOf(text.phase())),
                    text.inFlight(),
                    text.backlog(),
                    intervals,
                    steps,
                    distribution(buffer),
                    completions.isEmpty()
                            ? Optional.empty()
                            : Optional.of(new Completions(completions.get(0), completions.get(1))));
        } catch (IOException | BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new HarnessException("an interval is damaged: " + e.getMessage(), e);
        }
    }

    private static Counts counts(OperationText text) {
        Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
        text.failedBy().forEach((kind, n) -> failures.put(FailureKind.valueOf(kind), n));
        return new Counts(
                text.started(),
                text.completed(),
                text.rolledBack(),
                failures,
                text.retriesBy(),
                text.completedInside());
    }

    private static LatencyHistogram distribution(ByteBuffer buffer) {
        long sum = buffer.getLong();
        long min = buffer.getLong();
        long max = buffer.getLong();
        int length = buffer.getInt();
        if (length == 0) {
            return new LatencyHistogram();
        }
        if (length < 0 || length > buffer.remaining()) {
            throw new HarnessException("an interval is damaged: a histogram of " + length + " bytes");
        }
        Histogram histogram = Histogram.decodeFromByteBuffer(buffer.slice(buffer.position(), length), 0);
        buffer.position(buffer.position() + length);
        histogram.setAutoResize(true);
        return LatencyHistogram.of(histogram, sum, min, max);
    }
}
