package com.example.h2;

import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.jdbc.dialect.ServerAddress;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import org.h2.Driver;

/** {@code jdbc:h2:} addresses. */
final class H2Driver implements JdbcDriver {

    private static final String SCHEME = "jdbc:h2:";

    private record Address(String place) implements ServerAddress {

        @Override
        public String product() {
            return "H2";
        }

        @Override
        public String advice(SQLException failure) {
            return "check the address, --user and --password";
        }
    }

    @Override
    public boolean accepts(String jdbcUrl) {
        return jdbcUrl.startsWith(SCHEME);
    }

    @Override
    public String form() {
        return "jdbc:h2:FILE";
    }

    @Override
    public void check(TargetSpec spec, Problems problems) {
        boolean memory = spec.url().startsWith(SCHEME + "mem:");
        problems.require(
                !memory || spec.url().toUpperCase(Locale.ROOT).contains(";DB_CLOSE_DELAY=-1"),
                "a database in memory goes with its last connection; add ;DB_CLOSE_DELAY=-1 to the address");
    }

    @Override
    public Connection connect(TargetSpec spec, ConnectionUse use) {
        Properties properties = new Properties();
        spec.user().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        return new Address(spec.url()).connect(new Driver(), spec, properties);
    }

    @Override
    public ServerProduct product(Connection connection) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        return new ServerProduct(
                server.getDatabaseProductName(), server.getDatabaseProductVersion(), server.getDatabaseProductName());
    }
}
