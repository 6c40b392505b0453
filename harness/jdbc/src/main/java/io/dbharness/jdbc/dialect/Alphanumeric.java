package io.dbharness.jdbc.dialect;

import java.nio.charset.StandardCharsets;

/**
 * A text of the letters {@code A} to {@code Z} and {@code a} to {@code z} and of digits, which no transport format escapes. Its storage is
 * reused for the next text, because a load produces hundreds of millions of such characters. Not thread-safe.
 */
public final class Alphanumeric {

    private final byte[] bytes;
    private int length;

    /** @param longest maximum number of characters */
    public Alphanumeric(int longest) {
        this.bytes = new byte[longest];
    }

    /** Returns the ASCII storage itself. To set a text, write to the storage and then set the {@link #length}. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** Sets the number of characters of the text. */
    public Alphanumeric length(int newLength) {
        if (newLength < 0 || newLength > bytes.length) {
            throw new IllegalArgumentException(newLength + " characters in a storage of " + bytes.length);
        }
        length = newLength;
        return this;
    }

    /** Returns an independent copy of the text. */
    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
