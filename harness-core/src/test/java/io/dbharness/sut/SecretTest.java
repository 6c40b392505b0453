package io.dbharness.sut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {

    @Test
    void aSecretNeverPrintsItself() {
        Secret secret = Secret.of("hunter2");
        TargetSpec spec = TargetSpec.of("jdbc:postgresql://localhost/x").withCredentials("me", secret);

        assertThat(secret.reveal()).isEqualTo("hunter2");
        assertThat(secret.toString() + spec).doesNotContain("hunter2");
    }

    /** In quadratic time this takes more than a minute. */
    @Test
    @Timeout(30)
    void aLongTextIsMaskedInLinearTime() {
        String long1 = ":/".repeat(300_000);

        assertThat(Secret.masked(long1)).isEqualTo(long1);
        assertThat(Secret.masked(long1 + "@h")).isEqualTo(":/***@h");
        assertThat(Secret.masked("password=" + "p".repeat(300_000))).isEqualTo("password=***");
        assertThat(Secret.isIn("password = ".repeat(100_000))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://u:hunter2@h:9100/metrics",
                "http:/u:hun/ter2:hunter2@h",
                "https://hunter2@h",
                "http://h/m?token=hunter2&x=1",
                "jdbc:yugabytedb://h/db?x=y&API_KEY=hunter2",
                "jdbc:sqlserver://h;accessKey = hunter2;x=y",
                "no option 'sig=hunter2'",
                "AccountKey=hunter2",
                "trustStorePassword=hunter2",
            })
    void anAddressWithASecretIsRecognisedAndMasked(String text) {
        assertThat(Secret.isIn(text)).isTrue();
        assertThat(Secret.masked("see " + text + " there"))
                .doesNotContain("hunter2")
                .contains("***")
                .startsWith("see ")
                .endsWith(" there");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cassandra://h:9042/x?datacenter=dc1&jmxpassword=file:/tmp/p&truststore-password=env:P",
                "jdbc:sqlserver://h:1433;databaseName=x;encrypt=true",
                "sim:service=1ms,tokens=500/5s",
                "http://[::1]:9100/metrics",
            })
    void whatHoldsNoSecretStaysAsItIs(String text) {
        assertThat(Secret.isIn(text)).isFalse();
        assertThat(Secret.masked(text)).isEqualTo(text);
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
