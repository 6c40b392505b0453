package io.dbharness.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Properties;

/** Reads resources of the program, and computes digests of contents. */
@Internal
public final class Resources {

    private Resources() {}

    /** A text in UTF-8 beside a class. That it is missing is a fault of the build. */
    public static String text(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names and values in a file beside a class. */
    public static Properties properties(Class<?> beside, String name) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text(beside, name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    /** The SHA-256 of all that a stream still has, in hexadecimal; closes it. */
    public static String sha256(InputStream in) throws IOException {
        try (DigestInputStream content = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            content.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(content.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
