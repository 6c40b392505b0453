package io.dbharness.mysql;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.MariadbServer;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/** Gives tests the build's MariaDB as a parameter of this type. */
record Mariadb() {

    /** For {@code @EnabledIf}. */
    static boolean isInstalled() {
        return MariadbServer.isInstalled();
    }

    /** A target in a database of its own, made if need be. */
    JdbcTarget target(String database) {
        return target(database, "", Map.of());
    }

    JdbcTarget target(String database, String parameters, Map<String, String> options) {
        TargetSpec at = address(database);
        return new JdbcTargetProvider()
                .open(new TargetSpec(at.url() + parameters, at.user(), at.password(), at.dataDir(), options));
    }

    /** Returns the address of a database of this name, made if need be. */
    static TargetSpec address(String database) {
        return BuildServer.mariadb(database);
    }

    /** {@code @ExtendWith} this to get the server. */
    static final class Given extends TypeBasedParameterResolver<Mariadb> {

        @Override
        public Mariadb resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return new Mariadb();
        }
    }
}
