package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Meter;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metrics.DefaultSessionMetric;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a row is on the way between the driver and a real node. */
@Tag("server")
@Timeout(300)
class CompressionTest {

    private static final int ROWS = 100;
    private static final String TEXT = "the same again ".repeat(1_000);
    private static final long BYTES = (long) ROWS * TEXT.length();

    @TempDir
    Path directory;

    /**
     * What the driver counted.
     *
     * @param sent     by the client
     * @param received by the client
     */
    private record Traffic(long sent, long received) {

        static Traffic of(CqlSession driver) {
            return new Traffic(
                    count(driver, DefaultSessionMetric.BYTES_SENT), count(driver, DefaultSessionMetric.BYTES_RECEIVED));
        }

        private static long count(CqlSession driver, DefaultSessionMetric metric) {
            return driver.getMetrics()
                    .orElseThrow()
                    .<Meter>getSessionMetric(metric)
                    .orElseThrow()
                    .getCount();
        }
    }

    private CqlTarget open(String protocol, String compression) throws IOException {
        Path counting = Files.writeString(
                directory.resolve("counting.conf"),
                "datastax-java-driver { advanced.metrics.session.enabled = [bytes-sent, bytes-received] }");
        return new CqlTargetProvider()
                .open(TargetSpec.of(TestNode.shared().urlWithoutJmx("compressed") + "&protocol=" + protocol
                        + "&compression=" + compression + "&driver-conf="
                        + URLEncoder.encode(counting.toString(), StandardCharsets.UTF_8)));
    }

    private Traffic ofRows(String protocol, String compression) throws IOException {
        try (CqlTarget target = open(protocol, compression)) {
            assertThat(target.info().settings())
                    .containsEntry("protocol", protocol)
                    .containsEntry("driver.compression", compression);
            CqlSession driver = target.driver();
            driver.execute("CREATE KEYSPACE IF NOT EXISTS compressed WITH replication ="
                    + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
            driver.execute("CREATE TABLE IF NOT EXISTS compressed.texts (number int PRIMARY KEY, text text)");
            PreparedStatement insert = driver.prepare("INSERT INTO compressed.texts (number, text) VALUES (?, ?)");
            PreparedStatement select = driver.prepare("SELECT text FROM compressed.texts WHERE number = ?");
            for (int number = 0; number < ROWS; number++) {
                driver.execute(insert.bind(number, TEXT));
                assertThat(driver.execute(select.bind(number)).one().getString(0))
                        .isEqualTo(TEXT);
            }
            return Traffic.of(driver);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"V4", "V5"})
    void rowsTravelCompressedInBothDirectionsAndArriveWhole(String protocol) throws IOException {
        Traffic plain = ofRows(protocol, "none");
        Traffic compressed = ofRows(protocol, "lz4");

        assertThat(plain.sent()).isGreaterThan(BYTES);
        assertThat(plain.received()).isGreaterThan(BYTES);
        // What else is sent, such as the schema, is there both times and small.
        assertThat(compressed.sent()).isLessThan(BYTES / 5);
        assertThat(compressed.received()).isLessThan(BYTES / 5);
    }
}
