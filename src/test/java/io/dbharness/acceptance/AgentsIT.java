package io.dbharness.acceptance;

import static io.dbharness.acceptance.TpccIT.assertSound;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.embedded.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Three agents, a process each, as a user starts them; most commands that give them work run in this JVM. One after the other, because an
 * agent serves one run at a time.
 */
@Tag("server")
@ExtendWith(OneWarehouse.Given.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Execution(ExecutionMode.SAME_THREAD)
class AgentsIT {

    private static final int AGENTS = 3;
    /** A target that answers late enough for a few requests a second to be all of the load. */
    private static final String SLOW = "sim:service=20ms,time=real";

    @TempDir
    static Path folder;

    private final List<HarnessProcess> agents = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();
    private final FreePorts ports = new FreePorts(RandomGenerator.getDefault());

    @BeforeAll
    void startAgents() throws Exception {
        Outcome key = CommandRunner.run(folder, "agent", "key", "--out", "agents.p12");
        assertThat(key.exitCode()).as(key.errors()).isZero();
        for (int i = 0; i < AGENTS; i++) {
            addresses.add("127.0.0.1:" + ports.next(List.of(FreePorts.loopback(1))));
        }
        for (int i = 0; i < AGENTS; i++) {
            agents.add(startAgent(i));
        }
    }

    private HarnessProcess startAgent(int index) throws IOException {
        return HarnessProcess.start(
                Files.createDirectories(folder.resolve("agent-" + index)),
                "agent",
                "--bind",
                addresses.get(index),
                "--join",
                String.join(",", addresses),
                "--key",
                key());
    }

    private static String key() {
        return "file:" + folder.resolve("agents.p12");
    }

    @AfterAll
    void stopAgents() throws InterruptedException {
        for (HarnessProcess agent : agents) {
            agent.kill();
        }
    }

    private HarnessProcess start(String name, int count, String... command) throws IOException {
        return HarnessProcess.start(own(name), words(count, command));
    }

    private Outcome run(String name, int count, String... command) throws IOException {
        return CommandRunner.run(own(name), words(count, command));
    }

    private String[] words(int count, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("--agents", Integer.toString(count), "--bind", "127.0.0.1:0"));
        words.addAll(List.of("--join", String.join(",", addresses), "--key", key(), "--out", "result"));
        return words.toArray(String[]::new);
    }

    private static Path own(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    private static JsonNode result(String name, Outcome run) throws IOException {
        return HarnessProcess.result(folder.resolve(name).resolve("result"), run.errors());
    }

    private static List<JsonNode> agentsOf(JsonNode result) {
        return StreamSupport.stream(result.get("agents").spliterator(), false).toList();
    }

    private static long sum(JsonNode result, String what) {
        return agentsOf(result).stream()
                .mapToLong(agent -> agent.get(what).asLong())
                .sum();
    }

    @Test
    @Order(1)
    void transactionsOfAllAgentsAreOneResultWhoseChecksHold(OneWarehouse loaded) throws Exception {
        Path data = own("data");
        loaded.copyTo(data);
        Outcome run = run(
                "tpcc",
                AGENTS,
                "tpcc",
                "--warehouses",
                "1",
                "--rows-percent",
                "1",
                "--data-dir",
                data.toString(),
                "--think-time",
                "none",
                "--connections",
                "4",
                "--reconnect",
                "10",
                "--warmup",
                "0s",
                "--until",
                "300");

        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        JsonNode result = result("tpcc", run);
        assertSound(result);
        assertThat(result.get("checks"))
                .isNotEmpty()
                .allMatch(check -> check.get("passed").asBoolean());
        assertThat(agentsOf(result))
                .hasSize(AGENTS)
                .allSatisfy(agent -> assertThat(agent.get("completed").asLong()).isPositive());
        assertThat(result.get("steps"))
                .anySatisfy(step -> assertThat(step.get("name").asText()).isEqualTo("connect"));
        assertThat(sum(result, "started"))
                .isEqualTo(result.get("totals").get("started").asLong());
        assertThat(sum(result, "completed"))
                .isEqualTo(result.get("totals").get("completed").asLong());
    }

    @Test
    @Order(2)
    void allAgentsLoadAndWhatAKilledOneHasNotLoadedIsThereAllTheSame() throws Exception {
        Path place = own("load");
        CompletableFuture<Outcome> loading = CompletableFuture.supplyAsync(() -> CommandRunner.run(
                place,
                words(
                        AGENTS,
                        "tpcc",
                        "--warehouses",
                        "6",
                        "--rows-percent",
                        "10",
                        "--data-dir",
                        place.resolve("data").toString(),
                        "--load",
                        "only")));
        agents.get(2).awaitText("loading part ");
        agents.get(2).kill();

        Outcome load = loading.get(4, TimeUnit.MINUTES);
        assertThat(load.exitCode()).as(load.errors()).isZero();
        assertThat(load.errors())
                .contains("agent " + addresses.get(2) + " is lost; what it has not loaded is loaded from here")
                .contains("the data are there: TPC-C with 6 warehouses");
        agents.get(0).awaitText("this agent's slice of the load");
        agents.set(2, startAgent(2));
        agents.get(2).awaitText("waits for work");
    }

    @Test
    @Order(3)
    void anEvenRateIsDividedAndMergedPartsAreTheWhole() throws Exception {
        Outcome run = run(
                "rate",
                AGENTS,
                "sysbench",
                "point-select",
                "--target",
                "sim:service=1ms,time=real",
                "--rate",
                "400/s",
                "--users",
                "32",
                "--warmup",
                "0s",
                "--duration",
                "2s",
                "--verbose");

        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        JsonNode result = result("rate", run);
        assertThat(result.get("totals").get("intended").asLong()).isEqualTo(800);
        // Before the merge, whose output takes the place of this.
        assertThat(run.output()).contains(addresses.get(0));
        List<String> merge = new ArrayList<>(List.of("merge"));
        addresses.forEach(address -> merge.add("result/agents/" + address.replace(':', '-')));
        merge.addAll(List.of("--as", "clients", "--out", "merged"));
        Outcome merged = CommandRunner.run(folder.resolve("rate"), merge.toArray(String[]::new));
        assertThat(merged.exitCode()).as(merged.errors()).isIn(0, 12);
        JsonNode whole = HarnessProcess.result(folder.resolve("rate/merged"), merged.errors());
        assertThat(whole.get("totals")).isEqualTo(result.get("totals"));
        assertThat(whole.findValuesAsText("histogram"))
                .containsSequence(result.get("operations").findValuesAsText("histogram"));
    }

    @Test
    @Order(4)
    void theSweepsOfAStudyGoOverAllAgents() throws Exception {
        Path own = own("study");
        Files.writeString(own.resolve("study.yaml"), """
                experiment: latencies
                title: Two numbers of connections
                subject: target
                subjects:
                  slow: {label: Slow, options: {target: "sim:service=8ms,time=real"}}
                options: {agents: 3, bind: "127.0.0.1:0", join: "%s", key: "%s", warmup: 0s, duration: 1s}
                workloads:
                  reads: {command: sysbench point-select, options: {sweep: "connections=4,8"}}
                tables:
                  - {id: reads, kind: metrics, rows: [{label: Throughput, expr: throughput}]}
                """.formatted(String.join(",", addresses), key()));

        Outcome study = CommandRunner.run(own, "experiment", "run", "study.yaml", "--out", "all");

        assertThat(study.exitCode()).as(study.errors()).isIn(0, 12);
        try (Stream<Path> files = Files.walk(own)) {
            List<Path> parts = files.filter(file ->
                            file.endsWith("result.json") && file.toString().contains("agents"))
                    .toList();
            assertThat(parts).hasSize(2 * AGENTS);
        }
    }

    @Test
    @Order(5)
    void anAgentThatIsKilledIsNamedAndTheOthersGoOn() throws Exception {
        HarnessThread thread = HarnessThread.start(
                own("killed"),
                words(
                        AGENTS,
                        "sysbench",
                        "point-select",
                        "--target",
                        SLOW,
                        "--connections",
                        "8",
                        "--warmup",
                        "0s",
                        "--duration",
                        "9s"));
        thread.awaitSeconds("result", 1);
        agents.get(2).kill();

        Outcome run = thread.outcome();
        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        JsonNode result = result("killed", run);
        assertThat(HarnessProcess.codes(result)).contains("AGENT_LOST").doesNotContain("ACCOUNTING");
        assertThat(run.output()).contains("agent " + addresses.get(2) + " was lost");
        assertThat(agentsOf(result))
                .filteredOn(agent -> !agent.get("lost").asText().isEmpty())
                .singleElement()
                .satisfies(lost -> assertThat(lost.get("name").asText()).isEqualTo(addresses.get(2)));
    }

    @Test
    @Order(6)
    void withoutItsCoordinatorAnAgentStopsAndKeepsItsPart() throws Exception {
        HarnessProcess run = start(
                "alone",
                2,
                "sysbench",
                "point-select",
                "--target",
                SLOW,
                "--connections",
                "6",
                "--warmup",
                "0s",
                "--duration",
                "10m");
        run.awaitSeconds("result", 1);
        run.kill();

        agents.get(0).awaitText("the coordinator is gone, so the load is stopped");
        agents.get(1).awaitText("the coordinator is gone, so the load is stopped");
        Outcome next = run(
                "next",
                2,
                "sysbench",
                "point-select",
                "--target",
                SLOW,
                "--connections",
                "6",
                "--until",
                "150",
                "--warmup",
                "0s");
        assertThat(next.exitCode()).as(next.errors()).isIn(0, 12);
        assertThat(result("next", next).get("totals").get("completed").asLong()).isEqualTo(150);
    }

    @Test
    @Order(7)
    void aStrangerIsRefusedAndNamed() throws Exception {
        Path own = own("stranger");
        assertThat(CommandRunner.run(own, "agent", "key", "--out", "other.p12").exitCode())
                .isZero();

        HarnessProcess stranger = HarnessProcess.start(
                own,
                "agent",
                "--bind",
                "127.0.0.1:" + ports.next(List.of(FreePorts.loopback(1))),
                "--join",
                addresses.get(0),
                "--key",
                "file:" + own.resolve("other.p12"));

        stranger.awaitText("its key is another than the one of these agents");
        stranger.awaitText("waits for work, 1 in the group");
        stranger.kill();
        agents.get(0).awaitText("failed accepting connection from peer");
    }

    @Test
    @Order(8)
    void agentsLeaveWhenTheyAreTold() throws Exception {
        Outcome stop = CommandRunner.run(
                own("stop"),
                "agent",
                "stop",
                "--bind",
                "127.0.0.1:0",
                "--join",
                String.join(",", addresses),
                "--key",
                key());

        assertThat(stop.exitCode()).as(stop.errors()).isZero();
        assertThat(stop.output()).contains("2 agents have left");
        assertThat(agents.get(0).exitCode()).isZero();
    }

    @Test
    void whatIsWrongIsToldTogether() throws Exception {
        Outcome run =
                CommandRunner.run(own("wrong"), "tpcc", "--agents", "4", "--connections", "2", "--join", "nowhere");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors())
                .contains("--agents needs --bind", "--agents needs --key", "--join must be addresses")
                .contains("--connections 2 cannot be divided among 4 agents");
    }
}
