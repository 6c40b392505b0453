package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.embedded.ChildProcess;
import io.dbharness.testkit.SourceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four agents, their coordinator and a server, each in a network of its own, as on six machines. The script makes the networks and ends
 * with 0 when the agents' accounts and histograms are the coordinator's, the checks hold and all loads began together.
 */
@Isolated("the networks have fixed names")
@Tag("nightly")
class AgentNetworksIT {

    private static final Path SCRIPT = SourceTree.path("harness/bench/side-by-side/agents.py");

    private static final String TPCC =
            " -- tpcc --warehouses 4 --think-time none --connections 8 --warmup 2s --duration ";

    @TempDir
    private Path folder;

    @BeforeAll
    static void onlyWhereNetworksCanBeMade() {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root makes networks");
        assumeTrue(
                Stream.of("ip", "python3", "setpriv", "postgres").allMatch(ChildProcess::exists),
                "needs ip, python3, setpriv and PostgreSQL's own commands on the PATH");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--server postgresql" + TPCC + "8s",
                "--server postgresql --arrivals -- sysbench point-select --rate 2000/s --users 32 --warmup 2s --duration 8s",
                "--server cassandra -- cql mixed --rate 200/s --rows 3000 --users 32 --warmup 2s --duration 8s",
                "--server postgresql --delay 25 --jitter 10 --loss 1" + TPCC + "8s",
            })
    void theAgentsAccountsAndHistogramsAreTheCoordinators(String options) throws Exception {
        agents(options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kill", "stop", "cut"})
    void anAgentThatIsGoneIsNamedAndNothingIsCountedTwice(String fault) throws Exception {
        // On a busy machine the coordinator has written the fifth second, when the fault comes, only ten seconds later.
        assertThat(agents("--server postgresql --fault agent:" + fault + TPCC + "30s"))
                .contains("AGENT_LOST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kill", "stop", "cut"})
    void withoutTheirCoordinatorNoAgentSendsLoadAfterTenSeconds(String fault) throws Exception {
        assertThat(agents("--server postgresql --fault coordinator:" + fault + TPCC + "30s"))
                .contains("sessions of the load at the server after 10 s: 0");
    }

    /** What the script says; fails when it does not end with 0. */
    private String agents(String options) throws Exception {
        List<String> command = new ArrayList<>(List.of("python3", SCRIPT.toString()));
        command.add("java -jar " + HarnessProcess.builtJar().toRealPath());
        command.addAll(List.of(options.split(" ")));
        Path said = folder.resolve("said.txt");
        Process script = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        if (!script.waitFor(5, TimeUnit.MINUTES)) {
            // On SIGTERM the script takes its servers and networks away.
            script.destroy();
            script.waitFor();
            throw new AssertionError("still running after 5 minutes\n" + Files.readString(said));
        }
        assertThat(script.exitValue()).as(Files.readString(said)).isZero();
        return Files.readString(said);
    }
}
