package io.dbharness.sut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {

    @Test
    void aSecretNeverPrintsItself() {
        Secret secret = Secret.of("hunter2");
        TargetSpec spec = TargetSpec.of("jdbc:postgresql://localhost/x").withCredentials("me", secret);

        assertThat(secret.reveal()).isEqualTo("hunter2");
        assertThat(secret.toString() + spec).doesNotContain("hunter2");
    }

    @Test
    void aFileReferenceIsReadWhenRevealed(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("password");
        Secret secret = Secret.parse("file:" + file).orElseThrow();
        Files.writeString(file, "late\nsecond line\n");

        assertThat(secret.reveal()).isEqualTo("late");
    }

    @Test
    void aMissingReferenceIsNamedWithoutGuessing(@TempDir Path directory) {
        assertThatThrownBy(() -> Secret.parse("env:DBHARNESS_NO_SUCH_VARIABLE")
                        .orElseThrow()
                        .reveal())
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("DBHARNESS_NO_SUCH_VARIABLE");
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> Secret.parse("file:" + missing).orElseThrow().reveal())
                .hasMessageContaining(missing.toString());
    }

    @Test
    void aPasswordItselfIsNotAReference() {
        assertThat(Secret.parse("hunter2")).isEmpty();
        assertThat(Secret.parse("env:")).isEmpty();
        assertThat(Secret.parse("vault:x")).isEmpty();
    }
}
