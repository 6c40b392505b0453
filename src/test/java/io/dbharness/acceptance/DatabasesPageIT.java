package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.SourceTree;
import io.dbharness.testkit.shared.BuildServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The SQL of docs/databases.md, executed in order with other names; its accounts then load, run, check and drop. */
class DatabasesPageIT {

    private static final Path PAGE = SourceTree.path("docs", "databases.md");
    private static final Pattern IN_DATABASE = Pattern.compile("-- In (?:any|the) database ?(\\w*)\\n((?s:.*))");
    private static final String[] LOAD = {"insert-delete", "load", "--initial-data", "3730B"};

    @TempDir
    private Path folder;

    private static List<Matcher> blocks(String product) throws IOException {
        List<Matcher> blocks = PageBlock.of(PAGE).stream()
                .filter(block ->
                        block.section().equals(product) && block.language().equals("sql"))
                .map(block -> IN_DATABASE.matcher(block.text()))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(3).allMatch(Matcher::matches);
        return blocks;
    }

    /** The page's names would meet those of other tests on the build's servers. */
    private static String renamed(String sql) {
        return sql.replaceAll("\\b(bench|existing|runner)\\b", "page_$1");
    }

    private static TargetSpec at(TargetSpec server, String database) {
        return new TargetSpec(
                server.url().replaceFirst("/[^/]*$", "/" + database),
                server.user(),
                server.password(),
                Optional.empty(),
                server.options());
    }

    private static TargetSpec as(TargetSpec server, String address, String account) {
        return new TargetSpec(
                server.url().replaceFirst("/[^/]*$", "/" + address),
                Optional.of(account),
                Optional.of(Secret.of("change-me")),
                Optional.empty(),
                server.options());
    }

    private static void execute(TargetSpec server, String script) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        server.url(),
                        server.user().orElseThrow(),
                        server.password().map(Secret::reveal).orElse(""));
                Statement statement = connection.createStatement()) {
            for (String sql : script.split(";\\s*", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }

    private static void execute(TargetSpec server, Matcher block) throws SQLException {
        TargetSpec place = block.group(1).isEmpty() ? server : at(server, renamed(block.group(1)));
        execute(place, renamed(block.group(2)));
    }

    private void works(TargetSpec account, String... words) {
        Outcome outcome = CommandRunner.run(folder, account, words);
        assertThat(outcome.exitCode()).as(outcome.errors() + outcome.output()).isZero();
    }

    private void runs(TargetSpec account, String out) {
        works(
                account,
                ("insert-delete --initial-data 3730B --load never --connections 2 --warmup 0s --until 20 --out " + out)
                        .split(" "));
        works(account, "insert-delete", "check", "--initial-data", "3730B");
    }

    private void passesThePreflight(TargetSpec account, String... options) throws IOException {
        String[] words = ("doctor --quick --json --connections 8 " + String.join(" ", options))
                .strip()
                .split(" ");
        Outcome doctor = CommandRunner.run(folder, account, words);
        assertThat(doctor.exitCode()).as(doctor.errors() + doctor.output()).isZero();
        assertThat(new ObjectMapper()
                        .readTree(doctor.output())
                        .path("preflight")
                        .findValuesAsText("verdict"))
                .hasSizeGreaterThan(8)
                .doesNotContain("REFUSED");
    }

    @Test
    void postgresqlIsSetUpAsThePageSays() throws Exception {
        TargetSpec existing = BuildServer.postgresql("page_existing");
        TargetSpec server = at(existing, "postgres");
        List<Matcher> blocks = blocks("PostgreSQL");
        TargetSpec bench = as(server, "page_bench", "page_bench");
        try {
            execute(server, blocks.get(0));
            passesThePreflight(bench);
            works(bench, LOAD);
            for (Matcher block : blocks.subList(1, blocks.size())) {
                execute(server, block);
            }
            TargetSpec runner = as(server, "page_bench", "page_runner");
            passesThePreflight(runner, "--access", "write");
            runs(runner, "runner");
            works(bench, "insert-delete", "drop", "--initial-data", "3730B");
            works(as(server, "page_existing?currentSchema=page_bench", "page_bench"), LOAD);
        } finally {
            execute(
                    server,
                    "DROP DATABASE IF EXISTS page_bench WITH (FORCE); DROP DATABASE page_existing WITH (FORCE);"
                            + " DROP ROLE IF EXISTS page_runner; DROP ROLE IF EXISTS page_bench");
        }
    }

    @Test
    @EnabledIf(
            value = "io.dbharness.testkit.shared.MariadbServer#isInstalled",
            disabledReason = "mariadb-server is not installed")
    void mariadbIsSetUpAsThePageSays() throws Exception {
        TargetSpec server = at(BuildServer.mariadb("page_other"), "mysql");
        TargetSpec bench = as(server, "page_bench", "page_bench");
        try {
            for (Matcher block : blocks("MariaDB and MySQL")) {
                execute(server, block);
            }
            passesThePreflight(bench);
            works(bench, LOAD);
            TargetSpec runner = as(server, "page_bench", "page_runner");
            passesThePreflight(runner, "--access", "write");
            runs(runner, "runner");
            works(bench, "insert-delete", "drop", "--initial-data", "3730B");
        } finally {
            execute(
                    server,
                    "SET GLOBAL max_prepared_stmt_count = DEFAULT; DROP DATABASE IF EXISTS page_bench;"
                            + " DROP USER IF EXISTS page_bench; DROP USER IF EXISTS page_runner");
        }
    }
}
