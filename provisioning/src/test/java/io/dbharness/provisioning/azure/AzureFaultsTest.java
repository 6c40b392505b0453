package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.azure.FakeOffers.Restriction;
import io.dbharness.provisioning.spi.Finder.Leftover;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What Azure may refuse, before, while and after it makes something. */
@Tag("slow")
final class AzureFaultsTest {

    private static final String GROUP = "/subscriptions/" + FakeResourceManager.SUBSCRIPTION + "/resourceGroups/";

    @TempDir
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Cloud cloud;

    @BeforeEach
    void open() {
        cloud = new Cloud(azure.endpoint(), state);
    }

    @Test
    void anAnswerThatAsksToComeBackLaterIsObeyed() {
        azure.add(InjectedResponse.answer(429, "TooManyRequests", 2, request -> request.is("PUT", "/disks/")));

        cloud.up(AzureFiles.ONE_MACHINE);

        assertThat(azure.requests("PUT", "/disks/u-disk-0")).hasSize(3);
        assertThat(azure.resource("/virtualmachines/u")).isPresent();
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                arguments(
                        InjectedResponse.answer(409, "Conflict", 9, r -> r.is("PUT", "/networkInterfaces/")),
                        "Azure refuses (Conflict)"),
                arguments(
                        InjectedResponse.answer(409, "QuotaExceeded", 9, r -> r.is("PUT", "/virtualMachines/u")),
                        "Azure refuses (QuotaExceeded): the service says QuotaExceeded; ask for more quota"),
                arguments(
                        InjectedResponse.answer(403, "AuthorizationFailed", 9, r -> r.is("PUT", "/resourceGroups/")),
                        "Azure refuses (AuthorizationFailed): the service says AuthorizationFailed; the login needs the role"),
                arguments(
                        InjectedResponse.operation(
                                "OverconstrainedZonalAllocationRequest", r -> r.is("PUT", "/virtualMachines/u")),
                        "Azure refuses (OverconstrainedZonalAllocationRequest)"),
                arguments(
                        InjectedResponse.operation("SkuNotAvailable", r -> r.is("PUT", "/disks/")),
                        "Azure refuses (SkuNotAvailable): the service says SkuNotAvailable; take another zone"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRefusalIsToldWithItsCodeAndLeavesNothing(InjectedResponse fault, String message) {
        azure.add(fault);

        assertThatThrownBy(() -> cloud.up(AzureFiles.ONE_MACHINE))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining(message);

        assertThat(azure.ids()).isEmpty();
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void aSizeThatTheSubscriptionMayNotHaveIsRefusedBeforeAnythingIsMade() {
        azure.compute().offers().restrict(new Restriction("Standard_D8s_v5", List.of()));

        assertThatThrownBy(() -> cloud.up(AzureFiles.ONE_MACHINE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("Standard_D8s_v5 is refused to this subscription in westus2");
        assertThat(azure.requests("PUT", "")).isEmpty();
    }

    @Test
    void aZoneWithoutTheDiskAndAQuotaWithoutTheCoresAreToldTogether() {
        azure.compute().offers().coresLeft(4);

        assertThatThrownBy(() -> cloud.up(AzureFiles.ONE_MACHINE.replace("zone: 1", "zone: 3")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("azure.zone 3 of westus2 does not offer UltraSSD_LRS; zones 1, 2 do")
                .hasMessageContaining("the quota standardDSv5Family in westus2 leaves 4 cores, and 8 are needed")
                .hasMessageContaining("the quota cores");
        assertThat(azure.requests("PUT", "")).isEmpty();
    }

    @Test
    void aRepeatedUpGoesOnWhereTheFirstOneFailed() {
        azure.add(InjectedResponse.answer(409, "Conflict", 1, request -> request.is("PUT", "/virtualMachines/u")));
        assertThatThrownBy(() -> cloud.upAndKeep(AzureFiles.ONE_MACHINE)).hasMessageContaining("Conflict");

        new Cloud(azure.endpoint(), state).up(AzureFiles.ONE_MACHINE);

        assertThat(azure.requests("PUT", "/disks/")).hasSize(1);
        assertThat(azure.requests("PUT", "/virtualMachines/u")).hasSize(3);
        assertThat(azure.resource("/virtualmachines/u")).isPresent();
    }

    @Test
    void aGroupThatIsNotOfTheRunIsLeftAlone() throws IOException {
        cloud.up(AzureFiles.ONE_MACHINE);
        String group = cloud.provisioning().status("one").orElseThrow().run().id();
        azure.put(GROUP + group, "{\"name\":\"" + group + "\",\"location\":\"westus2\",\"tags\":{\"team\":\"other\"}}");

        assertThatThrownBy(() -> cloud.down("one")).hasMessageContaining("does not carry the tags of this run");
        assertThat(azure.requests("DELETE", "")).isEmpty();
    }

    @Test
    void whatNobodyWroteDownGoesWithItsGroup() throws IOException {
        cloud.up(AzureFiles.ONE_MACHINE);
        String group = cloud.provisioning().status("one").orElseThrow().run().id();
        azure.put(GROUP + group + "/providers/Microsoft.Compute/disks/stray", "{\"name\":\"stray\",\"properties\":{}}");

        cloud.down("one");

        assertThat(azure.ids()).isEmpty();
    }

    @Test
    void aDiskOtherThanOrderedEndsTheBringingUp() {
        azure.compute().deliver("diskIOPSReadWrite", 5_000);

        assertThatThrownBy(() -> cloud.up(AzureFiles.ONE_MACHINE))
                .hasMessageContaining("Azure made u-disk-0 different from the request: iops is 5000 instead of 10000");
    }

    @Test
    void statusSaysWhatIsThere() {
        cloud.up(AzureFiles.ONE_MACHINE);

        assertThat(cloud.provisioning().status("one").orElseThrow().steps())
                .allSatisfy(standing -> assertThat(standing.presence().name())
                        .as(standing.step().id())
                        .isEqualTo(standing.step().id().endsWith("/volume") ? "UNKNOWN" : "THERE"));
    }

    @Test
    void aRunWhoseLedgerIsLostIsFoundByItsTagsWithItsEnd() {
        Provisioned up = cloud.up(AzureFiles.ONE_MACHINE);
        Cloud elsewhere = new Cloud(azure.endpoint(), state.resolve("elsewhere"));

        List<Leftover> found = elsewhere.provisioning().leftovers();
        assertThat(found).extracting(Leftover::run).containsExactly(up.run().id());
        assertThat(found).extracting(Leftover::owner).containsExactly("tester");
        assertThat(found).allSatisfy(leftover -> assertThat(leftover.expires()).isAfter(Instant.now()));
        elsewhere.provisioning().remove(found.get(0));

        assertThat(azure.ids()).isEmpty();
        assertThat(cloud.down("one")).isTrue();
    }

    @Test
    void groupsOfOthersAreNotFound() throws IOException {
        azure.put(GROUP + "theirs", "{\"name\":\"theirs\",\"location\":\"westus2\",\"tags\":{\"tool\":\"other\"}}");

        assertThat(cloud.provisioning().leftovers()).isEmpty();
    }
}
