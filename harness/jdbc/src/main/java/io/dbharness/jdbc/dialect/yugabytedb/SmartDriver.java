package io.dbharness.jdbc.dialect.yugabytedb;

import com.yugabyte.Driver;
import com.yugabyte.PGConnection;
import com.yugabyte.copy.CopyIn;
import com.yugabyte.util.DriverInfo;
import io.dbharness.jdbc.dialect.DriverJar;
import io.dbharness.jdbc.dialect.pg.CopyRowSink.CopyStream;
import io.dbharness.jdbc.dialect.pg.PgDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Calls classes that only YugabyteDB's smart driver has. Stateless. */
final class SmartDriver implements PgDriver.Calls {

    private static final DriverJar JAR = new DriverJar("com.yugabyte:jdbc-yugabytedb", "com/yugabyte/Driver.class");

    static PgDriver driver() {
        return new PgDriver("YugabyteDB", "jdbc:yugabytedb:", JAR, new SmartDriver());
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
