package io.dbharness.cql.driver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates, and at most one private key, from a PEM file. */
final class PemFile {

    /** Password of the key in the store that is built from the file; the store exists in memory only. */
    static final char[] NO_PASSWORD = new char[0];

    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");

    private PemFile() {}

    /** Returns true if the file has a PEM block; false if it cannot be read. */
    static boolean is(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("-----BEGIN ");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Builds a store from the content of the file.
     *
     * @throws IOException if the file holds anything else, with the reason
     */
    static KeyStore read(Path file) throws IOException, GeneralSecurityException {
        List<Certificate> certificates = new ArrayList<>();
        List<PrivateKey> keys = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        while (block.find()) {
            byte[] content = Base64.getMimeDecoder().decode(block.group(2));
            switch (block.group(1)) {
                case CERTIFICATE ->
                    certificates.add(CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(content)));
                case KEY -> keys.add(key(content));
                default ->
                    throw new IOException("it has a '" + block.group(1) + "'; a key must be a '" + KEY
                            + "' without a password, as openssl pkcs8 -topk8 -nocrypt writes it");
            }
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        if (!keys.isEmpty()) {
            if (keys.size() > 1 || certificates.isEmpty()) {
                throw new IOException("it has " + keys.size() + " keys and " + certificates.size()
                        + " certificates; a client's file has one key and its certificate");
            }
            store.setKeyEntry("client", keys.get(0), NO_PASSWORD, certificates.toArray(Certificate[]::new));
        } else {
            for (int i = 0; i < certificates.size(); i++) {
                store.setCertificateEntry("authority" + i, certificates.get(i));
            }
        }
        return store;
    }

    private static PrivateKey key(byte[] content) throws IOException, GeneralSecurityException {
        IOException unknown = new IOException("its key is of none of " + String.join(", ", ALGORITHMS));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (InvalidKeySpecException e) {
                unknown.addSuppressed(e);
            }
        }
        throw unknown;
    }
}
