package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.provisioning.spi.Step;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The keys of a run as ssh sees them. */
final class KeyPairFileTest {

    static boolean isOpenSshThere() throws Exception {
        return new ProcessBuilder("sh", "-c", "command -v ssh-keygen").start().waitFor() == 0;
    }

    @Test
    @EnabledIf("isOpenSshThere")
    void openSshReadsThePrivateKeyAndFindsThePublicOne(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("id_rsa");
        Map<String, String> made = PrivateFile.of(
                        new Step("azure", "azure/key", "key", "", "keys", Map.of("file", file.toString())))
                .putKeys(PrivateFile::drawKeys);

        Process keygen = new ProcessBuilder("ssh-keygen", "-y", "-f", file.toString())
                .redirectErrorStream(true)
                .start();
        String publicKey = new String(keygen.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(keygen.waitFor()).as(publicKey).isZero();
        assertThat(made.get("publicKey")).startsWith(publicKey.strip());
    }
}
