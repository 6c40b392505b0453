package io.dbharness.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.Ledger.History;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {

    @TempDir
    Path directory;

    private static Step step(String id) {
        return new Step("local", id, "mount", "p15", "mount \"it\" on /ä", Map.of("point", "/mnt/ä b"));
    }

    private Ledger open() {
        return Ledger.open(directory, new SystemClock());
    }

    @Test
    void remembersWhatWasBegunAndDoneAndForgetsWhatWasUndone() {
        Run run = new Run("disks", "disks-bcdfgh", directory);
        try (Ledger ledger = open()) {
            ledger.begins(run);
            ledger.begins(step("a"));
            ledger.isDone(step("a"), Map.of("device", "/dev/loop1"));
            ledger.begins(step("b"));
            ledger.isDone(step("b"), Map.of());
            ledger.begins(step("c"));
            ledger.isUndone(step("b"));
        }

        History history = Ledger.read(directory);

        assertThat(history.run()).contains(run);
        assertThat(history.standing()).containsExactly(step("a"), step("c"));
        assertThat(history.done()).containsExactly("a");
        assertThat(history.facts().text("a", "device")).isEqualTo("/dev/loop1");
    }

    @Test
    void numbersListsAndObjectsOfAStepAreReadBackAsTheyWereWritten() {
        Step typed = new Step(
                "azure",
                "a",
                "disk",
                "p15",
                "a disk",
                Map.of(
                        "gib",
                        256,
                        "least",
                        0.5,
                        "spot",
                        true,
                        "after",
                        List.of("b", "c"),
                        "body",
                        Map.of("properties", Map.of("zones", List.of(Map.of("lun", 1L))))));
        try (Ledger ledger = open()) {
            ledger.begins(typed);
        }

        assertThat(Ledger.read(directory).standing()).containsExactly(typed);
        assertThat(typed.number("gib")).isEqualTo(256);
    }

    @Test
    void aLastLineThatWasCutOffNeverHappened() throws Exception {
        try (Ledger ledger = open()) {
            ledger.begins(step("a"));
        }
        byte[] cutOff = {'{', (byte) 0xC3};
        Files.write(directory.resolve(Ledger.FILE), cutOff, StandardOpenOption.APPEND);
        assertThat(Ledger.read(directory).standing()).containsExactly(step("a"));

        try (Ledger ledger = open()) {
            ledger.begins(step("b"));
        }

        assertThat(Ledger.read(directory).standing()).containsExactly(step("a"), step("b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "null",
                "{}",
                "{\"at\":\"\",\"what\":null,\"id\":\"a\",\"about\":{},\"facts\":{}}",
                "{\"at\":\"\",\"what\":\"BEGUN\",\"id\":\"a\",\"about\":{\"kind\":null},\"facts\":{}}",
                "{\"at\":\"\",\"what\":\"EATEN\",\"id\":\"a\",\"about\":{},\"facts\":{}}"
            })
    void aDamagedLineIsNamed(String line) throws Exception {
        Files.writeString(directory.resolve(Ledger.FILE), line + "\n");

        assertThatThrownBy(() -> Ledger.read(directory))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("ledger.jsonl:1 is damaged");
    }

    @Test
    void onlyOneWritesAtATime() {
        try (Ledger first = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("another run of the harness is at work");
            first.begins(step("a"));
        }
    }

    @Test
    void nobodyElseMayLookIntoItsDirectory() throws IOException {
        Path run = Files.createDirectories(directory.resolve("a-run"));
        Ledger.open(run, new SystemClock()).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run)))
                .isEqualTo("rwx------");
    }
}
