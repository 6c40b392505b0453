package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.Provisioning.AfterFailure;
import io.dbharness.provisioning.StepListener;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several things are made at once, each when what it stands on is done. */
@Tag("slow")
final class AzureParallelTest {

    private static final Duration MACHINE = Duration.ofSeconds(60);

    private static final String NINE_MACHINES = """
            name: nine
            subjects:
              p15: {provider: azure, vm: Standard_D8s_v5, nodes: 3, tier: P15, server: yugabytedb}
              v2: {provider: azure, vm: Standard_D8s_v5, nodes: 3, tier: PremiumV2_LRS, size: 256GiB, server: yugabytedb}
              e20: {provider: azure, vm: Standard_D8s_v5, nodes: 3, tier: E20, server: yugabytedb}
            azure: {region: westus2, zone: 1}
            """;

    @TempDir
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Duration timeOf(int parallel) {
        VirtualClock clock = new VirtualClock();
        azure.machinesTake(MACHINE, clock);
        AzureClient client = new AzureClient(
                Cloud.pipeline(AzureClient.http(Duration.ofSeconds(30))),
                azure.endpoint(),
                clock,
                Duration.ofSeconds(5));
        new Cloud(state, client, URI.create("http://127.0.0.1:9"))
                .provisioning()
                .up(Cloud.file(NINE_MACHINES), clock, AfterFailure.KEEP, parallel);
        return clock.passed();
    }

    @Test
    void nineMachinesComeUpInTheTimeOfFewAndNotInARow() {
        assertThat(timeOf(Provisioning.PARALLEL)).isBetween(MACHINE, MACHINE.multipliedBy(4));
        assertThat(azure.ids().stream().filter(id -> id.contains("/virtualmachines/") && !id.contains("/runcommands/")))
                .hasSize(9);
    }

    @Test
    void oneAtATimeTheyComeUpInARow() {
        assertThat(timeOf(1)).isGreaterThan(MACHINE.multipliedBy(9));
    }

    @Test
    void eachIsInTheLedgerBeforeItIsAskedForAndStandsOnWhatIsDone() {
        Cloud cloud = new Cloud(azure.endpoint(), state);

        cloud.upAndKeep(NINE_MACHINES);

        List<Asked> machines = azure.requests("PUT", "/virtualMachines/");
        for (Asked machine : machines) {
            machine.body()
                    .at("/properties/storageProfile/dataDisks")
                    .forEach(disk -> assertThat(azure.ids())
                            .contains(disk.at("/managedDisk/id").asText().toLowerCase(Locale.ROOT)));
        }
        assertThat(cloud.provisioning().status("nine").orElseThrow().steps()).allMatch(standing -> standing.done());
        cloud.down("nine");
        assertThat(azure.ids()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void aFailureAmongManyTakesAllOfThemBack(int parallel) {
        azure.add(InjectedResponse.answer(409, "Conflict", 9, request -> request.is("PUT", "/virtualMachines/v2-2")));

        assertThatThrownBy(() -> new Cloud(azure.endpoint(), state)
                        .provisioning()
                        .up(Cloud.file(NINE_MACHINES), StepListener.SILENT, AfterFailure.REMOVE, parallel))
                .hasMessageContaining("Azure refuses (Conflict)");

        assertThat(azure.ids()).isEmpty();
        assertThat(state).isEmptyDirectory();
    }
}
