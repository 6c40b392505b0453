package io.dbharness.embedded.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlatformTest {

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, postgres-linux-x86_64",
        "Linux, aarch64, postgres-linux-arm_64",
        "Mac OS X, aarch64, postgres-darwin-arm_64",
        "Mac OS X, x86_64, postgres-darwin-x86_64",
    })
    void namesItsArchive(String osName, String osArch, String archive) {
        assertThat(Platform.of(osName, osArch).archiveName()).isEqualTo(archive);
    }

    @Test
    void bothLinuxArchivesAreOnTheClassPath() {
        assertThat(Platform.class.getResource("/postgres-linux-x86_64.txz")).isNotNull();
        assertThat(Platform.class.getResource("/postgres-linux-arm_64.txz")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Windows 11, amd64, does not run on Windows",
        "Linux, riscv64, no embedded PostgreSQL for linux on riscv64",
        "FreeBSD, amd64, no embedded PostgreSQL for freebsd on x86_64",
    })
    void saysWhatToDoWhereThereIsNone(String osName, String osArch, String reason) {
        assertThatThrownBy(() -> Platform.of(osName, osArch).archive())
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("pass --target");
    }
}
