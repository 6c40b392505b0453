package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.provisioning.ExchangeRecorder;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.Provisioning.AfterFailure;
import io.dbharness.provisioning.StepListener;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --record} keeps of a refusal, and what it masks. */
final class ExchangeRecorderTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir(factory = InMemory.class)
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Provisioning provisioning;
    private Path record;

    @BeforeEach
    void open() {
        provisioning = new Cloud(azure.endpoint(), state.resolve("state")).provisioning();
        record = state.resolve("record.jsonl");
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(record)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    private ExchangeRecorder recorder() throws IOException {
        ExchangeRecorder recorder = new ExchangeRecorder(record, new SystemClock());
        provisioning.report(recorder::exchange);
        return recorder;
    }

    private void up(String text) throws IOException {
        ExchangeRecorder recorder = recorder();
        ProvisioningFile file = Cloud.file(text);
        recorder.during(List.of("provision", "up", "u.yaml"), text, () -> {
            recorder.plan(provisioning.plan(file));
            return provisioning.up(file, recorder.following(StepListener.SILENT), AfterFailure.REMOVE, 1);
        });
    }

    @Test
    void aRefusalIsThereWithItsCodeItsMessageAndTheBodyThatWasSent() throws IOException {
        azure.compute().offers().coresLeft(0);

        assertThatThrownBy(() -> up(AzureFiles.ONE_MACHINE)).hasMessageContaining("cores");

        assertThat(lines())
                .extracting(line -> line.path("event").asText())
                .contains("command", "plan", "exchange", "failure");
        assertThat(lines().get(0).path("file").asText()).contains("provider: azure");
        JsonNode quota = lines().stream()
                .filter(line -> line.path("address").asText().contains("/usages"))
                .findFirst()
                .orElseThrow();
        assertThat(quota.path("method").asText()).isEqualTo("GET");
        assertThat(quota.path("status").asInt()).isEqualTo(200);
        assertThat(quota.at("/response/value/0/limit").isNumber()).isTrue();
        assertThat(lines().get(lines().size() - 1).path("message").asText()).contains("the quota");
        assertThat(Files.getPosixFilePermissions(record)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void upAndDownAreRecordedStepByStepInOneFile() throws IOException {
        up(AzureFiles.ONE_MACHINE);
        ExchangeRecorder recorder = recorder();
        recorder.during(
                List.of("provision", "down", "one"),
                "",
                () -> provisioning.down("one", recorder.following(StepListener.SILENT)));

        List<JsonNode> lines = lines();
        assertThat(lines.stream().filter(line -> line.path("event").asText().equals("command")))
                .hasSize(2);
        assertThat(lines.stream().filter(line -> line.path("event").asText().equals("begin")))
                .hasSameSizeAs(lines.stream()
                        .filter(line -> line.path("event").asText().equals("done"))
                        .toList());
        JsonNode disk = lines.stream()
                .filter(line -> line.path("method").asText().equals("PUT")
                        && line.path("address").asText().contains("/disks/"))
                .findFirst()
                .orElseThrow();
        assertThat(disk.at("/request/sku/name").asText()).isEqualTo("UltraSSD_LRS");
        assertThat(lines.stream().filter(line -> line.path("method").asText().equals("DELETE")))
                .isNotEmpty();
    }

    @Test
    void neitherSubscriptionNorPasswordIsInTheRecord() throws IOException {
        azure.compute().failScript("postgresql");

        assertThatThrownBy(() -> up(AzureFiles.WITH_CLIENT)).hasMessageContaining("no luck");

        String text = Files.readString(record);
        JsonNode command = lines().stream()
                .filter(line -> line.path("method").asText().equals("PUT")
                        && line.path("address").asText().contains("/runCommands/postgresql"))
                .findFirst()
                .orElseThrow();
        assertThat(command.at("/request/properties/protectedParameters/0/value").asText())
                .isEqualTo("***");
        String sent = azure.requests("PUT", "/runCommands/postgresql")
                .get(0)
                .body()
                .at("/properties/protectedParameters/0/value")
                .asText();
        assertThat(sent).hasSizeGreaterThan(10);
        assertThat(text)
                .doesNotContain(sent)
                .doesNotContain(FakeResourceManager.SUBSCRIPTION)
                .contains("/subscriptions/id-1/")
                .contains("near '***': no luck");
    }
}
