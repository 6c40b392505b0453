package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.spi.Step;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A file in a run's directory that only its owner can read: the private key of its machines, or the password of its database. It is made
 * for the run and deleted by {@code down}.
 */
record PrivateFile(Path file) {

    /** The minimum that Azure accepts; these keys live for hours. */
    private static final int BITS = 2_048;

    private static final int LINE = 64;

    private static final String LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    private static final int LENGTH = 28;

    /** SQL Server requires three kinds of characters, which random letters alone do not guarantee. */
    private static final String KINDS = "Aa9";

    /** Returns the file of a step. */
    static PrivateFile of(Step step) {
        return new PrivateFile(Path.of(step.argument(AzureArguments.KEY_FILE)));
    }

    /** Generates an RSA key pair, which takes a tenth of a second. */
    static KeyPair drawKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no RSA", e);
        }
    }

    boolean exists() {
        return Files.exists(file) || Files.exists(shared());
    }

    void delete() throws IOException {
        Files.deleteIfExists(shared());
        Files.deleteIfExists(file);
    }

    /** Returns the file of the public key. */
    private Path shared() {
        return file.resolveSibling(file.getFileName() + ".pub");
    }

    /**
     * Writes a key pair unless it exists; the public key is a fact of the step.
     *
     * @param pairs generates a new key pair if there is none yet
     */
    Map<String, String> putKeys(Supplier<KeyPair> pairs) throws IOException {
        if (!Files.exists(shared())) {
            KeyPair pair = pairs.get();
            // Write the private key first: an existing public key then implies that both exist.
            prepare(file);
            Base64.Encoder lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'});
            Files.writeString(
                    file,
                    "-----BEGIN PRIVATE KEY-----\n"
                            + lines.encodeToString(pair.getPrivate().getEncoded()) + "\n-----END PRIVATE KEY-----\n");
            Files.writeString(shared(), openSsh((RSAPublicKey) pair.getPublic()) + "\n");
        }
        return Map.of(
                AzureArguments.KEY_FILE, file.toString(),
                AzureArguments.PUBLIC_KEY, Files.readString(shared()).strip());
    }

    /** Encodes a key in the format of authorized_keys (RFC 4253, section 6.6). */
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

    /** Writes a password unless the file exists. */
    Map<String, String> putPassword(RandomGenerator random) throws IOException {
        if (!Files.exists(file)) {
            StringBuilder text = new StringBuilder(KINDS);
            for (int i = 0; i < LENGTH; i++) {
                text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            Path part = file.resolveSibling(file.getFileName() + ".part");
            prepare(part);
            Files.writeString(part, text + "\n");
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return Map.of();
    }

    /** Creates the empty file with its final permissions, so that no other user can ever read it. */
    private static void prepare(Path file) throws IOException {
        Files.deleteIfExists(file);
        if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
    }
}
