package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.testkit.shared.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Several client machines with one command: both are this one, entered by a real ssh server. Agents' ports are the same for all tests. */
@Tag("server")
@Execution(ExecutionMode.SAME_THREAD)
class ClientsIT {

    @TempDir
    private static Path folder;

    private static Path there;
    private static SshServer server;

    @BeforeAll
    static void startServer() throws Exception {
        Assumptions.assumeTrue(SshServer.isInstalled(), "needs an ssh server");
        there = Files.createDirectories(folder.resolve("there"));
        // A quarter of the bytes to copy.
        HarnessProcess.link(
                HarnessProcess.builtJar().resolveSibling("harness-slim.jar"), folder.resolve("harness.jar"));
        server = SshServer.start(folder, there);
        String client = System.getProperty("user.name") + "@127.0.0.1:" + server.port();
        Files.writeString(folder.resolve("near.yaml"), """
                name: near
                subjects:
                  a:
                    provider: existing
                    target: "sim:service=1ms,time=real"
                    client: ["%s", "%s"]
                    client-key: "%s"
                """.formatted(client, client, server.key()));
        HarnessProcess up = harness("provision", "up", "near.yaml");
        assertThat(up.exitCode()).as(up.errors()).isZero();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private static HarnessProcess harness(String... words) throws IOException {
        return HarnessProcess.start(folder, words);
    }

    private static List<String> keys(Path there) throws IOException {
        try (Stream<Path> files = Files.walk(there)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".p12"))
                    .toList();
        }
    }

    private static HarnessProcess run(String out, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("provision", "run", "near.yaml", "a", "--out", out, "--"));
        all.addAll(List.of("sysbench", "point-select"));
        all.addAll(List.of(words));
        return harness(all.toArray(String[]::new));
    }

    @Tag("nightly")
    @Test
    void oneCommandSendsItsLoadFromAllClientsAndHasOneResult() throws Exception {
        HarnessProcess run = run("whole", "--rate", "200/s", "--users", "8", "--warmup", "0s", "--duration", "2s");

        assertThat(run.exitCode()).as(run.errors() + run.output()).isIn(0, 12);
        JsonNode result = run.result("whole");
        assertThat(result.get("totals").get("intended").asLong()).isEqualTo(400);
        assertThat(result.get("agents"))
                .hasSize(2)
                .allSatisfy(agent -> assertThat(agent.get("completed").asLong()).isPositive());
        assertThat(HarnessProcess.processesUnder(there.resolve("dbharness"))).isEmpty();
        assertThat(keys(there)).isEmpty();
    }

    @Test
    void aKilledCommandTakesItsAgentsAndTheirKeyAlong() throws Exception {
        HarnessProcess run = run("killed", "--users", "2", "--rate", "50/s", "--duration", "10m");
        run.awaitSeconds("there/dbharness/results/killed", 1);
        List<ProcessHandle> all = HarnessProcess.processesUnder(there.resolve("dbharness"));
        assertThat(keys(there)).hasSize(2);

        run.kill();

        for (ProcessHandle one : all) {
            one.onExit().get(1, TimeUnit.MINUTES);
        }
        assertThat(keys(there)).isEmpty();
    }
}
