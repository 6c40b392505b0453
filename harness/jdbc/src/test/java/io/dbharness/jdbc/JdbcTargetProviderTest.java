package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcTargetProvider.JdbcUrl;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcTargetProviderTest {

    private static final String URL = "jdbc:postgresql://db.example:5433/bench";

    private final JdbcTargetProvider provider = new JdbcTargetProvider();

    @Test
    void itIsFoundAsAService() {
        assertThat(ServiceLoader.load(TargetProvider.class)).hasAtLeastOneElementOfType(JdbcTargetProvider.class);
    }

    @Test
    void itAcceptsOnlyProductsWithADialect() {
        assertThat(provider.accepts(URL)).isTrue();
        assertThat(provider.accepts("jdbc:oracle:thin:@db:1521")).isFalse();
        assertThat(provider.accepts("cassandra://db/ks")).isFalse();
    }

    @Test
    void sessionsOfPostgresqlChooseASchema() {
        assertThat(provider.separate(URL, "s_1")).contains(URL + "?currentSchema=s_1");
        assertThat(provider.separate("jdbc:yugabytedb://h/db?load-balance=true", "s_1"))
                .contains("jdbc:yugabytedb://h/db?load-balance=true&currentSchema=s_1");
        assertThat(provider.separate("jdbc:sqlserver://h;databaseName=x", "s_1"))
                .isEmpty();
    }

    @Test
    void openingATargetOpensNoConnection() {
        try (JdbcTarget target = provider.open(TargetSpec.of("jdbc:postgresql://no.such.host.invalid/bench"))) {
            assertThat(target.usableBytes()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                URL + "?password=s3cr3t",
                URL + "?ssl=true&PASSWORD=s3cr3t",
                URL + "?sslpassword=s3cr3t",
                "jdbc:postgresql:bench?user=me&password=s3cr3t",
                "jdbc:postgresql://me:s3cr3t@db.example/bench",
                "jdbc:postgresql://me:s3cr3t/with/slashes@db.example/bench",
                "jdbc:postgresql://s3cr3t@db.example",
                "jdbc:yugabytedb://me:s3cr3t@db.example:5433/bench?load-balance=true",
                "jdbc:sqlserver://db.example;databaseName=bench;user=sa;password=s3cr3t",
                "jdbc:sqlserver://db.example;trustStorePassword={s3cr3t}",
            })
    void aPasswordInTheAddressIsRefusedAndNotRepeated(String url) {
        assertThatThrownBy(() -> provider.open(TargetSpec.of(url)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--password env:NAME")
                .hasMessageNotContaining("s3cr3t");
    }

    @Test
    void allProblemsAreReportedTogether() {
        TargetSpec spec = new TargetSpec(
                "jdbc:postgresql://db.example:99999/bench",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("isolation", "chaos", "usableBytes", "plenty", "dialect", "klingon"));

        assertThatThrownBy(() -> provider.open(spec))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "jdbc:postgresql://db.example:99999/bench",
                        "'chaos' is not one of: read-committed, repeatable-read, serializable",
                        "usableBytes 'plenty'",
                        "dialect 'klingon' is not one of: postgresql, sqlserver, yugabytedb");
    }

    @Test
    void twoDifferentUsersAreAProblem() {
        TargetSpec spec = TargetSpec.of(URL + "?user=alice").withCredentials("bob", Secret.of("x"));

        assertThatThrownBy(() -> provider.open(spec))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("'alice'", "'bob'");
    }

    @Test
    void usableBytesComeFromWhoeverKnowsThem() {
        TargetSpec spec = new TargetSpec(
                URL,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("usableBytes", "5000000000", "connections", "600"));

        try (JdbcTarget target = provider.open(spec)) {
            assertThat(target.usableBytes()).hasValue(5_000_000_000L);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/d?user=me, jdbc:postgresql://h/d",
        "jdbc:postgresql://h/d?user=me&sslmode=require, jdbc:postgresql://h/d?sslmode=require",
        "jdbc:postgresql://h/d?sslmode=require&user=me, jdbc:postgresql://h/d?sslmode=require",
        "jdbc:postgresql://h/d?a=1&user=me&b=2, jdbc:postgresql://h/d?a=1&b=2",
        "jdbc:postgresql://h/user, jdbc:postgresql://h/user",
        "jdbc:sqlserver://h;user=me;databaseName=d, jdbc:sqlserver://h;databaseName=d",
    })
    void theAddressInAResultNamesNoUser(String url, String expected) {
        assertThat(JdbcUrl.withoutUser(url)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/d, postgresql",
        "jdbc:yugabytedb://h:5433/d?load-balance=true&topology-keys=a.b.c, yugabytedb",
        "jdbc:sqlserver://h:1433;databaseName=d, sqlserver",
    })
    void theAddressTellsTheDriver(String url, String dialect) {
        assertThat(Dialects.onClassPath().ofAddress(url)).map(Dialect::name).hasValue(dialect);
    }

    @Test
    void snapshotIsolationIsOfferedWhereThereIsSuchALevel() {
        provider.open(isolated("jdbc:sqlserver://h:1433;databaseName=d")).close();

        assertThatThrownBy(() -> provider.open(isolated(URL)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'snapshot' is not one of: read-committed, repeatable-read, serializable");
    }

    private static TargetSpec isolated(String url) {
        return new TargetSpec(
                url, Optional.empty(), Optional.empty(), Optional.empty(), Map.of("isolation", "snapshot"));
    }
}
