package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.Pgbouncer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server is compared with the needs of a command before the command creates anything there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PreflightIT {

    private static final String ROLE = "examined";
    private static final String PASSWORD = "plain";

    private final TargetSpec owner = BuildServer.postgresql("preflight");
    private final JdbcTarget admin = new JdbcTargetProvider().open(owner);

    @TempDir
    private Path folder;

    @BeforeEach
    void makeRole() {
        run(
                "CREATE ROLE " + ROLE + " LOGIN PASSWORD '" + PASSWORD + "'",
                "GRANT CREATE ON SCHEMA public TO " + ROLE,
                "ALTER DATABASE preflight CONNECTION LIMIT -1");
    }

    @AfterEach
    void nothingWasCreated() {
        long relations = admin.jdbi()
                .withHandle(handle -> handle.select(
                                "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace")
                        .mapTo(Long.class)
                        .one());
        run("DROP OWNED BY " + ROLE + " CASCADE", "DROP ROLE " + ROLE);
        assertThat(relations).isZero();
    }

    @AfterAll
    void close() {
        admin.close();
    }

    private void run(String... statements) {
        admin.jdbi().useHandle(handle -> List.of(statements).forEach(handle::execute));
    }

    private TargetSpec at(String url) {
        return new TargetSpec(url, Optional.of(ROLE), Optional.of(Secret.of(PASSWORD)), Optional.empty(), Map.of());
    }

    private Outcome doctor(TargetSpec target, String... options) {
        List<String> words = new ArrayList<>(List.of("doctor", "--quick", "--json"));
        words.addAll(List.of(options));
        return CommandRunner.run(folder, target, words.toArray(String[]::new));
    }

    private static List<JsonNode> findings(Outcome doctor) throws IOException {
        JsonNode preflight = new ObjectMapper().readTree(doctor.output()).path("preflight");
        return StreamSupport.stream(preflight.spliterator(), false).toList();
    }

    private static List<String> texts(List<JsonNode> findings, String field) {
        return findings.stream().map(finding -> finding.path(field).asText()).toList();
    }

    @Test
    void aServerThatSuitsHasALineForEachNeed() throws Exception {
        Outcome doctor = doctor(at(owner.url()), "--connections", "5");

        List<JsonNode> findings = findings(doctor);
        assertThat(doctor.exitCode()).as(doctor.output()).isZero();
        assertThat(texts(findings, "what"))
                .containsExactly(
                        "server",
                        "pooler",
                        "isolation",
                        "durability",
                        "role",
                        "replication",
                        "connections",
                        "timeouts",
                        "settings",
                        "extensions",
                        "rights",
                        "clock");
        assertThat(texts(findings, "found"))
                .contains("none found", "read-committed", ROLE, "primary", "none", "no obstacle")
                .anyMatch(found -> found.startsWith("PostgreSQL 1"))
                .anyMatch(found -> found.startsWith("synchronous_commit is off: a crash can lose transactions"))
                .anyMatch(found -> found.startsWith("the server's is "));
        assertThat(findings.stream()
                        .filter(finding -> !finding.path("verdict").asText().equals("OK")))
                .extracting(finding -> finding.path("what").asText())
                .isSubsetOf("durability", "connections");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER ROLE examined CONNECTION LIMIT 6 | connections | REFUSED | ALTER ROLE examined CONNECTION LIMIT 7",
                "ALTER DATABASE preflight CONNECTION LIMIT 6 | connections | REFUSED | ALTER DATABASE preflight CONNECTION LIMIT 7",
                "REVOKE CREATE ON SCHEMA public FROM examined | rights | REFUSED | GRANT CREATE ON SCHEMA public TO examined",
                "ALTER ROLE examined SET default_transaction_read_only = on | rights | REFUSED | SET default_transaction_read_only = off",
                "ALTER ROLE examined SET statement_timeout = '10s' | statement_timeout | CAUTION | SET statement_timeout = 0",
                "ALTER ROLE examined SET lock_timeout = '10s' | lock_timeout | CAUTION | SET lock_timeout = 0",
                "ALTER ROLE examined SET idle_session_timeout = '10s' | idle_session_timeout | CAUTION | SET idle_session_timeout = 0",
            })
    void aServerThatDoesNotSuitIsNamedWithTheStatementThatMendsIt(
            String statement, String what, String verdict, String mend) throws Exception {
        run(statement);

        Outcome doctor = doctor(at(owner.url()), "--connections", "7");

        assertThat(findings(doctor))
                .filteredOn(finding -> finding.path("what").asText().equals(what))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.path("verdict").asText()).isEqualTo(verdict);
                    assertThat(finding.path("mend").asText()).contains(mend);
                });
        assertThat(doctor.exitCode()).isEqualTo(verdict.equals("REFUSED") ? 2 : 0);
    }

    @Test
    void connectionsBeyondTheServersLimitNameTheSetting() {
        Outcome doctor = CommandRunner.run(
                folder, at(owner.url()), "doctor", "--quick", "--access", "read", "--connections", "5000");

        assertThat(doctor.exitCode()).isEqualTo(2);
        assertThat(doctor.output())
                .contains("Preflight of the target")
                .containsPattern("connections +refused +\\d+ at most, \\d+ in use; needed: 5000")
                .contains("ALTER SYSTEM SET", "max_connections = 5010 and restart the server");
    }

    @Test
    void whatACommandDoesNotNeedIsNoObstacle() {
        run("REVOKE CREATE ON SCHEMA public FROM " + ROLE);

        assertThat(doctor(at(owner.url()), "--access", "write").exitCode()).isZero();
    }

    @Test
    void aRunIsRefusedBeforeItLoads() throws Exception {
        run("ALTER ROLE " + ROLE + " CONNECTION LIMIT 6");

        Outcome refused = CommandRunner.run(
                folder,
                at(owner.url()),
                "insert-delete",
                "--initial-data",
                "37.3KB",
                "--connections",
                "7",
                "--out",
                "refused");

        assertThat(refused.exitCode()).as(refused.errors()).isEqualTo(2);
        assertThat(refused.errors())
                .contains("connections: 6 at most", "needed: 7; run ALTER ROLE " + ROLE + " CONNECTION LIMIT 7")
                .doesNotContain("loading");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsOnly("password");
        }
    }

    @Test
    @EnabledIf(
            value = "io.dbharness.testkit.shared.Pgbouncer#isInstalled",
            disabledReason = "pgbouncer is not installed")
    void poolersAreFound() throws Exception {
        try (Pgbouncer pooler = Pgbouncer.start(owner, "transaction")) {
            Outcome doctor = doctor(pooler.address());

            assertThat(doctor.exitCode()).isZero();
            assertThat(texts(findings(doctor), "found"))
                    .anyMatch(found -> found.startsWith("a pooler in transaction mode is in between"));
        }
        try (Pgbouncer pooler = Pgbouncer.start(owner, "statement")) {
            Outcome doctor = doctor(pooler.address());

            assertThat(doctor.exitCode()).isEqualTo(2);
            assertThat(texts(findings(doctor), "found"))
                    .singleElement()
                    .asString()
                    .contains("a pooler in statement mode");
        }
    }
}
