package io.dbharness.sysbench;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.Shared;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/** Gives tests a real PostgreSQL as a parameter of this type, one for all classes of a test run. Data sets are kept apart by schemas. */
public final class SysbenchTestDatabase implements AutoCloseable {

    private final TargetSpec address;

    private SysbenchTestDatabase(TargetSpec address) {
        this.address = address;
    }

    /** A target whose sessions see one schema, made if need be. */
    public JdbcTarget target(String schema, String... driverOptions) {
        TargetSpec at = address;
        try (JdbcTarget plain = open(at.url(), at)) {
            plain.jdbi().useHandle(handle -> handle.execute("CREATE SCHEMA IF NOT EXISTS " + schema));
        }
        return open(
                at.url() + (at.url().contains("?") ? "&" : "?") + "currentSchema=" + schema
                        + Arrays.stream(driverOptions)
                                .map(option -> "&" + option)
                                .collect(Collectors.joining()),
                at);
    }

    /** Tables with the definitions and rows that sysbench 1.0.20 makes with its defaults, but fewer rows. */
    public static void asSysbenchMakesThem(JdbcTarget target, int tables, int rows) {
        target.jdbi().useHandle(handle -> {
            for (int n = 1; n <= tables; n++) {
                handle.execute(
                        "CREATE TABLE sbtest" + n + "(id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT ''"
                                + " NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id))");
                handle.execute("INSERT INTO sbtest" + n + "(k, c, pad) SELECT g, 'c', 'pad' FROM generate_series(1, "
                        + rows + ") g");
                handle.execute("CREATE INDEX k_" + n + " ON sbtest" + n + "(k)");
            }
        });
    }

    /** What a query of one value returns. */
    public static <T> T one(JdbcTarget target, Class<T> type, String sql) {
        return target.jdbi().withHandle(handle -> handle.select(sql).mapTo(type).one());
    }

    /** What a query of one column of texts returns. */
    public static List<String> texts(JdbcTarget target, String sql) {
        return target.jdbi()
                .withHandle(handle -> handle.select(sql).mapTo(String.class).list());
    }

    private static JdbcTarget open(String url, TargetSpec at) {
        TargetSpec spec = new TargetSpec(url, at.user(), at.password(), Optional.empty(), Map.of());
        return (JdbcTarget) ServiceLoader.load(TargetProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.accepts(url))
                .findFirst()
                .orElseThrow()
                .open(spec);
    }

    @Override
    public void close() {
        // The build's server outlives this module.
    }

    /** {@code @ExtendWith} this to get the database. */
    public static final class Given extends TypeBasedParameterResolver<SysbenchTestDatabase> {

        @Override
        public SysbenchTestDatabase resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return Shared.fixture(
                    context,
                    SysbenchTestDatabase.class,
                    () -> new SysbenchTestDatabase(BuildServer.postgresql("sysbench")));
        }
    }
}
