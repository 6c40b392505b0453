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

/** Keys and certificates that the JDK's {@code keytool} makes for one test, all with one password. */
public final class KeyStores {

    /** Of every store and every key. */
    public static final String PASSWORD = "only-for-this-test";

    private static final String TYPE = "PKCS12";

    private final Path directory;

    /** Writes everything into a directory that is there. */
    public KeyStores(Path directory) {
        this.directory = directory;
    }

    /** A file with the password, for who wants it by reference. */
    public Path password() throws IOException {
        return Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    }

    /** A new key with a certificate of its own, and the certificate as PEM beside it; more words are options of keytool. */
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

    /** A new store that trusts a key's certificate. */
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

    /** Lets a store trust a key's certificate too. */
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

    /** The certificate of a key. */
    public Path pem(String name) {
        return directory.resolve(name + ".pem");
    }

    /** The store of a key. */
    public Path store(String name) {
        return directory.resolve(name + ".p12");
    }

    /** Does something to a store. */
    public void keytool(Path store, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-J-XX:TieredStopAtLevel=1"));
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

    /** Shows a key to the other side and takes those that a store trusts. */
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
