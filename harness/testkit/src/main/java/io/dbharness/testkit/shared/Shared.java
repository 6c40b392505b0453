package io.dbharness.testkit.shared;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetSpec;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Shares fixtures among all test classes of a JVM. */
public final class Shared {

    /** The usual 4,096 hashes for each connection would take longer than most tests. */
    static final TargetSpec POSTGRESQL = new TargetSpec(
            "embedded:postgresql",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of("setting.scram_iterations", "1"));

    private Shared() {}

    /** Returns the fixture of this type: started by the first test that asks, closed after the last test of the JVM. */
    public static <T extends AutoCloseable> T fixture(ExtensionContext context, Class<T> type, Supplier<T> start) {
        return context.getRoot()
                .getStore(Namespace.create(type))
                .getOrComputeIfAbsent("fixture", key -> start.get(), type);
    }

    /** Starts the server that the harness starts for such a URL, as {@code embedded:postgresql}. */
    public static RunningServer startServer(TargetSpec wanted) {
        return ServiceLoader.load(ServerProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.accepts(wanted.url()))
                .findFirst()
                .orElseThrow()
                .start(wanted);
    }

    /** Starts a temporary PostgreSQL with default settings, but for {@link #POSTGRESQL}. */
    public static RunningServer startPostgresql() {
        return startServer(POSTGRESQL);
    }
}
