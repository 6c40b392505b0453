package io.dbharness.run;

import io.dbharness.model.FileWork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Identifies the content of text files, so that two results show whether they ran the same text. */
final class TextDigest {

    /** Enough for texts that a user edits. */
    private static final int BYTES = 8;

    private TextDigest() {}

    /**
     * Returns a digest such as {@code sha256:1f0c9a5be2d34476}.
     *
     * @param files paths, separated by commas; a file that does not exist counts as empty
     */
    static String of(String files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String file : files.split(",", -1)) {
                Path path = Path.of(file);
                if (Files.isRegularFile(path)) {
                    digest.update(FileWork.get("read " + path, () -> Files.readAllBytes(path)));
                }
            }
            return "sha256:" + HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
