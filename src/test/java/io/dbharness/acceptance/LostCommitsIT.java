package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.Shared;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that acknowledges commits before they are on disk, and crashes. */
@Tag("fault")
class LostCommitsIT {

    /** Stopped first, it writes nothing for a second; what is acknowledged in that second is lost with the crash. */
    @Test
    void areFoundByCountingWhatWasAcknowledged(@TempDir Path folder) throws Exception {
        try (RunningServer server = Shared.startPostgresql()) {
            TargetSpec address = server.address();
            TargetSpec careless = new TargetSpec(
                    address.url() + "?options=-c%20synchronous_commit%3Doff",
                    address.user(),
                    address.password(),
                    Optional.empty(),
                    Map.of());
            HarnessThread harness = HarnessThread.start(
                    folder,
                    careless,
                    ("tpcc " + OneWarehouse.WORDS
                                    + " --rate 100/s --connections 4 --warmup 0s --duration 7s --out crashed")
                            .split(" "));
            harness.awaitSeconds("crashed", 0);
            ProcessHandle writer = walWriter(address);
            assertThat(new ProcessBuilder("kill", "-STOP", String.valueOf(writer.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            harness.awaitSeconds("crashed", 2);

            writer.destroyForcibly();

            Outcome outcome = harness.outcome();
            assertThat(outcome.exitCode()).as(outcome.errors()).isEqualTo(12);
            JsonNode result = HarnessProcess.result(folder.resolve("crashed"), outcome.errors());
            assertThat(HarnessProcess.codes(result)).contains("DATA_MISMATCH", "NOT_DURABLE");
            assertThat(result.get("checks"))
                    .filteredOn(check -> !check.get("passed").asBoolean())
                    .extracting(check -> check.get("name").asText())
                    .containsExactlyInAnyOrder("acknowledged.new-order", "acknowledged.payment");
            assertThat(result.get("checks"))
                    .anySatisfy(check -> assertThat(check.get("detail").asText())
                            .containsPattern("\\d that the server acknowledged are not there"));
        }
    }

    private static ProcessHandle walWriter(TargetSpec address) {
        String port =
                " -p " + URI.create(address.url().substring("jdbc:".length())).getPort() + " ";
        return HarnessProcess.logWriterOf(ProcessHandle.allProcesses()
                .filter(process -> HarnessProcess.commandLine(process.pid()).contains(port)));
    }
}
