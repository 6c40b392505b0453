package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.testkit.shared.CassandraServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ready workloads as a newcomer types them in an empty folder, at their own sizes, on the embedded servers. */
class ReadyWorkloadsIT {

    @TempDir
    private Path folder;

    private void run(String name) throws Exception {
        run(name, "--warmup", "5s", "--duration", "20s");
    }

    private void run(String name, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(name.split(" ")));
        command.addAll(List.of(options));
        command.addAll(List.of("--out", "out"));

        Outcome harness = CommandRunner.run(folder, command.toArray(String[]::new));

        JsonNode result = HarnessProcess.onlyResult(folder, harness.errors());
        assertThat(result.get("totals").get("failed").asLong())
                .as(harness.errors() + harness.output())
                .isZero();
        assertThat(StreamSupport.stream(result.get("checks").spliterator(), false))
                .as("%s", result.get("checks"))
                .isNotEmpty()
                .allMatch(check -> check.get("passed").asBoolean());
        assertThat(result.get("verdict").asText()).isNotEqualTo("INVALID");
    }

    /** In every build one on the node that tests share. */
    @Test
    void oneRunsOnACassandraOfTheUsers() throws Exception {
        String there = CassandraServer.address().url().replace("/dbharness?", "/ready?");

        run("cql lwt", "--target", there, "--keyspace", "ready", "--warmup", "0s", "--until", "300");
    }

    @Tag("nightly")
    @ResourceLock("cassandra")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cql kv",
                "cql timeseries",
                "cql counters",
                "cql sets",
                "cql lwt",
                "cql tombstones",
                "cql large-partitions",
                "cql ycsb-a",
                "cql ycsb-b",
                "cql ycsb-c",
                "cql ycsb-d",
                "cql ycsb-e",
                "cql ycsb-f"
            })
    void eachRunsOnTheEmbeddedCassandra(String name) throws Exception {
        run(name);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"sql ycsb-a", "sql ycsb-b", "sql ycsb-c", "sql ycsb-d", "sql ycsb-e", "sql ycsb-f"})
    void eachRunsOnTheEmbeddedPostgresql(String name) throws Exception {
        run(name);
    }
}
