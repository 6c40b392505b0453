package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.spi.Step;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The keys to a run's machines, made for it and gone with it. The private one lies in the run's directory for its owner alone; the
 * public one is a fact of its step.
 */
final class KeyPairFile {

    /** The least that Azure takes; these keys live for hours. */
    private static final int BITS = 2_048;

    private static final int LINE = 64;
    private static final String PUBLIC = ".pub";

    private KeyPairFile() {}

    /** A new pair of RSA; a tenth of a second's work. */
    static KeyPair draw() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no RSA", e);
        }
    }

    /** @param pairs where a new pair comes from, if there is none yet */
    static Map<String, String> put(Step step, Supplier<KeyPair> pairs) throws IOException {
        Path file = file(step);
        Path shared = shared(file);
        if (!Files.exists(shared)) {
            write(file, pairs.get());
        }
        return Map.of(
                Arguments.KEY_FILE,
                file.toString(),
                Arguments.PUBLIC_KEY,
                Files.readString(shared).strip());
    }

    static void delete(Step step) throws IOException {
        Files.deleteIfExists(shared(file(step)));
        Files.deleteIfExists(file(step));
    }

    static boolean exists(Step step) {
        return Files.exists(file(step)) || Files.exists(shared(file(step)));
    }

    private static Path file(Step step) {
        return Path.of(step.argument(Arguments.KEY_FILE));
    }

    private static Path shared(Path file) {
        return file.resolveSibling(file.getFileName() + PUBLIC);
    }

    /** The private key first: a public one on the disk says that both are. */
    private static void write(Path file, KeyPair pair) throws IOException {
        OwnFile.prepare(file);
        Base64.Encoder lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'});
        Files.writeString(
                file,
                "-----BEGIN PRIVATE KEY-----\n"
                        + lines.encodeToString(pair.getPrivate().getEncoded()) + "\n-----END PRIVATE KEY-----\n");
        Files.writeString(shared(file), openSsh((RSAPublicKey) pair.getPublic()) + "\n");
    }

    /** As authorized_keys has it (RFC 4253, section 6.6). */
    private static String openSsh(RSAPublicKey key) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (byte[] part : new byte[][] {
            "ssh-rsa".getBytes(StandardCharsets.US_ASCII),
            key.getPublicExponent().toByteArray(),
            key.getModulus().toByteArray()
        }) {
            out.writeInt(part.length);
            out.write(part);
        }
        return "ssh-rsa " + Base64.getEncoder().encodeToString(bytes.toByteArray()) + " harness";
    }
}
