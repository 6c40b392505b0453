package io.dbharness.embedded.postgresql;

import io.dbharness.embedded.ServerHome.ScratchFolder;
import io.dbharness.embedded.Starter;
import io.dbharness.embedded.UserCache;
import io.dbharness.embedded.postgresql.Postmaster.PostmasterFile;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shared parts of the tests with a real server: one copy of the programs for the module, and a client of the server. */
final class TestServers {

    private TestServers() {}

    static EmbeddedPostgresProvider provider(Path cache, Path scratch) {
        return provider(new SystemClock(), cache, scratch);
    }

    static EmbeddedPostgresProvider provider(RunClock clock, Path cache, Path scratch) {
        return new EmbeddedPostgresProvider(new Starter(
                clock, new SecureRandom(), new UserCache(List.of(cache)), new ScratchFolder(List.of(scratch))));
    }

    static EmbeddedPostgresProvider provider(Path scratch) {
        return provider(TestFolders.cache(), scratch);
    }

    static TargetSpec temporary() {
        return TargetSpec.of(EmbeddedPostgresProvider.URL);
    }

    static TargetSpec kept(Path directory) {
        return new TargetSpec(
                EmbeddedPostgresProvider.URL, Optional.empty(), Optional.empty(), Optional.of(directory), Map.of());
    }

    static Connection connect(TargetSpec address) throws SQLException {
        return connect(address, address.password().map(Secret::reveal).orElse(""));
    }

    static Connection connect(TargetSpec address, String password) throws SQLException {
        return DriverManager.getConnection(address.url(), address.user().orElseThrow(), password);
    }

    static void execute(TargetSpec address, String sql) throws SQLException {
        try (Connection connection = connect(address);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String query(TargetSpec address, String sql) throws SQLException {
        try (Connection connection = connect(address);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    static int port(TargetSpec address) {
        String url = address.url();
        return Integer.parseInt(url.substring(url.lastIndexOf(':') + 1, url.lastIndexOf('/')));
    }

    static long serverProcess(Path data) throws IOException {
        return PostmasterFile.read(data).orElseThrow().pid();
    }

    static boolean isGone(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .isEmpty();
    }
}
