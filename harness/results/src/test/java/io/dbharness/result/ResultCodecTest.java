package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.model.UsageException;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import io.dbharness.testkit.SimulatedRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class ResultCodecTest {

    private static final ResultCodec CODEC = new ResultCodec();
    private static final RunResult RESULT = SimulatedRun.of(
                    new OpenArrivals(
                            RateProfile.ramp(10, 50, Duration.ofSeconds(40)), Spacing.POISSON, LatePolicy.SKIP, 4),
                    Duration.ofSeconds(40),
                    ServiceModel.fixed(10_000_000))
            .result();
    private static final String JSON = CODEC.encode(RESULT);

    private static String withoutChecksum() {
        return JSON.replace("\"checksum\"", "\"ignored\"");
    }

    @Test
    void theLoadIsHeldAsData() {
        LoadFacts load = CODEC.decode(JSON).plan().loadModel();

        assertThat(load).isNotNull().isEqualTo(RESULT.plan().loadModel());
        assertThat(load.rate()).containsExactly(new LoadFacts.Segment(10, 50, 40));
        assertThat(load.model() + " " + load.arrival() + " " + load.late()).isEqualTo("open poisson skip");
        assertThat(load.measurementSeconds()).isEqualTo(40);
    }

    @Test
    void aFileThatWasOnlyIndentedAnewIsTheSame() {
        assertThat(CODEC.decode(JSON.replaceAll("\n *", "\n"))).isEqualTo(RESULT);
    }

    /** Another version of Java may write a number otherwise, so the checksum is that of the digits in the file. */
    @Test
    void aNumberThatIsSpelledOtherwiseIsAChange() {
        String spelled = JSON.replaceFirst("(\"measurementSeconds\" : 40.0)", "$10");

        assertThat(spelled).isNotEqualTo(JSON);
        assertThatThrownBy(() -> CODEC.decode(spelled)).hasMessageContaining("its checksum differs");
    }

    /** Every second without the checksum: then it may be read, or refused in a sentence, and nothing else. */
    @SeededTest(tries = 10)
    void aChangedByteIsNoticed(Draws draws, @TempDir Path directory) throws IOException {
        RandomGenerator random = draws.random();
        for (int i = 0; i < 100; i++) {
            byte[] changed = (i % 2 == 0 ? JSON : withoutChecksum()).getBytes(StandardCharsets.UTF_8);
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(directory.resolve(ResultCodec.FILE), changed);
            try {
                RunResult read = CODEC.read(directory);
                assertThat(i % 2 == 1 || read.equals(RESULT)).as("file %d", i).isTrue();
            } catch (UsageException e) {
                assertThat(e.getMessage()).contains("result");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"intended\" : (.) | \"intended\" : 9$1 | its accounts do not balance",
                "\"p50\" : (.) | \"p50\" : 9$1 | percentiles of read are not those of its histogram",
                "\"p50\" : ([0-9]+)([0-9]) | \"p50\" : $11 | percentiles of read are not those of its histogram",
                "\"minNanos\" : (.) | \"minNanos\" : 9$1 | minimum, mean and maximum of read contradict each other",
                "\"minNanos\" : (.) | \"minNanos\" : -$1 | minimum, mean and maximum of read contradict each other",
                "(\"throughputPerSecond\" : [^\"]*\"value\" : ) | $19 | its throughput is not that of its operations together",
                "(\"counts\" : [^\"]*\"started\" : [0-9]+, *[^\"]*\"completed\" : ) | $19 | the counts of completed requests",
                "\"response\" : .\\s*\"count\" : (.) | \"response\" : { \"count\" : 9$1 | does not hold as many values",
                "\"histogram\" : \"[^\"]{9} | \"histogram\" : \"xxxxxxxxx | a histogram in the result file is damaged",
                "\"histogram\" : \"[^\"]* | \"histogram\" : \" | a histogram in the result file is damaged",
                "\"p50\" : [0-9]+ | \"p50\" : null | not a result file",
                "\"createdAt\" : \"[^\"]*\", | '' | parts of the result are missing",
                "\"windows\" : [^]]*], | '' | parts of the result are missing",
            })
    void whatContradictsItselfIsRefusedAlsoWithoutAChecksum(String text, String instead, String message) {
        String changed = withoutChecksum().replaceFirst(text, instead);

        assertThat(changed).isNotEqualTo(withoutChecksum());
        assertThatThrownBy(() -> CODEC.decode(changed))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    @Test
    void resultsFromBeforeTheFirstReleaseAreRefused() {
        String first = withoutChecksum().replaceFirst("\"schemaVersion\" : 2", "\"schemaVersion\" : 1");

        assertThatThrownBy(() -> CODEC.decode(first))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("run it again");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"null", "[]", "''", "{", "1"})
    void whatIsNoResultIsRefused(String text) {
        assertThatThrownBy(() -> CODEC.decode(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("not a result file");
    }
}
