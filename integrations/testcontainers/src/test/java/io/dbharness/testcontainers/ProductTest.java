package io.dbharness.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testcontainers.Product.Recipe;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProductTest {

    private final ContainerServerProvider provider = new ContainerServerProvider();

    @ParameterizedTest
    @CsvSource({
        "postgres:16, POSTGRESQL",
        "docker.io/library/postgres:17-alpine, POSTGRESQL",
        "yugabytedb/yugabyte:2024.2.0.0-b145, YUGABYTEDB",
        "mcr.microsoft.com/mssql/server:2022-latest, SQLSERVER",
        "mariadb:10.11, MARIADB",
        "mysql:8.4, MYSQL",
        "cassandra:5.0, CASSANDRA"
    })
    void isKnownByItsImage(String image, Product product) {
        assertThat(Product.of(image)).contains(product);
    }

    @ParameterizedTest
    @EnumSource(Product.class)
    void saysHowItIsReachedAndWhenItIsReady(Product product) {
        Recipe recipe = product.recipe(50, "secret");

        assertThat(recipe.url()).contains(Recipe.ADDRESS).doesNotContain("secret");
        assertThat(recipe.ready().strategy()).isNotNull();
        assertThat(Product.named(product.word())).contains(product);
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, -c|work_mem=1MB", "MARIADB, --work_mem=1MB", "MYSQL, --work_mem=1MB"})
    void settingsOfTheServerAreWordsOfItsCommand(Product product, String words) {
        assertThat(product.recipe(50, "secret")
                        .with(Map.of("work_mem", "1MB"), product)
                        .command())
                .containsSubsequence(words.split("[|]"));
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, postgres|-c|max_connections=50|-c|shared_buffers=1GB|-c|work_mem=1MB",
        "MARIADB, mariadbd|--max-connections=50|--shared_buffers=1GB|--work_mem=1MB"
    })
    void theCommandHasTheConnectionsAndEverySettingOfTheSpecification(Product product, String words) {
        TargetSpec spec = new TargetSpec(
                "container:" + product.word() + "=image",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("connections", "40", "setting.work_mem", "1MB", "setting.shared_buffers", "1GB"));

        assertThat(ContainerServerProvider.recipe(product, spec, "secret").command())
                .containsExactly(words.split("[|]"));
    }

    @Test
    void settingsOfAProductWithoutAFormForThemAreRefused() {
        assertThatThrownBy(() -> Product.SQLSERVER.recipe(50, "secret").with(Map.of("memory", "1"), Product.SQLSERVER))
                .isInstanceOf(UsageException.class)
                .hasMessage("--server-setting is not possible for containers of sqlserver; give a --before command that"
                        + " changes the server");
    }

    @ParameterizedTest
    @ValueSource(strings = {"container:", "container:redis:7", "container:oracle=postgres:16", "container:postgresql="})
    void anImageThatSaysNothingOfItsProductIsRefused(String url) {
        assertThat(provider.accepts(url)).isTrue();
        assertThatThrownBy(() -> provider.start(TargetSpec.of(url)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("container:PRODUCT=IMAGE")
                .hasMessageContaining("postgresql, yugabytedb, sqlserver, mariadb, mysql, cassandra");
    }

    @Test
    void aDataDirectoryIsRefused() {
        TargetSpec kept = new TargetSpec(
                "container:postgres:16", Optional.empty(), Optional.empty(), Optional.of(Path.of("/data")), Map.of());

        assertThatThrownBy(() -> provider.start(kept))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--data-dir");
    }

    @Test
    void withoutADaemonTheTargetIsUnreachable() {
        assumeFalse(ContainerServerTest.dockerAnswers(), "a Docker daemon answers");

        assertThatThrownBy(() -> provider.start(TargetSpec.of("container:postgres:17")))
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageStartingWith("no Docker daemon answers; start one, or set DOCKER_HOST");
    }
}
