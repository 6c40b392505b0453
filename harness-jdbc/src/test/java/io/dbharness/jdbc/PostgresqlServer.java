package io.dbharness.jdbc;

import io.dbharness.target.RunningServer;
import io.dbharness.target.ServerProvider;
import io.dbharness.target.TargetSpec;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests a real PostgreSQL, one for all classes of a test run, as a parameter of this type. */
public final class PostgresqlServer implements AutoCloseable {

    private final RunningServer server;

    private PostgresqlServer(RunningServer server) {
        this.server = server;
    }

    /** Where it is and how to enter as a superuser. */
    public TargetSpec address() {
        return server.address();
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

    @Override
    public void close() {
        server.close();
    }

    /** {@code @ExtendWith} this to get the server. */
    public static final class Given implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == PostgresqlServer.class;
        }

        @Override
        public PostgresqlServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(Namespace.create(PostgresqlServer.class))
                    .getOrComputeIfAbsent("server", key -> start(), PostgresqlServer.class);
        }

        private static PostgresqlServer start() {
            TargetSpec wanted = TargetSpec.of("embedded:postgresql");
            return ServiceLoader.load(ServerProvider.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(provider -> provider.accepts(wanted.url()))
                    .findFirst()
                    .map(provider -> new PostgresqlServer(provider.start(wanted)))
                    .orElseThrow();
        }
    }
}
