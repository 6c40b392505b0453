package io.dbharness.sql.profile;

import io.dbharness.distribution.ValueDistribution;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.random.Seed;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The generators of all kinds of values. */
final class Generators {

    private static final int NUMBER_BYTES = 8;
    private static final byte[] LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);

    private Generators() {}

    /** Whole numbers. */
    record Whole(ValueDistribution numbers) implements Generator {

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return numbers.draw(random, ordinal);
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.add(numbers.draw(random, ordinal));
        }

        @Override
        public long bytes() {
            return NUMBER_BYTES;
        }

        @Override
        public String toString() {
            return numbers.toString();
        }
    }

    /**
     * Decimal numbers.
     *
     * @param unscaled numbers without decimal point
     * @param digits   digits after the decimal point
     */
    record Decimal(ValueDistribution unscaled, int digits) implements Generator {

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return BigDecimal.valueOf(unscaled.draw(random, ordinal), digits);
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.addDecimal(unscaled.draw(random, ordinal), digits);
        }

        @Override
        public long bytes() {
            return NUMBER_BYTES;
        }

        @Override
        public String toString() {
            return "decimal(" + unscaled + ", " + digits + ")";
        }
    }

    /**
     * Timestamps.
     *
     * @param start timestamp of number 0
     * @param step  interval between consecutive numbers
     */
    record Moment(LocalDateTime start, Duration step, ValueDistribution numbers) implements Generator {

        private LocalDateTime at(long number) {
            return start.plus(step.multipliedBy(number));
        }

        LocalDateTime first() {
            return at(numbers.least());
        }

        LocalDateTime last() {
            return at(numbers.most());
        }

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return at(numbers.draw(random, ordinal));
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.add(at(numbers.draw(random, ordinal)));
        }

        @Override
        public long bytes() {
            return NUMBER_BYTES;
        }

        @Override
        public String toString() {
            return "time(" + start + ", " + step + ", " + numbers + ")";
        }
    }

    /**
     * Texts and bytes with a distribution of sizes.
     *
     * @param size    number of characters or bytes
     * @param numbers numbers that identify values; empty if values need not repeat
     */
    record Content(ValueDistribution size, Optional<ValueDistribution> numbers) {

        /** Draws a value; if it is identified by a number, its size and content depend only on that number. */
        byte[] draw(RandomGenerator random, long ordinal) {
            if (numbers.isEmpty()) {
                return draw(random, random, ordinal);
            }
            long number = numbers.get().draw(random, ordinal);
            RandomGenerator own = new Seed(number).stream("value", 0);
            return draw(own, own, number);
        }

        private byte[] draw(RandomGenerator sizes, RandomGenerator content, long ordinal) {
            byte[] bytes = new byte[(int) size.draw(sizes, ordinal)];
            content.nextBytes(bytes);
            return bytes;
        }

        long bytes() {
            return Math.round(size.mean(Seed.DEFAULT.stream("mean-size", 0)));
        }

        @Override
        public String toString() {
            return "(" + size + numbers.map(known -> ", " + known).orElse("") + ")";
        }
    }

    /** Texts of letters, digits, hyphens and underscores. */
    record Text(Content content) implements Generator {

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return text(random, ordinal);
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.add(text(random, ordinal));
        }

        private String text(RandomGenerator random, long ordinal) {
            byte[] bytes = content.draw(random, ordinal);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = LETTERS[bytes[i] & LETTERS.length - 1];
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        @Override
        public long bytes() {
            return content.bytes();
        }

        @Override
        public String toString() {
            return "text" + content;
        }
    }

    /** Random bytes. */
    record Bytes(Content content) implements Generator {

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return content.draw(random, ordinal);
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.add(content.draw(random, ordinal));
        }

        @Override
        public long bytes() {
            return content.bytes();
        }

        @Override
        public String toString() {
            return "bytes" + content;
        }
    }

    /**
     * Texts from a list.
     *
     * @param words   list of texts
     * @param choice  weights of the texts
     */
    record Words(List<String> words, Weights choice) implements Generator {

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return words.get(choice.draw(random));
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.add(words.get(choice.draw(random)));
        }

        @Override
        public long bytes() {
            return words.stream().mapToInt(String::length).max().orElse(0);
        }

        @Override
        public String toString() {
            return "words" + words + choice;
        }
    }
}
