package io.dbharness.embedded;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a server keeps of a password under SCRAM-SHA-256 (RFC 5802 section 3, RFC 7677), in the text form of PostgreSQL's
 * {@code pg_authid.rolpassword}. Made here so that the password itself never leaves this process.
 */
final class ScramVerifier {

    /** PostgreSQL's own default, the least that RFC 7677 allows. */
    private static final int ITERATIONS = 4096;

    private static final int KEY_BITS = 256;

    private ScramVerifier() {}

    /** @param password ASCII, so that SASLprep (RFC 4013) leaves it as it is */
    static String of(String password, byte[] salt) {
        try {
            byte[] salted = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, KEY_BITS))
                    .getEncoded();
            byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(hmac(salted, "Client Key"));
            byte[] serverKey = hmac(salted, "Server Key");
            return "SCRAM-SHA-256$" + ITERATIONS + ":" + base64(salt) + "$" + base64(storedKey) + ":"
                    + base64(serverKey);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform cannot compute SCRAM-SHA-256", e);
        }
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
