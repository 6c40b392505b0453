package io.dbharness.cql.driver;

import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS between client and nodes.
 *
 * @param on                 true if it is used
 * @param verifyHost         true if a node's certificate must name the host that the client connects to
 * @param trustStore         trusted certificates: JKS, PKCS12 or PEM; the JVM's own authorities if empty
 * @param trustStorePassword reference to its password
 * @param keyStore           the client's own certificate and key: JKS, PKCS12 or PEM; none if empty
 * @param keyStorePassword   reference to its password
 */
record Encryption(
        boolean on,
        boolean verifyHost,
        Optional<Path> trustStore,
        Optional<Secret> trustStorePassword,
        Optional<Path> keyStore,
        Optional<Secret> keyStorePassword) {

    private static final List<String> DETAILS =
            List.of("truststore", "truststore-password", "keystore", "keystore-password", "verify-host");

    static Encryption parse(OptionTexts texts) {
        boolean on = texts.on("tls", false);
        List<String> alone =
                on ? List.of() : DETAILS.stream().filter(texts::given).toList();
        texts.problems()
                .require(
                        alone.isEmpty(),
                        "the target has " + String.join(", ", alone) + " but no tls=on; give both or neither");
        for (String store : List.of("truststore", "keystore")) {
            texts.problems()
                    .require(
                            texts.given(store) || !texts.given(store + "-password"),
                            "the target has a " + store + "-password but no " + store + "; give both or neither");
        }
        return new Encryption(
                on,
                texts.on("verify-host", true),
                texts.file("truststore"),
                texts.secret("truststore-password"),
                texts.file("keystore"),
                texts.secret("keystore-password"));
    }

    /**
     * Creates the TLS context.
     *
     * @throws UsageException if a store cannot be used, with the reason
     */
    SSLContext context() {
        try {
            TrustManager @Nullable [] trust = null;
            if (trustStore.isPresent()) {
                TrustManagerFactory factory =
                        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                factory.init(store("truststore", trustStore.get(), password(trustStorePassword)));
                trust = factory.getTrustManagers();
            }
            KeyManager @Nullable [] keys = null;
            if (keyStore.isPresent()) {
                char @Nullable [] password = password(keyStorePassword);
                KeyStore store = store("keystore", keyStore.get(), password);
                KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                // A key has the password of its store; a PEM file has none.
                factory.init(store, PemFile.is(keyStore.get()) ? PemFile.NO_PASSWORD : password);
                keys = factory.getKeyManagers();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (UnrecoverableKeyException e) {
            throw refused("keystore", keyStore.orElseThrow(), "its key has another password than the store");
        } catch (GeneralSecurityException e) {
            throw new HarnessException("cannot prepare TLS: " + e.getMessage(), e);
        }
    }

    /** Returns null if no password is given: the certificates of some stores can be read without. */
    private static char @Nullable [] password(Optional<Secret> secret) {
        return secret.map(known -> known.reveal().toCharArray()).orElse(null);
    }

    private static KeyStore store(String option, Path file, char @Nullable [] password)
            throws GeneralSecurityException {
        try {
            KeyStore store = PemFile.is(file) ? PemFile.read(file) : KeyStore.getInstance(file.toFile(), password);
            boolean keys = false;
            for (String alias : Collections.list(store.aliases())) {
                keys |= store.isKeyEntry(alias);
            }
            if (store.size() == 0) {
                throw refused(
                        option,
                        file,
                        "it holds no certificate, or none that can be read without " + option + "-password");
            }
            if (option.equals("keystore") && !keys) {
                throw refused(option, file, "it holds no private key");
            }
            return store;
        } catch (IOException e) {
            boolean wrong = e.getCause() instanceof UnrecoverableKeyException;
            throw refused(
                    option,
                    file,
                    wrong
                            ? "the password of " + option + "-password is wrong or missing"
                            : String.valueOf(e.getMessage()));
        } catch (GeneralSecurityException e) {
            throw refused(option, file, "it is neither JKS nor PKCS12 nor PEM, or damaged: " + e.getMessage());
        }
    }

    private static UsageException refused(String option, Path file, String why) {
        return new UsageException(List.of("the target's " + option + " '" + file + "' cannot be used: " + why));
    }
}
