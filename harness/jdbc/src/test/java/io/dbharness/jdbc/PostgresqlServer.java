package io.dbharness.jdbc;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.Shared;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/** Gives tests a real PostgreSQL, one for all classes of a test run, as a parameter of this type. */
public final class PostgresqlServer implements AutoCloseable {

    private final RunningServer server;
    private final TargetSpec forSmartDriver;

    private PostgresqlServer(RunningServer server) {
        this.server = server;
        this.forSmartDriver = BuildServer.forSmartDriver(server.address());
    }

    /** Where it is and how to enter as a superuser. */
    public TargetSpec address() {
        return server.address();
    }

    /** How YugabyteDB's driver enters as a superuser. */
    public TargetSpec forSmartDriver() {
        return forSmartDriver;
    }

    /** A target with default options. */
    public JdbcTarget target() {
        return target(Map.of());
    }

    public JdbcTarget target(Map<String, String> options) {
        TargetSpec at = address();
        return new JdbcTargetProvider()
                .open(new TargetSpec(at.url(), at.user(), at.password(), Optional.empty(), options));
    }

    /** Makes a database, and a target there, for a test that counts sessions: test classes share the usual one. */
    public JdbcTarget targetOn(String database) {
        TargetSpec at = address();
        try (JdbcTarget usual = target()) {
            run(usual, List.of("DROP DATABASE IF EXISTS " + database + " WITH (FORCE)", "CREATE DATABASE " + database));
        }
        return new JdbcTargetProvider()
                .open(new TargetSpec(
                        at.url().replaceFirst("/[^/]*$", "/" + database),
                        at.user(),
                        at.password(),
                        Optional.empty(),
                        Map.of()));
    }

    /** Runs the statements one by one, each committed for itself. */
    public static void run(JdbcTarget target, List<String> statements) {
        target.jdbi().useHandle(handle -> statements.forEach(handle::execute));
    }

    @Override
    public void close() {
        server.close();
    }

    /** {@code @ExtendWith} this to get the server. */
    public static final class Given extends TypeBasedParameterResolver<PostgresqlServer> {

        @Override
        public PostgresqlServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return Shared.fixture(
                    context, PostgresqlServer.class, () -> new PostgresqlServer(Shared.startPostgresql()));
        }
    }
}
