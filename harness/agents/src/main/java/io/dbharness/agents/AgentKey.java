package io.dbharness.agents;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The key that all agents and their coordinator have in common: a private key and its certificate in a PKCS12 file. Each holder of the
 * file is accepted.
 */
@Internal
public final class AgentKey {

    private static final String ALIAS = "agents";
    /** Password of the container. It protects nothing; the file's permissions protect the key. */
    private static final String CONTAINER = "dbharness";

    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KeyStore store;
    private final X509Certificate certificate;

    private AgentKey(KeyStore store, X509Certificate certificate) {
        this.store = store;
        this.certificate = certificate;
    }

    /**
     * Makes a new one, which only its owner may read.
     *
     * @param file must not exist
     * @param days how long it is valid
     */
    public static void make(Path file, int days) {
        if (Files.exists(file)) {
            throw new HarnessException(file + " exists; name another file, or remove it");
        }
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = List.of(
                keytool.toString(),
                // Half the processor time of the defaults.
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=dbharness agents",
                // Clocks of other machines may be behind.
                "-startdate",
                "-1H",
                "-validity",
                Integer.toString(days),
                "-storetype",
                "PKCS12",
                "-storepass",
                CONTAINER,
                "-keystore");
        try {
            // Only its owner may look into a temporary directory.
            Path directory = Files.createTempDirectory(file.toAbsolutePath().getParent(), ".key");
            try {
                Path made = directory.resolve("key.p12");
                run(command, made);
                if (Files.getFileStore(made).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
                }
                Files.move(made, file);
            } finally {
                Files.deleteIfExists(directory.resolve("key.p12"));
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new HarnessException("cannot make the key " + file + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while making a key", e);
        }
    }

    private static void run(List<String> command, Path made) throws IOException, InterruptedException {
        List<String> whole = new java.util.ArrayList<>(command);
        whole.add(made.toString());
        Process process = new ProcessBuilder(whole).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("keytool failed: " + said.strip());
        }
    }

    /**
     * Reads one; throws a {@link HarnessException} if others may read or change its file, or it is not valid.
     *
     * @param now to see whether it is valid
     */
    public static AgentKey read(Path file, Instant now) {
        requirePrivate(file);
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, CONTAINER.toCharArray());
            if (!store.isKeyEntry(ALIAS) || !(store.getCertificate(ALIAS) instanceof X509Certificate certificate)) {
                throw new HarnessException(file + " is no key that 'agent key' has made");
            }
            if (now.isBefore(certificate.getNotBefore().toInstant())) {
                throw new HarnessException("the key " + file + " is not valid before "
                        + certificate.getNotBefore().toInstant() + ", and this machine's clock says " + now
                        + "; set the clocks right, or make a new key with 'agent key'");
            }
            if (now.isAfter(certificate.getNotAfter().toInstant())) {
                throw new HarnessException("the key " + file + " has expired on "
                        + certificate.getNotAfter().toInstant()
                        + "; make a new one with 'agent key' and copy it to all machines");
            }
            return new AgentKey(store, certificate);
        } catch (IOException | GeneralSecurityException e) {
            throw new HarnessException("cannot read the key " + file + ": " + e.getMessage(), e);
        }
    }

    /** A cluster that mounts the file lets the group read it. */
    private static void requirePrivate(Path file) {
        try {
            if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
                return;
            }
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!Collections.disjoint(permissions, OF_OTHERS)) {
                throw new HarnessException("the key " + file + " can be read or changed by others ("
                        + PosixFilePermissions.toString(permissions)
                        + "), so every user of this machine can be an agent; chmod 600 "
                        + file + ", or make a new one with 'agent key' if others have had it");
            }
        } catch (IOException e) {
            throw new HarnessException("cannot read the key " + file + ": " + e.getMessage(), e);
        }
    }

    /** TLS in which each side shows this certificate and takes no other. */
    SSLContext context() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, CONTAINER.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), new TrustManager[] {new OneCertificate(certificate)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new HarnessException("the key cannot be used: " + e.getMessage(), e);
        }
    }
}
