package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The smaller jar: a PostgreSQL of its own, everything that goes over a network, and a sentence for what it lacks. */
@Tag("server")
class SlimJarIT {

    private static final Path SLIM = Path.of(System.getProperty("harness.jar", "../cli/target/harness.jar"))
            .resolveSibling("harness-slim.jar");
    private static final long MOST_BYTES = 35_000_000;

    @TempDir
    private Path folder;

    @BeforeEach
    void putItIn() throws IOException {
        Files.createSymbolicLink(
                folder.resolve("harness.jar"), SLIM.toAbsolutePath().normalize());
    }

    private void assertRefused(String what, String... arguments) throws Exception {
        HarnessProcess harness = HarnessProcess.run(folder, arguments);

        assertThat(harness.errors())
                .contains("harness-slim.jar comes without " + what + "; use harness.jar, which has everything")
                .doesNotContain("\tat ", "Exception", "NoClassDefFoundError");
        assertThat(harness.exitCode()).isEqualTo(2);
    }

    @Test
    void itHasAtMost35Megabytes() throws IOException {
        assertThat(Files.size(SLIM)).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    void itRunsTpccOnItsOwnPostgresql() throws Exception {
        HarnessProcess harness = HarnessProcess.start(
                folder,
                "tpcc",
                "--rows-percent",
                "1",
                "--think-time",
                "none",
                "--connections",
                "2",
                "--warmup",
                "0s",
                "--until",
                "100",
                "--out",
                "out");

        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        assertThat(harness.result("out").get("totals").get("completed").asLong())
                .isPositive();
    }

    @Test
    void whatItLacksIsToldWithTheJarThatHasIt() throws Exception {
        assertRefused("what tests Cassandra", "cql", "write");
        Files.writeString(folder.resolve("machines.yaml"), """
                name: machines
                azure:
                  region: westeurope
                subjects:
                  client:
                    provider: azure
                    vm: Standard_D4s_v5
                """);
        assertRefused("the libraries of Azure", "provision", "plan", "machines.yaml");
    }

    @Tag("nightly")
    @Test
    void whatServersItLacksIsToldToo() throws Exception {
        assertRefused("the embedded Cassandra", "tpcc", "--target", "embedded:cassandra");
        assertRefused("servers in containers", "tpcc", "--target", "container:postgres:16");
    }
}
