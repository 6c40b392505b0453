package io.dbharness.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentKeyTest {

    private static final String CONTAINER = "dbharness";

    @TempDir
    static Path folder;

    private static Path expired;
    private static Path made;

    @BeforeAll
    static void makeAKey() {
        made = folder.resolve("made.p12");
        AgentKey.make(made, 1);
    }

    /** Makes a key as {@link AgentKey#make} does, whose last day is over. */
    @BeforeAll
    static void makeAnExpiredKey() throws Exception {
        Path file = folder.resolve("expired.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        String options =
                "-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -genkeypair -alias agents -keyalg EC -dname CN=agents -startdate -3d -validity 1 -storetype PKCS12";
        ProcessBuilder making = new ProcessBuilder((keytool + " " + options).split(" ", -1));
        making.command().add("-storepass");
        making.command().add(CONTAINER);
        making.command().add("-keystore");
        making.command().add(file.toString());
        Process process = making.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        expired = file;
    }

    private static X509Certificate certificate(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, CONTAINER.toCharArray());
        }
        return (X509Certificate) store.getCertificate("agents");
    }

    @Test
    void aKeyThatHasExpiredIsRefusedWithItsDay() throws Exception {
        Path file = expired;
        Instant end = certificate(file).getNotAfter().toInstant();

        assertThatThrownBy(() -> AgentKey.read(file, end.plusSeconds(1)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("has expired on " + end)
                .hasMessageContaining("make a new one with 'agent key'");
        assertThatCode(() -> AgentKey.read(file, end.minusSeconds(1))).doesNotThrowAnyException();
    }

    @Test
    void aKeyThatIsNotYetValidIsRefusedWithBothTimes() throws Exception {
        Instant begin = certificate(expired).getNotBefore().toInstant();

        assertThatThrownBy(() -> AgentKey.read(expired, begin.minusSeconds(1)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("is not valid before " + begin)
                .hasMessageContaining("clock says " + begin.minusSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"rw-rw-rw-, true", "rw----r--, true", "rw--w----, true", "r--r-----, false", "r--------, false"})
    void aKeyThatOthersCanReadOrChangeIsRefused(String permissions, boolean refused) throws Exception {
        Path file = Files.copy(expired, folder.resolve("key" + permissions));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        Instant valid = certificate(expired).getNotAfter().toInstant().minusSeconds(1);

        if (refused) {
            assertThatThrownBy(() -> AgentKey.read(file, valid))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("can be read or changed by others (" + permissions + ")")
                    .hasMessageContaining("chmod 600 " + file);
        } else {
            assertThatCode(() -> AgentKey.read(file, valid)).doesNotThrowAnyException();
        }
    }

    @Test
    void aNewKeyIsValidForMachinesWhoseClocksAreBehind() {
        assertThatCode(() -> AgentKey.read(made, Instant.now().minusSeconds(600)))
                .doesNotThrowAnyException();
    }

    @Test
    void whoShowsACertificateThatHasExpiredIsRefusedThoughItIsTheRightOne() throws Exception {
        X509Certificate old = certificate(expired);

        assertThatThrownBy(() ->
                        new OneCertificate(old).checkClientTrusted(new X509Certificate[] {old}, "EC", new Socket()))
                .isInstanceOf(CertificateExpiredException.class);
    }

    @Test
    void anotherCertificateIsRefused() throws Exception {
        X509Certificate trusted = certificate(made);
        X509Certificate other = certificate(expired);
        OneCertificate guard = new OneCertificate(trusted);

        assertThatCode(() -> guard.checkServerTrusted(new X509Certificate[] {trusted}, "EC", new Socket()))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> guard.checkServerTrusted(new X509Certificate[] {other}, "EC", new Socket()))
                .hasMessageContaining("another than the one of these agents");
    }
}
