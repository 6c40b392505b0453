package io.dbharness.cli.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cli.provision.ProvisionCommand.Costs;
import io.dbharness.cli.provision.ProvisionCommand.Recording;
import io.dbharness.cli.testkit.Captured;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.StateDirectory;
import io.dbharness.provisioning.azure.AzureProvider;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be spent, asked before anything is. */
final class CostLimitTest {

    @TempDir
    Path directory;

    private final Captured out = new Captured();
    private final Captured err = new Captured();
    private Path file;
    private Path prices;

    @BeforeEach
    void writeFiles() throws Exception {
        file = Files.writeString(directory.resolve("one.yaml"), """
                name: one
                subjects:
                  one: {provider: azure, vm: Standard_D8s_v5, nodes: 3, tier: P15}
                azure: {region: westus2, expires: 10h, traffic: 0GB}
                """);
        prices = Files.writeString(directory.resolve("prices.yaml"), """
                source: test
                date: 2026-11-01
                hourly:
                  Standard_D8s_v5: 0.40
                  P15: 0.05
                  P6: 0
                """);
    }

    private void run(boolean up, String limit) {
        Provisioning provisioning = new Provisioning(
                new StateDirectory(directory.resolve("state")),
                List.of(new AzureProvider()),
                new SystemClock(),
                Seed.DEFAULT.stream("ids", 0));
        Costs costs = new Costs();
        costs.prices = Optional.of(prices.toString());
        costs.most = Optional.of(CostLimit.parse(limit, new Problems()));
        ProvisionCommand command =
                new ProvisionCommand(() -> provisioning, Optional.empty(), out.stream(), err.stream());
        if (up) {
            command.up(file, true, costs, new Recording(), false, 8);
        } else {
            command.plan(file, costs, new Recording());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.35/h", "13.50", "100"})
    void aPlanWithinItsLimitIsPrintedWithItsPrices(String limit) {
        run(false, limit);

        assertThat(out.text().lines())
                .anySatisfy(line -> assertThat(line).matches("one +Standard_D8s_v5 +3 +0.4 +1.2"))
                .anySatisfy(line -> assertThat(line).matches("one +P15 +3 +0.05 +0.15"))
                .anySatisfy(line -> assertThat(line).matches("all +for an hour +1.35"))
                .anySatisfy(line -> assertThat(line).matches("all +until it expires, 10 h +13.50"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.34/h", "13.49"})
    void aPlanAboveItsLimitIsRefusedAndNothingMade(String limit) {
        for (boolean up : new boolean[] {false, true}) {
            assertThatThrownBy(() -> run(up, limit))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("--max-cost is " + limit.replace("/h", ""));
        }
        assertThat(directory.resolve("state")).doesNotExist();
    }

    @Test
    void aLimitIsNotKeptWithAnUnknownPrice() throws Exception {
        Files.writeString(prices, "source: test\ndate: 2026-11-01\nhourly:\n  P15: 0.05\n");

        assertThatThrownBy(() -> run(true, "100"))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "--max-cost cannot be kept: no price is known for Standard_D8s_v5, P6; name prices with --prices");
    }
}
