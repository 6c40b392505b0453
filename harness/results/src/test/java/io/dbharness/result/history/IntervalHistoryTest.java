package io.dbharness.result.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.IntervalSnapshot.Span;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.UsageException;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.history.IntervalHistory.Ended;
import io.dbharness.result.history.IntervalHistory.Stretch;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalHistoryTest {

    private static final Operation PAY = new Operation(0, "Pay", OperationKind.WRITE);
    private static final Operation LOOK = new Operation(1, "Look", OperationKind.READ);
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path directory;

    private static OperationInterval ended(Operation operation, Phase phase, long failed, long... millis) {
        LatencyHistogram response = new LatencyHistogram();
        for (long value : millis) {
            response.record(value * MILLI);
        }
        Map<FailureKind, Long> failures = failed == 0 ? Map.of() : Map.of(FailureKind.TIMEOUT, failed);
        return new OperationInterval(
                phase,
                operation,
                new Counts(millis.length, millis.length, 0, failures, Map.of(), millis.length),
                response,
                response,
                new LatencyHistogram(),
                new LatencyHistogram());
    }

    private static IntervalSnapshot second(int second, Phase phase, OperationInterval... operations) {
        // Readings are a little late.
        return new IntervalSnapshot(
                new Span(second * SECOND + 3 * MILLI, (second + 1) * SECOND + 4 * MILLI, phase),
                7,
                second,
                List.of(operations),
                List.of(),
                new LatencyHistogram(),
                Optional.empty());
    }

    private void write(IntervalSnapshot... seconds) {
        try (IntervalFiles files = new IntervalFiles(directory, Instant.EPOCH)) {
            for (IntervalSnapshot second : seconds) {
                files.interval(second);
            }
        }
    }

    private IntervalHistory read(double warmUp, int most) {
        return IntervalHistoryReader.read(directory, warmUp, most);
    }

    @Test
    void whatWasWrittenIsReadBackFromTheStartOfTheMeasurement() {
        write(
                second(0, Phase.WARM_UP, ended(PAY, Phase.WARM_UP, 0, 1, 2)),
                second(
                        1,
                        Phase.MEASUREMENT,
                        ended(PAY, Phase.MEASUREMENT, 2, 4, 4, 8),
                        ended(LOOK, Phase.MEASUREMENT, 0, 1)));

        IntervalHistory history = read(1, 600);

        assertThat(history.stretches()).extracting(Stretch::startSeconds).containsExactly(-1.0, 0.0);
        assertThat(history.operations()).containsExactly("Look", "Pay");
        Stretch measured = history.stretches().get(1);
        assertThat(measured.all().completed()).isEqualTo(4);
        assertThat(measured.all().failed()).isEqualTo(2);
        assertThat(measured.inFlight()).isEqualTo(7);
        assertThat(measured.backlog()).isEqualTo(1);
        assertThat(measured.operations().get("Look").completed()).isEqualTo(1);
        assertThat(measured.operations().get("Pay").p50Nanos()).isBetween(4 * MILLI, 4 * MILLI + 8000);
        assertThat(measured.all().maxNanos()).isBetween(8 * MILLI, 8 * MILLI + 8000);
    }

    @Test
    void requestsOfTheWarmUpThatEndInTheMeasurementCountWhereTheyEnd() {
        write(
                second(0, Phase.WARM_UP, ended(PAY, Phase.WARM_UP, 0, 1)),
                second(1, Phase.MEASUREMENT, ended(PAY, Phase.WARM_UP, 0, 900), ended(PAY, Phase.MEASUREMENT, 0, 1)));

        assertThat(read(1, 600).stretches().get(1).all().completed()).isEqualTo(2);
        assertThat(read(1, 600).stretches().get(1).operations().get("Pay").maxNanos())
                .isGreaterThan(800 * MILLI);
    }

    @Test
    void manyIntervalsBecomeFewStretchesWithThePercentilesOfAllTheirRequests() {
        write(
                second(0, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1, 1, 1)),
                second(1, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 100)),
                second(2, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)));

        IntervalHistory history = read(0, 2);

        assertThat(history.stretchSeconds()).isEqualTo(2);
        assertThat(history.stretches()).extracting(s -> s.all().completed()).containsExactly(4L, 1L);
        assertThat(history.stretches().get(0).all().p50Nanos()).isLessThan(2 * MILLI);
        assertThat(history.stretches().get(0).buckets().values()).containsExactly(3L, 1L);
    }

    @Test
    void aSecondInWhichNothingEndedIsThere() {
        write(
                second(0, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)),
                second(2, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)));

        assertThat(read(0, 600).stretches()).extracting(Stretch::all).element(1).isEqualTo(Ended.NOTHING);
    }

    @Test
    void theDrainCanBeLeftOut() {
        write(
                second(0, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)),
                second(1, Phase.DRAIN, ended(PAY, Phase.MEASUREMENT, 0, 1)));

        assertThat(read(0, 600).until(1.0))
                .isEqualTo(new IntervalHistory(1, read(0, 600).stretches().subList(0, 1)));
    }

    @Test
    void filesThatAKillCutShortAreReadUpToThere() throws IOException {
        write(
                second(0, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)),
                second(1, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)));
        cut(IntervalFiles.TABLE, 20);
        cut(IntervalFiles.LOG, 30);

        assertThat(read(0, 600).stretches()).hasSize(1);
    }

    @Test
    void aDamagedLineBeforeTheLastIsNotTakenForTheEnd() throws IOException {
        for (String file : List.of(IntervalFiles.TABLE, IntervalFiles.LOG)) {
            write(
                    second(0, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)),
                    second(1, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)));
            change(file, file.equals(IntervalFiles.TABLE) ? ",measure,Pay" : "HIST", "");

            assertThatThrownBy(() -> read(0, 600))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining(
                            file.equals(IntervalFiles.TABLE)
                                    ? directory.resolve(file) + " is damaged: a line has 17 cells instead of 19"
                                    : "interval files in " + directory + " are damaged");
        }
    }

    @Test
    void filesThatAreNotThoseTheRunHasLeftAreRefused() throws IOException {
        write(second(0, Phase.MEASUREMENT, ended(PAY, Phase.MEASUREMENT, 0, 1)));
        new ResultCodec()
                .write(
                        SimulatedRun.of(LoadModel.open(1, 1), Duration.ofSeconds(5), ServiceModel.fixed(1))
                                .result(),
                        directory);
        assertThat(read(0, 600).stretches()).hasSize(1);

        change(IntervalFiles.TABLE, "1.000", "2.000");

        assertThatThrownBy(() -> read(0, 600))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(IntervalFiles.TABLE + " was changed or damaged");
    }

    private void change(String file, String text, String instead) throws IOException {
        String before = Files.readString(directory.resolve(file));
        String after = before.replaceFirst(text, instead);
        assertThat(after).isNotEqualTo(before);
        Files.writeString(directory.resolve(file), after);
    }

    private void cut(String file, int bytes) throws IOException {
        String text = Files.readString(directory.resolve(file));
        Files.writeString(directory.resolve(file), text.substring(0, text.length() - bytes));
    }

    @Test
    void withoutFilesThereIsNoHistory() {
        assertThat(read(0, 600)).isEqualTo(IntervalHistory.NONE);
    }

    @Test
    void bucketsAreAQuarterOfAnOctaveEach() {
        assertThat(IntervalHistory.bucket(999)).isZero();
        assertThat(IntervalHistory.bucket(2_000)).isEqualTo(4);
        assertThat(IntervalHistory.lowestNanos(IntervalHistory.bucket(1_000_000)))
                .isBetween(800_000.0, 1_000_000.0);
    }
}
