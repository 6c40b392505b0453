package io.dbharness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.embedded.Machine.ControlGroup;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On copies of the kernel's files. */
final class ControlGroupTest {

    @TempDir
    Path group;

    private TargetSpec spec(Path directory) {
        return new TargetSpec(
                "embedded:postgresql",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("cgroup", directory.toString()));
    }

    @Test
    void aCommandIsInItsGroupBeforeItBegins() throws Exception {
        Files.writeString(group.resolve("cgroup.procs"), "");
        RunAs runAs = RunAs.self().within(ControlGroup.of(spec(group)));

        ChildProcess.Answer answer = ChildProcess.ask(ChildProcess.words(runAs.prefix(), "sh", "-c", "echo $$"));

        assertThat(answer.succeeded()).isTrue();
        assertThat(group.resolve("cgroup.procs")).content().isEqualToIgnoringNewLines(answer.text());
    }

    @Test
    void whatIsNoGroupIsRefused() {
        assertThatThrownBy(() -> ControlGroup.of(spec(group.resolve("none"))))
                .isInstanceOf(HarnessException.class)
                .hasMessageEndingWith("none is no control group of this system");
        assertThat(ControlGroup.of(TargetSpec.of("embedded:postgresql"))).isEmpty();
    }

    @Test
    void settingsAreMadeForWhatTheGroupMayUse() throws IOException {
        Files.writeString(group.resolve("memory.limit_in_bytes"), "268435456\n");

        assertThat(Machine.around(group, Optional.of(group)).memoryBytes()).isEqualTo(256L << 20);
    }

    @Test
    void aGroupWithoutALimitMayUseAll() throws IOException {
        Files.writeString(group.resolve("memory.max"), "max\n");

        assertThat(Machine.around(group, Optional.of(group)))
                .extracting(Machine::memoryBytes)
                .isEqualTo(Machine.around(group, Optional.empty()).memoryBytes());
    }
}
