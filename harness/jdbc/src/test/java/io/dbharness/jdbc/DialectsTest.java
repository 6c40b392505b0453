package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.jdbc.dialect.pg.PgDriver;
import io.dbharness.model.Caveat;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What servers say of themselves, and the dialect that they get. A real server stands in for others by a {@code version()} of its own. */
@ExtendWith(PostgresqlServer.Given.class)
class DialectsTest {

    private final PostgresqlServer server;
    private final Dialects dialects = Dialects.onClassPath();

    DialectsTest(PostgresqlServer server) {
        this.server = server;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            PostgreSQL 18.1 on x86_64-pc-linux-gnu, compiled by gcc 13.2.0, 64-bit                             | - | postgresql | -
            PostgreSQL 15.3 (Debian 15.3-1.pgdg120+1) on x86_64-pc-linux-gnu, compiled by gcc 12.2.0, 64-bit   | - | postgresql | -
            PostgreSQL 16.1, compiled by Visual C++ build 1937, 64-bit                                         | - | postgresql | -
            PostgreSQL 19beta1 on aarch64-unknown-linux-gnu, compiled by gcc, 64-bit                           | - | postgresql | -
            PostgreSQL 15.2-YB-2025.1.0.1-b3 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit  | - | yugabytedb | -
            PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 15.0.7, 64-bit    | - | yugabytedb | -
            CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27 01:53:43, go1.19.10)               | - | postgresql | CockroachDB
            PostgreSQL 15.4 on x86_64-pc-linux-gnu, compiled by gcc 9.5.0, 64-bit                              | aurora_version | postgresql | Aurora PostgreSQL
            PostgreSQL 16.2 on x86_64-pc-linux-gnu, compiled by gcc 12.2.0, 64-bit                             | citus_version | postgresql | Citus
            PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.38698         | - | postgresql | PostgreSQL
            PostgreSQL 12.12 (Greenplum Database 7.0.0 build c) on x86_64, compiled by gcc, 64-bit             | - | postgresql | PostgreSQL
            """)
    void whatAServerSaysDecides(String text, String function, String dialect, String unknown) {
        ServerProduct product =
                PgDriver.product(text, Optional.ofNullable(function).orElse(""));

        for (String address : List.of("jdbc:postgresql://h/d", "jdbc:yugabytedb://h/d")) {
            Dialect ofAddress = dialects.ofAddress(address).orElseThrow();
            Dialects.Choice choice = dialects.choose(ofAddress, product);
            assertThat(choice.unknown().map(ServerProduct::name)).isEqualTo(Optional.ofNullable(unknown));
            assertThat(choice.dialect().name()).isEqualTo(unknown == null ? dialect : ofAddress.name());
            assertThat(choice.dialect().driver()).isSameAs(ofAddress.driver());
        }
    }

    @Test
    void sqlServersRelativesAreToldByTheirProtocol() {
        Dialect ofAddress = dialects.ofAddress("jdbc:sqlserver://h").orElseThrow();

        assertThat(dialects.choose(ofAddress, new ServerProduct("Microsoft SQL Server", "16", "Microsoft SQL Server")))
                .isEqualTo(new Dialects.Choice(ofAddress, Optional.empty()));
        assertThat(dialects.choose(ofAddress, new ServerProduct("Tsunami", "1", "Tsunami"))
                        .unknown())
                .isPresent();
    }

    @Test
    void postgresqlIsAskedAndFoundToBeItself() {
        try (JdbcTarget target = server.target()) {
            assertThat(target.dialect().name()).isEqualTo("postgresql");
            assertThat(target.info().settings()).containsEntry("dialect", "postgresql");
        }
    }

    @Test
    void yugabytedbBehindAnAddressOfPostgresqlGetsItsOwnDialect() throws SQLException {
        try (JdbcTarget target = standIn("PostgreSQL 15.2-YB-2025.1.0.1-b3 on x86_64, compiled by clang, 64-bit")) {
            assertThat(target.dialect().name()).isEqualTo("yugabytedb");
            assertThat(target.info().product()).isEqualTo("YugabyteDB");
            target.jdbi().useHandle(handle -> handle.execute("CREATE TABLE copied (id integer)"));
            try (Connection connection = target.openConnection();
                    RowSink sink = target.dialect().bulkLoader().open(connection, "copied", List.of("id"))) {
                sink.add(7).endRow();
                assertThat(sink.finish()).isEqualTo(1);
            }
        }
    }

    @Test
    void anUnknownProductIsUsedAsTheNearestOneAndTheResultSaysSo() {
        try (JdbcTarget target = standIn("CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27)")) {
            TargetInfo info = target.info();

            assertThat(target.dialect().name()).isEqualTo("postgresql");
            assertThat(info.product()).isEqualTo("CockroachDB");
            assertThat(info.version()).isEqualTo("23.1.11");
            assertThat(info.settings().get("dialect.note")).contains("CockroachDB", "used as postgresql");
            assertThat(info.caveats()).extracting(Caveat::code).containsExactly("NEAREST_DIALECT");
        }
    }

    /** A target whose server answers so to {@code version()}. */
    private JdbcTarget standIn(String version) {
        try (JdbcTarget plain = server.target()) {
            plain.jdbi().useHandle(handle -> {
                handle.execute("DROP SCHEMA IF EXISTS other_product CASCADE");
                handle.execute("CREATE SCHEMA other_product");
                handle.execute("CREATE FUNCTION other_product.version() RETURNS text LANGUAGE sql AS $$ SELECT '"
                        + version + "' $$");
            });
        }
        TargetSpec at = server.address();
        return new JdbcTargetProvider()
                .open(new TargetSpec(
                        at.url() + "?currentSchema=other_product,pg_catalog",
                        at.user(),
                        at.password(),
                        Optional.empty(),
                        Map.of()));
    }
}
