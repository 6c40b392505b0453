package io.dbharness.cql.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Creates keys and certificates for one test by the JDK's {@code keytool}, all with one password. */
public final class KeyStores {

    /** Password of every store and every key. */
    public static final String PASSWORD = "only-for-this-test";

    private static final String TYPE = "PKCS12";

    private final Path directory;

    /** Writes all files into an existing directory. */
    public KeyStores(Path directory) {
        this.directory = directory;
    }

    /** Returns a file with the password, for options that refer to one. */
    public Path password() throws IOException {
        return Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    }

    /** Creates a key with a self-signed certificate, and the certificate as PEM beside it; {@code more} are options of keytool. */
    public Path key(String name, String san, String... more) throws IOException, InterruptedException {
        Path store = store(name);
        List<String> words =
                new ArrayList<>(List.of("-genkeypair", "-keyalg", "EC", "-alias", name, "-dname", "CN=" + name));
        words.addAll(List.of("-ext", "SAN=" + san));
        words.addAll(List.of(more));
        keytool(store, words.toArray(String[]::new));
        try {
            String certificate = Base64.getMimeEncoder()
                    .encodeToString(loaded(store).getCertificate(name).getEncoded());
            Files.writeString(
                    pem(name), "-----BEGIN CERTIFICATE-----\n" + certificate + "\n-----END CERTIFICATE-----\n");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return store;
    }

    /** Creates a store that trusts a key's certificate. */
    public Path trusting(String name) throws IOException {
        Path store = store(name + "-trusted");
        try (InputStream pem = Files.newInputStream(pem(name));
                OutputStream out = Files.newOutputStream(store)) {
            KeyStore trusted = KeyStore.getInstance(TYPE);
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    name, CertificateFactory.getInstance("X.509").generateCertificate(pem));
            trusted.store(out, PASSWORD.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return store;
    }

    /** Adds a key's certificate to a store. */
    public void trust(Path store, String name) throws IOException, InterruptedException {
        keytool(
                store,
                "-importcert",
                "-noprompt",
                "-alias",
                name,
                "-file",
                pem(name).toString());
    }

    /** Returns the certificate of a key. */
    public Path pem(String name) {
        return directory.resolve(name + ".pem");
    }

    /** Returns the store of a key. */
    public Path store(String name) {
        return directory.resolve(name + ".p12");
    }

    /** Runs keytool on a store. */
    public void keytool(Path store, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                // Repeated hashing takes most of the time of whoever makes or reads a store.
                "-J-Dkeystore.pkcs12.keyPbeIterationCount=1",
                "-J-Dkeystore.pkcs12.certPbeIterationCount=1",
                "-J-Dkeystore.pkcs12.macIterationCount=1"));
        command.addAll(List.of(words));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", TYPE, "-storepass", PASSWORD));
        Path log = directory.resolve("keytool.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + Files.readString(log));
        }
    }

    /** Creates a context that presents a key and trusts the certificates of a store. */
    public static SSLContext context(Path key, Path trusted) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(loaded(key), PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(loaded(trusted));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static KeyStore loaded(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(TYPE);
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
