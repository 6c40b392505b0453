package io.dbharness.jdbc.dialect.postgresql;

import io.dbharness.jdbc.dialect.DriverJar;
import io.dbharness.jdbc.dialect.pg.CopyRowSink.CopyStream;
import io.dbharness.jdbc.dialect.pg.PgDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.util.DriverInfo;

/** Calls classes that only pgjdbc has. Stateless. */
final class Pgjdbc implements PgDriver.Calls {

    private static final DriverJar JAR = new DriverJar("org.postgresql:postgresql", "org/postgresql/Driver.class");

    static PgDriver driver() {
        return new PgDriver("PostgreSQL", "jdbc:postgresql:", JAR, new Pgjdbc());
    }

    @Override
    public Driver jdbc() {
        return new Driver();
    }

    @Override
    public @Nullable Properties parse(String url) {
        return Driver.parseURL(url, new Properties());
    }

    @Override
    public int backend(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID();
    }

    @Override
    public CopyStream copy(Connection connection, String sql) throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
        return new CopyStream(copy::writeToCopy, copy::endCopy, copy::cancelCopy, copy::isActive);
    }

    @Override
    public Map<String, String> settings(Connection connection) throws SQLException {
        PGConnection driver = connection.unwrap(PGConnection.class);
        return Map.of(
                "driver.version", DriverInfo.DRIVER_FULL_NAME,
                "driver.prepareThreshold", Integer.toString(driver.getPrepareThreshold()),
                "driver.preferQueryMode", driver.getPreferQueryMode().value(),
                "driver.autosave", driver.getAutosave().value());
    }
}
