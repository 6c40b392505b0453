package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.spi.Finder.Leftover;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A run in a resource group that was there before: nothing outside what it has made and tagged is touched. */
final class AzureGroupOfOthersTest {

    private static final String GROUP = "/subscriptions/" + FakeResourceManager.SUBSCRIPTION + "/resourceGroups/theirs";
    private static final String DISK = GROUP + "/providers/Microsoft.Compute/disks/u-disk-0";

    @TempDir
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Cloud cloud;

    @BeforeEach
    void fillTheGroup() throws IOException {
        azure.put(GROUP, "{\"id\":\"" + GROUP + "\",\"name\":\"theirs\",\"location\":\"westus2\"}");
        azure.put(
                DISK,
                "{\"id\":\"" + DISK + "\",\"name\":\"u-disk-0\",\"tags\":{\"team\":\"other\"},\"properties\":{}}");
        cloud = new Cloud(azure.endpoint(), state);
    }

    @Test
    void everythingHasANameOfTheRunAndItsTagsAndTheGroupIsNotWritten() {
        Provisioned up = cloud.up(AzureFiles.IN_A_GROUP_OF_OTHERS);

        String suffix = up.run().id().substring("one".length());
        assertThat(azure.requests("PUT", "").stream()
                        .filter(request -> !request.path().contains("/runCommands/")))
                .allSatisfy(request -> {
                    assertThat(request.path())
                            .containsIgnoringCase("/resourceGroups/theirs/providers/")
                            .endsWith(suffix);
                    assertThat(request.body().at("/tags/run").asText())
                            .isEqualTo(up.run().id());
                })
                .hasSize(7);
    }

    @Test
    void downRemovesWhatTheRunHasMadeAndNothingElse() {
        List<String> before = azure.ids();
        cloud.up(AzureFiles.IN_A_GROUP_OF_OTHERS);
        assertThat(azure.ids()).hasSizeGreaterThan(before.size());

        cloud.down("one");

        assertThat(azure.ids()).isEqualTo(before);
        assertThat(azure.requests("DELETE", "/resourceGroups/theirs"))
                .allMatch(request -> request.path().contains("/providers/"));
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void eachIsLookedAtAndRemovedByTheVersionOfItsType() {
        cloud.up(AzureFiles.IN_A_GROUP_OF_OTHERS);

        cloud.down("one");

        List<Asked> removals = azure.requests("DELETE", "/providers/");
        assertThat(removals)
                .extracting(request ->
                        request.path().split("/", -1)[7] + " " + request.query().get("api-version"))
                .containsExactly(
                        "schedules 2018-09-15",
                        // Its disk and its interface go with it.
                        "virtualMachines 2025-04-01",
                        "publicIPAddresses 2025-03-01",
                        "virtualNetworks 2025-03-01",
                        "networkSecurityGroups 2025-03-01");
        assertThat(azure.requests("GET", "/disks/"))
                .last()
                .satisfies(request -> assertThat(request.query()).containsEntry("api-version", "2025-01-02"));
    }

    @Test
    void aResourceThatHasLostTheRunsTagsIsLeftAloneAndNamed() throws IOException {
        Provisioned up = cloud.up(AzureFiles.IN_A_GROUP_OF_OTHERS);
        String address = GROUP + "/providers/Microsoft.Network/publicIPAddresses/u-address"
                + up.run().id().substring("one".length());
        azure.put(address, "{\"id\":\"" + address + "\",\"properties\":{},\"tags\":{\"run\":\"another\"}}");

        assertThatThrownBy(() -> cloud.down("one"))
                .hasMessageContaining("cannot undo u/address")
                .hasMessageContaining("does not carry the tags of this run and is not removed");
        assertThat(azure.ids()).contains(address.toLowerCase(Locale.ROOT));
    }

    @Test
    void aGroupThatIsNotThereIsToldBeforeAnythingIsMade() {
        assertThatThrownBy(() -> cloud.up(AzureFiles.IN_A_GROUP_OF_OTHERS.replace("group: theirs", "group: ours")))
                .hasMessageContaining("the resource group ours does not exist; create it, or omit azure.group");
        assertThat(azure.requests("PUT", "")).isEmpty();
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void aRunWhoseLedgerIsLostIsFoundByTheTagsOfItsResourcesAndRemovedAlone() {
        List<String> before = azure.ids();
        Provisioned up = cloud.up(AzureFiles.IN_A_GROUP_OF_OTHERS);
        Cloud elsewhere = new Cloud(azure.endpoint(), state.resolve("elsewhere"));

        List<Leftover> found = elsewhere.provisioning().leftovers();
        assertThat(found).extracting(Leftover::run).containsExactly(up.run().id());
        elsewhere.provisioning().remove(found.get(0));

        assertThat(azure.ids()).isEqualTo(before);
    }

    @Test
    void aFailedUpTakesBackWhatItHasMadeThere() {
        List<String> before = azure.ids();
        azure.add(InjectedResponse.answer(409, "Conflict", 9, request -> request.is("PUT", "/virtualMachines/")));

        assertThatThrownBy(() -> cloud.up(AzureFiles.IN_A_GROUP_OF_OTHERS)).hasMessageContaining("Conflict");

        assertThat(azure.ids()).isEqualTo(before);
    }
}
