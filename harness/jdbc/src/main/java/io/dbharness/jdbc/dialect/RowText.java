package io.dbharness.jdbc.dialect;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Arrays;

/**
 * Writes values in the text format of PostgreSQL's {@code COPY} (its reference page, "Text Format"), which MySQL's {@code LOAD DATA} also
 * reads. Writes UTF-8 into a reused buffer, so that a load creates no strings. Not thread-safe.
 */
final class RowText {

    /** The maximum length of a number, a decimal or a timestamp: 19 digits, sign and point, or 26 characters. */
    private static final int LONGEST_FIXED = 32;

    /** The maximum UTF-8 bytes for one {@code char}: three, or four for the two of a surrogate pair. */
    private static final int BYTES_PER_CHAR = 3;

    /** The last year with four digits. PostgreSQL also reads later years, but counts years before 1 differently from Java. */
    private static final int LAST_YEAR = 9999;

    private static final int FEW_DIGITS = 8;
    private static final int MANY_DIGITS = 100_000_000;
    private static final int MAX_SCALE = 9;
    private static final int MICROS_DIGITS = 6;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final byte[] LEAST_LONG = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);

    private final byte[] digits = new byte[LONGEST_FIXED];
    private LocalDateTime lastTimestamp = LocalDateTime.MIN;
    private byte[] lastTimestampText = new byte[0];
    private byte[] buffer;
    private int size;

    RowText(int chunkBytes) {
        // Space for a row beyond the chunk, so that the buffer rarely grows.
        this.buffer = new byte[2 * chunkBytes];
    }

    byte[] bytes() {
        return buffer;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    void separator() {
        reserve(1);
        buffer[size++] = '\t';
    }

    void endRow() {
        reserve(1);
        buffer[size++] = '\n';
    }

    void nothing() {
        reserve(2);
        buffer[size++] = '\\';
        buffer[size++] = 'N';
    }

    void whole(long value) {
        reserve(LONGEST_FIXED);
        if (value == Long.MIN_VALUE) {
            plain(LEAST_LONG, LEAST_LONG.length);
            return;
        }
        if (value < 0) {
            buffer[size++] = '-';
        }
        digits(Math.abs(value), 1);
    }

    void decimal(long unscaled, int scale) {
        if (scale < 0 || scale > MAX_SCALE || unscaled == Long.MIN_VALUE) {
            throw new IllegalArgumentException("no decimal number here: " + unscaled + ", scale " + scale);
        }
        reserve(LONGEST_FIXED);
        if (unscaled < 0) {
            buffer[size++] = '-';
        }
        digits(Math.abs(unscaled), scale + 1);
        if (scale > 0) {
            System.arraycopy(buffer, size - scale, buffer, size - scale + 1, scale);
            buffer[size - scale] = '.';
            size++;
        }
    }

    /** Writes a timestamp; caches its text, because loads repeat the same timestamp millions of times. */
    void timestamp(LocalDateTime value) {
        if (!value.equals(lastTimestamp)) {
            int start = size;
            newTimestamp(value);
            lastTimestampText = Arrays.copyOfRange(buffer, start, size);
            lastTimestamp = value;
        } else {
            plain(lastTimestampText, lastTimestampText.length);
        }
    }

    private void newTimestamp(LocalDateTime value) {
        if (value.getYear() < 1 || value.getYear() > LAST_YEAR) {
            throw new IllegalArgumentException("the year of " + value + " is not between 1 and " + LAST_YEAR);
        }
        reserve(LONGEST_FIXED);
        digits(value.getYear(), 4);
        twoDigits('-', value.getMonthValue());
        twoDigits('-', value.getDayOfMonth());
        twoDigits(' ', value.getHour());
        twoDigits(':', value.getMinute());
        twoDigits(':', value.getSecond());
        int micros = value.getNano() / NANOS_PER_MICRO;
        if (micros > 0) {
            buffer[size++] = '.';
            digits(micros, MICROS_DIGITS);
        }
    }

    /** Writes characters that need no escaping. */
    void plain(byte[] ascii, int length) {
        reserve(length);
        System.arraycopy(ascii, 0, buffer, size, length);
        size += length;
    }

    /** Writes bytes unchanged, except for escaped special characters of the format. */
    void octets(byte[] value) {
        reserve(2 * value.length);
        for (byte octet : value) {
            ascii((char) (octet & 0xFF));
        }
    }

    void string(String value) {
        int length = value.length();
        reserve(BYTES_PER_CHAR * length);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else if (c < 0x800) {
                buffer[size++] = (byte) (0xC0 | (c >> 6));
                trailing(c);
            } else if (Character.isSurrogate(c)) {
                supplementary(value, i++);
            } else {
                buffer[size++] = (byte) (0xE0 | (c >> 12));
                trailing(c >> 6);
                trailing(c);
            }
        }
    }

    private void ascii(char c) {
        if (c == '\t' || c == '\n' || c == '\r' || c == '\\') {
            buffer[size++] = '\\';
            buffer[size++] = (byte) escaped(c);
        } else {
            buffer[size++] = (byte) c;
        }
    }

    private static char escaped(char c) {
        return switch (c) {
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\r' -> 'r';
            default -> c;
        };
    }

    private void supplementary(String value, int at) {
        int point = value.codePointAt(at);
        if (!Character.isSupplementaryCodePoint(point)) {
            throw new IllegalArgumentException("half a surrogate pair at index " + at + " of a text to load");
        }
        buffer[size++] = (byte) (0xF0 | (point >> 18));
        trailing(point >> 12);
        trailing(point >> 6);
        trailing(point);
    }

    private void trailing(int bits) {
        buffer[size++] = (byte) (0x80 | (bits & 0x3F));
    }

    private void twoDigits(char before, int value) {
        buffer[size++] = (byte) before;
        buffer[size++] = (byte) ('0' + value / 10);
        buffer[size++] = (byte) ('0' + value % 10);
    }

    /** Writes the digits of a value of 0 or more, padded with zeros to the given count. */
    private void digits(long value, int atLeast) {
        if (value < MANY_DIGITS && atLeast <= FEW_DIGITS) {
            fewDigits((int) value, atLeast);
        } else {
            manyDigits(value, atLeast);
        }
    }

    /**
     * Writes at most eight digits, as in nearly all numbers of a load, without a loop. This is faster, and the method is too long for the
     * compiler to inline it into every row writer, which would cost more time than the rows.
     */
    private void fewDigits(int value, int atLeast) {
        byte[] out = buffer;
        int at = size;
        int upper = value / 10_000;
        int lower = value % 10_000;
        if (atLeast > 7 || upper >= 1_000) {
            out[at++] = (byte) ('0' + upper / 1_000);
        }
        if (atLeast > 6 || upper >= 100) {
            out[at++] = (byte) ('0' + upper / 100 % 10);
        }
        if (atLeast > 5 || upper >= 10) {
            out[at++] = (byte) ('0' + upper / 10 % 10);
        }
        if (atLeast > 4 || upper >= 1) {
            out[at++] = (byte) ('0' + upper % 10);
        }
        if (atLeast > 3 || value >= 1_000) {
            out[at++] = (byte) ('0' + lower / 1_000);
        }
        if (atLeast > 2 || value >= 100) {
            out[at++] = (byte) ('0' + lower / 100 % 10);
        }
        if (atLeast > 1 || value >= 10) {
            out[at++] = (byte) ('0' + lower / 10 % 10);
        }
        out[at++] = (byte) ('0' + lower % 10);
        size = at;
    }

    private void manyDigits(long value, int atLeast) {
        int start = digits.length;
        for (long rest = value; rest > 0; rest /= 10) {
            digits[--start] = (byte) ('0' + rest % 10);
        }
        while (digits.length - start < atLeast) {
            digits[--start] = '0';
        }
        System.arraycopy(digits, start, buffer, size, digits.length - start);
        size += digits.length - start;
    }

    private void reserve(int more) {
        if (buffer.length - size < more) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, size + more));
        }
    }
}
