package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A hot standby of an embedded PostgreSQL, fed by streaming replication: a copy of the running server's files, served by its own programs.
 *
 * @param process of the standby
 * @param url     where it answers, to the primary's user and password
 */
record Standby(Process process, String url) {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Starts one beside the primary's data directory, and waits until it has what the primary has. */
    static Standby of(RunningServer primary) throws Exception {
        TargetSpec address = primary.address();
        try (Connection connection = connect(address.url(), address);
                Statement statement = connection.createStatement()) {
            Path data = Path.of(one(statement, "SHOW data_directory"));
            Path copy = data.resolveSibling("standby");
            Files.writeString(
                    Path.of(one(statement, "SHOW hba_file")),
                    "\nhost replication all 127.0.0.1/32 scram-sha-256\n",
                    StandardOpenOption.APPEND);
            one(statement, "SELECT pg_reload_conf()");
            one(statement, "SELECT pg_backup_start('standby', true)");
            run("cp", "-a", data.toString(), copy.toString());
            String label = one(statement, "SELECT labelfile FROM pg_backup_stop(false)");
            Files.delete(copy.resolve("postmaster.pid"));
            Files.writeString(copy.resolve("backup_label"), label);
            Files.writeString(copy.resolve("standby.signal"), "");
            String port = String.valueOf(port(address.url()));
            Files.writeString(
                    copy.resolve("postgresql.auto.conf"),
                    "primary_conninfo = 'host=127.0.0.1 port=" + port + " user="
                            + address.user().orElseThrow() + " password="
                            + address.password().orElseThrow().reveal() + "'\n",
                    StandardOpenOption.APPEND);
            for (String made : List.of("backup_label", "standby.signal")) {
                run("chown", "--reference=" + copy, copy.resolve(made).toString());
            }
            return start(primary, data, copy, one(statement, "SELECT pg_current_wal_lsn()"));
        }
    }

    private static Standby start(RunningServer primary, Path data, Path copy, String position) throws Exception {
        TargetSpec address = primary.address();
        String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
        String own = String.valueOf(LoopbackPort.draw());
        List<String> words = new ArrayList<>(identity(pid));
        String primaryPort = String.valueOf(port(address.url()));
        Arrays.stream(Files.readString(Path.of("/proc", pid, "cmdline")).split("\0"))
                .map(word -> word.equals(data.toString()) ? copy.toString() : word)
                .map(word -> word.equals(primaryPort) ? own : word)
                .forEach(words::add);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(copy.resolve("standby.log").toFile())
                .start();
        Standby standby = new Standby(process, address.url().replace(":" + primaryPort + "/", ":" + own + "/"));
        boolean ready = new Polling(new SystemClock())
                .until(PATIENCE, () -> !process.isAlive() || standby.hasReplayed(address, position));
        assertThat(ready && process.isAlive())
                .as(Files.readString(copy.resolve("standby.log")))
                .isTrue();
        return standby;
    }

    private boolean hasReplayed(TargetSpec address, String position) {
        try (Connection connection = connect(url, address);
                Statement statement = connection.createStatement()) {
            return one(
                            statement,
                            "SELECT pg_is_in_recovery() AND EXISTS (SELECT FROM pg_stat_wal_receiver) AND"
                                    + " pg_last_wal_replay_lsn() >= '" + position + "'")
                    .equals("t");
        } catch (SQLException e) {
            // It is still starting.
            return false;
        }
    }

    /** As whom the primary runs: PostgreSQL refuses to be root. */
    private static List<String> identity(String pid) throws IOException {
        int own = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        int other = (Integer) Files.getAttribute(Path.of("/proc", pid), "unix:uid");
        if (own != other) {
            return List.of("setpriv", "--reuid", "" + other, "--regid", "" + other, "--clear-groups");
        }
        return own == 0 ? List.of("unshare", "-U") : List.of();
    }

    private static int port(String url) {
        return URI.create(url.substring("jdbc:".length())).getPort();
    }

    private static Connection connect(String url, TargetSpec address) throws SQLException {
        return DriverManager.getConnection(
                url,
                address.user().orElseThrow(),
                address.password().orElseThrow().reveal());
    }

    private static String one(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }

    private static void run(String... words) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor())
                .as(String.join(" ", words))
                .isZero();
    }

    /** Ends its sessions and itself. */
    void stop() throws IOException, InterruptedException {
        run("kill", "-INT", String.valueOf(process.pid()));
        process.waitFor();
    }
}
