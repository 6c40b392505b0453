package io.dbharness.jdbc.dialect;

import java.nio.charset.StandardCharsets;

/**
 * A text of the letters {@code A} to {@code Z} and {@code a} to {@code z} and of digits, none of which any form of transport has to
 * escape, in storage that is used again for the next text: a load makes hundreds of millions of such characters. One thread.
 */
public final class Alphanumeric {

    private final byte[] bytes;
    private int length;

    /** @param longest how many characters there is room for */
    public Alphanumeric(int longest) {
        this.bytes = new byte[longest];
    }

    /** The storage itself, ASCII: who makes a text writes into it, then sets the {@link #length}. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** Says how many characters of the storage are the text. */
    public Alphanumeric length(int newLength) {
        if (newLength < 0 || newLength > bytes.length) {
            throw new IllegalArgumentException(newLength + " characters in a storage of " + bytes.length);
        }
        length = newLength;
        return this;
    }

    /** A copy that stays. */
    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
