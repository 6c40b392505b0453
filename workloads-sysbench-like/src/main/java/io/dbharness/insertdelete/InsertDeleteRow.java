package io.dbharness.insertdelete;

import io.dbharness.random.Seed;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

/**
 * One row, a function of the seed and its id: integers, timestamps, decimals, texts and bytes of varying length. Of each pair of
 * consecutive rows, one exceeds the mean by as much as the other is below it, so that consecutive rows have exactly {@link #MEAN_BYTES} on
 * average.
 *
 * @param id          sequential number, from 1
 * @param account     0 to 999,999
 * @param quantity    1 to 100
 * @param createdAt   timestamp to the second
 * @param dueAt       timestamp some days later
 * @param priceCents  unscaled price, two digits after the decimal point
 * @param amountMills unscaled amount, four digits after the decimal point
 * @param code        letters
 * @param name        letters
 * @param note        letters
 * @param octets      random bytes, one a character
 */
record InsertDeleteRow(
        long id,
        int account,
        int quantity,
        LocalDateTime createdAt,
        LocalDateTime dueAt,
        long priceCents,
        long amountMills,
        String code,
        String name,
        String note,
        String octets) {

    /**
     * The mean size of a row's values. The published test states about 400. Its 30 unlimited runs wrote 0.010675 MiB a minute for each row
     * a second, half of them inserts, which gives 373.
     */
    static final int MEAN_BYTES = 373;

    /** Digits after the decimal point of the price and of the amount. */
    static final int PRICE_DIGITS = 2;

    static final int AMOUNT_DIGITS = 4;

    /** A bigint, two integers, two timestamps of 8 bytes, two decimals of 9. */
    private static final int FIXED_BYTES = 8 + 2 * 4 + 2 * 8 + 2 * 9;

    private static final Span CODE = new Span(10, 20);
    private static final Span NAME = new Span(20, 60);
    private static final Span NOTE = new Span(60, 176);
    private static final Span PAYLOAD = new Span(50, 250);

    private static final int ACCOUNTS = 1_000_000;
    private static final int MOST_QUANTITY = 100;
    private static final int MOST_DUE_DAYS = 90;
    private static final int SECONDS_A_YEAR = 365 * 24 * 3600;
    private static final int MOST_PRICE_CENTS = 1_000_000;
    private static final int LETTERS = 26;
    private static final LocalDateTime EPOCH = LocalDateTime.of(2020, 1, 1, 0, 0);

    /** Uniformly distributed lengths from the shortest to the longest. */
    private record Span(int shortest, int longest) {

        int length(int drawn, boolean mirrored) {
            return mirrored ? longest - drawn : shortest + drawn;
        }

        int draw(RandomGenerator random) {
            return random.nextInt(longest - shortest + 1);
        }
    }

    static InsertDeleteRow of(Seed seed, long id) {
        RandomGenerator lengths = seed.stream("insert-delete-lengths", (id + 1) / 2);
        RandomGenerator values = seed.stream("insert-delete-row", id);
        boolean mirrored = id % 2 == 0;
        LocalDateTime created = EPOCH.plusSeconds(values.nextInt(SECONDS_A_YEAR));
        int quantity = 1 + values.nextInt(MOST_QUANTITY);
        long price = 1L + values.nextInt(MOST_PRICE_CENTS);
        return new InsertDeleteRow(
                id,
                values.nextInt(ACCOUNTS),
                quantity,
                created,
                created.plusDays(1 + values.nextInt(MOST_DUE_DAYS)),
                price,
                price * quantity * 100L,
                letters(values, CODE.length(CODE.draw(lengths), mirrored)),
                letters(values, NAME.length(NAME.draw(lengths), mirrored)),
                letters(values, NOTE.length(NOTE.draw(lengths), mirrored)),
                octets(values, PAYLOAD.length(PAYLOAD.draw(lengths), mirrored)));
    }

    byte[] payload() {
        return octets.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the bytes of its values, without overhead of the server. */
    int dataBytes() {
        return FIXED_BYTES + code.length() + name.length() + note.length() + octets.length();
    }

    private static String letters(RandomGenerator random, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(LETTERS)));
        }
        return text.toString();
    }

    private static String octets(RandomGenerator random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
