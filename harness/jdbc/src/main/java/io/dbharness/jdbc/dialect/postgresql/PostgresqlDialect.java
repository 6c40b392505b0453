package io.dbharness.jdbc.dialect.postgresql;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.Isolation;
import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.jdbc.dialect.Pooling;
import io.dbharness.jdbc.dialect.RowSink.BulkLoader;
import io.dbharness.jdbc.dialect.pg.CopyRowSink;
import io.dbharness.jdbc.dialect.pg.PgAdvice;
import io.dbharness.jdbc.dialect.pg.PgDriver;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Needs;
import io.dbharness.sut.ServerProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/** PostgreSQL. Stateless. */
public record PostgresqlDialect(PgDriver driver) implements Dialect {

    /**
     * The version text of PostgreSQL, also as packaged by distributions. Compatible products add their name in the parentheses or after the
     * number of bits.
     */
    private static final Pattern VERSION = Pattern.compile(
            "PostgreSQL \\d[\\w.]*( \\((?!.*(Database|Server))[^)]*\\))?( on .*)?, compiled by .*, \\d+-bit");

    /** The first version whose catalogue distinguishes functions from procedures. */
    private static final int OLDEST = 11;

    private static final int NEWEST = 18;

    /** Settings without which a crash can lose or corrupt committed transactions. */
    private static final List<String> DURABILITY = List.of("fsync", "full_page_writes", "synchronous_commit");

    /** The longer queries; their text is in {@code jdbc/facts}. */
    private enum Question {
        SETTINGS,
        CHANGED,
        COLLATION
    }

    /** For {@link java.util.ServiceLoader}. */
    public PostgresqlDialect() {
        this(Pgjdbc.driver());
    }

    @Override
    public List<String> lineage() {
        return List.of("postgresql", "ansi");
    }

    @Override
    public Dialect through(JdbcDriver other) {
        return new PostgresqlDialect(PgDriver.of(other));
    }

    @Override
    public boolean recognises(ServerProduct product) {
        return product.name().equals("PostgreSQL")
                && VERSION.matcher(product.text()).matches();
    }

    @Override
    public void endSessions(Connection session) throws SQLException {
        PgDriver.endSessions(session);
    }

    @Override
    public FailureKind classify(SQLException failure) {
        return PgDriver.FAILURES.classify(failure);
    }

    @Override
    public List<String> refusals(ServerProduct product, Connection connection, Isolation isolation) {
        return product.name().equals("PostgreSQL") && product.isBefore(OLDEST, 0)
                ? List.of("PostgreSQL " + product.version() + " is too old; this tool needs " + OLDEST + " or later")
                : List.of();
    }

    @Override
    public Pooling pooling(Connection connection, Supplier<Connection> another) throws SQLException {
        return driver.pooling(connection, another);
    }

    @Override
    public Optional<String> advice(SQLException failure, String user) {
        return PgAdvice.of(failure, user);
    }

    @Override
    public List<String> transactionSettings() {
        return PgDriver.transactionSettings();
    }

    @Override
    public List<Finding> limits(Handle handle, Needs needs) {
        return PgDriver.limits(handle, needs);
    }

    @Override
    public Optional<String> epochSeconds() {
        return Optional.of(PgDriver.EPOCH_SECONDS);
    }

    @Override
    public BulkLoader bulkLoader() {
        return (connection, table, columns) -> CopyRowSink.open(driver, connection, table, columns, "");
    }

    @Override
    public ServerProbe probe(Supplier<Connection> connections) {
        return new PostgresqlProbe(connections);
    }

    /** Queries the settings of server and driver that affect the results of a benchmark. */
    @Override
    public ServerFacts facts(Handle handle) {
        SqlCatalog<Question> sql =
                SqlCatalog.load(Question.class, PostgresqlDialect.class, "jdbc/facts", List.of("postgresql"));
        Map<String, String> settings = driver.settings(handle, sql.sql(Question.CHANGED));
        settings.putAll(driver.settings(handle, sql.sql(Question.SETTINGS)));
        settings.put("database.collation", text(handle, sql.sql(Question.COLLATION)));
        settings.put("database.bytes", text(handle, "SELECT pg_database_size(current_database())"));
        settings.put("version.full", text(handle, "SELECT version()"));
        String version = text(handle, "SHOW server_version");
        List<Caveat> caveats = new ArrayList<>(caveats(settings));
        new ServerProduct("PostgreSQL", version, version).newerThan(NEWEST).ifPresent(caveats::add);
        return new ServerFacts("PostgreSQL", version, settings, caveats);
    }

    static List<Caveat> caveats(Map<String, String> settings) {
        return DURABILITY.stream()
                .filter(name -> "off".equals(settings.get(name)))
                .map(name -> Caveat.suspect(
                        "NOT_DURABLE",
                        name + " is off: a crash can lose transactions that this run counts as committed"))
                .toList();
    }

    private static String text(Handle handle, String sql) {
        return handle.createQuery(sql).mapTo(String.class).one();
    }
}
