package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code doctor} says of this machine, of a group with a quota, and of a target. */
@Tag("server")
class DoctorIT {

    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    @TempDir
    private Path folder;

    /** A control group with half a processor; empty where none can be made. */
    private static Optional<Path> halfAProcessor() throws IOException {
        boolean old = Files.exists(GROUPS.resolve("cpu/cpu.cfs_quota_us"));
        Path group = GROUPS.resolve(old ? "cpu" : "")
                .resolve("dbharness-doctor-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
        } catch (IOException e) {
            // No permission, or no control groups: the test says that it was skipped.
            return Optional.empty();
        }
        try {
            Files.writeString(group.resolve(old ? "cpu.cfs_quota_us" : "cpu.max"), old ? "50000" : "50000 100000");
            return Optional.of(group);
        } catch (IOException e) {
            // The controller is not handed down to this group.
            Files.delete(group);
            return Optional.empty();
        }
    }

    private static JsonNode reading(JsonNode diagnosis, String section, String name) {
        return StreamSupport.stream(diagnosis.path("sections").spliterator(), false)
                .filter(s -> s.path("title").asText().equals(section))
                .flatMap(s -> StreamSupport.stream(s.path("readings").spliterator(), false))
                .filter(r -> r.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + diagnosis));
    }

    @Tag("nightly")
    @Test
    void itNamesTheQuotaOfTheControlGroupThatItRunsIn() throws Exception {
        Optional<Path> group = halfAProcessor();
        assumeTrue(group.isPresent(), "no control group with a quota of processors' time can be made here");
        Path half = group.orElseThrow();
        try {
            List<String> within =
                    List.of("sh", "-c", "echo $$ > " + half.resolve("cgroup.procs") + " && exec \"$@\"", "sh");
            HarnessProcess doctor = HarnessProcess.start(folder, within, Map.of(), "doctor", "--json");
            assertThat(doctor.exitCode()).as(doctor.errors()).isZero();
            JsonNode diagnosis = new ObjectMapper().readTree(doctor.output());

            JsonNode quota = reading(diagnosis, "Limits", "processor quota");
            assertThat(quota.path("figures").path("processors").asDouble()).isEqualTo(0.5);
            assertThat(quota.path("text").asText()).contains("50000 us of each 100000 us", "/dbharness-doctor-");
            assertThat(diagnosis.path("advice").toString()).contains("a quota of 0.50 processors");
        } finally {
            Files.delete(half);
        }
    }

    @Test
    void itTellsTheRoundTripOfATargetAndLeavesNothingBehind() throws Exception {
        Outcome doctor = CommandRunner.run(folder, "doctor", "--target", "embedded:postgresql");

        assertThat(doctor.exitCode()).as(doctor.errors()).isZero();
        assertThat(doctor.output())
                .contains("Machine", "Limits", "Measured", "wake-up lag", "fsync of 4 KiB")
                .containsPattern("product +PostgreSQL")
                .containsPattern("round trip +p50 ")
                .containsPattern("to connect, TCP alone +p50 ")
                .contains("What can be trusted here", "1 / median round trip of the target", "What to change");
    }

    @Test
    void aTargetThatIsNotThereIsSaidWithTheExitCodeOfAll() throws Exception {
        Outcome doctor =
                CommandRunner.run(folder, "doctor", "--target", "jdbc:postgresql://127.0.0.1:1/none", "--user", "x");

        assertThat(doctor.exitCode()).isEqualTo(13);
        assertThat(doctor.errors()).contains("127.0.0.1:1");
    }

    @Test
    void ctrlCEndsItAtOnceAndItsFileIsGone() throws Exception {
        HarnessProcess doctor = HarnessProcess.start(folder, "doctor");
        doctor.awaitText("measuring this machine");
        doctor.interrupt();

        assertThat(doctor.exitCode(Duration.ofSeconds(30))).isEqualTo(130);
        assertThat(doctor.output()).isEmpty();
        try (var left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsOnly("harness.jar", "stdout.txt", "stderr.txt");
        }
    }
}
