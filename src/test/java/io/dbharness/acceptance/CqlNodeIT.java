package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.CassandraServer;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands against the Cassandra node of the build, each in a keyspace of its own. */
class CqlNodeIT {

    private static final Pattern CONTACT = Pattern.compile("cassandra://([0-9.]+):([0-9]+)/.*");

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final TargetSpec server = CassandraServer.address();

    private String[] words(String keyspace, String line) {
        String there = server.url().replace("/dbharness?", "/" + keyspace + "?");
        return TpccIT.with(line.split(" "), "--target", there, "--consistency", "quorum");
    }

    /** For what an operator types into cqlsh, with the patience of one; opened before a run, as that takes a while. */
    private CqlSession operator() {
        Matcher contact = CONTACT.matcher(server.url());
        assertThat(contact.matches()).isTrue();
        return CqlSession.builder()
                .addContactPoint(new InetSocketAddress(contact.group(1), Integer.parseInt(contact.group(2))))
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
                        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ZERO)
                        .build())
                .build();
    }

    private static JsonNode check(JsonNode result, String name, String when) {
        return StreamSupport.stream(result.get("checks").spliterator(), false)
                .filter(check -> check.get("name").asText().equals(name)
                        && check.get("when").asText().equals(when))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + result.get("checks")));
    }

    @Test
    void aTableThatIsDroppedDuringTheRunMakesItInvalid() throws Exception {
        HarnessThread harness;
        try (CqlSession operator = operator()) {
            harness = HarnessThread.start(
                    folder,
                    words("dropping", "cql mixed --rows 100 --rate 100/s --warmup 0s --duration 8s --out dropping"));
            harness.awaitSeconds("dropping", 1);

            operator.execute("DROP TABLE dropping.standard1");
        }

        Outcome outcome = harness.outcome();
        assertThat(outcome.exitCode()).as(outcome.errors()).isEqualTo(12);
        JsonNode result = HarnessProcess.result(folder.resolve("dropping"), outcome.errors());
        assertThat(result.get("totals").get("failed").asLong()).isPositive();
        assertThat(HarnessProcess.codes(result)).contains("ERRORS", "DATA_MISMATCH");
        // Asked of the node by JMX, which takes seconds on a busy machine.
        assertThat(result.get("server").get("series").toString()).contains("pendingCompactions");
        assertThat(check(result, "read-back", "after").get("passed").asBoolean())
                .isFalse();
        assertThat(outcome.output()).startsWith("INVALID");
    }

    @Test
    void aFilledNodeIsSearchedForTheConcurrencyOfAMedianThatNobodyKeeps() throws Exception {
        try (CqlSession operator = operator()) {
            // Of an earlier try: a filled table is not filled again.
            operator.execute("DROP KEYSPACE IF EXISTS filled");
        }
        Outcome search = CommandRunner.run(
                folder,
                words(
                        "filled",
                        "cql mixed --payload medium --fill 8MB --warmup 0s --duration 3s --search-over outstanding --search p50<=1us"
                                + " --guard server.pendingCompactions<=20 --out search"));

        assertThat(search.exitCode()).as(search.errors()).isIn(0, 12);
        assertThat(search.errors()).contains("unit=MiB on each node");
        assertThat(search.output())
                .contains("outstanding with p50<=1us while server.pendingCompactions<=20: target not attainable (1: ");
        assertThat(Files.readString(folder.resolve("search/report.html"))).contains("<svg");
        JsonNode run = HarnessProcess.result(folder.resolve("search/run-001"), search.errors());
        assertThat(check(run, "compactions", "before").get("detail").asText()).contains("quiet after");
        String fill = check(run, "fill", "before").get("detail").asText();
        String rows = fill.substring(0, fill.indexOf(' '));
        assertThat(check(run, "rows", "before").get("detail").asText())
                .isEqualTo(rows + " of " + rows + " rows, read at QUORUM: all equal");
    }

    @Test
    void aClassicLineFillsATableAndAnotherReadsIt() throws Exception {
        Matcher contact = CONTACT.matcher(server.url());
        assertThat(contact.matches()).isTrue();
        String rest =
                " no-warmup cl=QUORUM -pop seq=1..300 -rate threads=8 -schema keyspace=classic -mode native cql3 -log level=verbose -node "
                        + contact.group(1) + " -port native=" + contact.group(2) + " --out ";
        Outcome write = CommandRunner.run(folder, ("cassandra-stress write n=300" + rest + "written").split(" "));
        assertThat(write.exitCode()).as(write.errors()).isIn(0, 12);
        assertThat(write.errors())
                .contains("java -jar harness.jar cql write --until 300", "--population 'seq(1..300)'")
                .contains("note: '-log level=verbose': all is in the directory of --out");
        try (CqlSession operator = operator()) {
            assertThat(operator.execute("SELECT count(*) FROM classic.standard1")
                            .one()
                            .getLong(0))
                    .isEqualTo(300);
            assertThat(operator.execute("SELECT \"C4\" FROM classic.standard1 WHERE key = 0x30503337373039503231")
                            .one())
                    .isNotNull();
        }

        Outcome read = CommandRunner.run(folder, ("cassandra-stress read n=300" + rest + "read").split(" "));
        assertThat(read.exitCode()).as(read.errors()).isIn(0, 12);
        JsonNode totals =
                HarnessProcess.result(folder.resolve("read"), read.errors()).get("totals");
        assertThat(totals.get("failed").asLong()).isZero();
        assertThat(totals.get("completed").asLong()).isGreaterThanOrEqualTo(300);
    }
}
