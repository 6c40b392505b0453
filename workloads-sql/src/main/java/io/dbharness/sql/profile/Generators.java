package io.dbharness.sql.profile;

import io.dbharness.distribution.ValueDistribution;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.model.HarnessException;
import io.dbharness.profile.Content;
import io.dbharness.profile.CsvColumn;
import io.dbharness.profile.Derived;
import io.dbharness.profile.Weights;
import io.dbharness.random.Seed;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The generators of all kinds of values. */
final class Generators {

    private static final int NUMBER_BYTES = 8;
    private static final int DERIVED_BYTES = 24;

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
    record SizedContent(ValueDistribution size, Optional<ValueDistribution> numbers) {

        /** Draws a value; if it is identified by a number, its size and content depend only on that number. */
        byte[] draw(RandomGenerator random, long ordinal) {
            return numbers.isEmpty()
                    ? Content.drawn(size, random, ordinal)
                    : Content.of(numbers.get().draw(random, ordinal), size);
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
    record Text(SizedContent content) implements Generator {

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return text(random, ordinal);
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.add(text(random, ordinal));
        }

        private String text(RandomGenerator random, long ordinal) {
            return Content.letters(content.draw(random, ordinal));
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
    record Bytes(SizedContent content) implements Generator {

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
     * Vectors of numbers from -1 to 1 in steps of 0.0001, as texts such as {@code [0.5,-0.25,1]}, the form in which pgvector returns them.
     *
     * @param size    number of dimensions
     * @param numbers numbers that identify vectors; empty if vectors need not repeat
     */
    record Vector(int size, Optional<ValueDistribution> numbers) implements Generator {

        private static final int DIGITS = 4;
        private static final int STEPS = 10_000;
        private static final int TEXT_BYTES = 8;

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            RandomGenerator own =
                    numbers.isEmpty() ? random : new Seed(numbers.get().draw(random, ordinal)).stream("vector", 0);
            return own.ints(size, -STEPS, STEPS + 1)
                    .mapToObj(step -> BigDecimal.valueOf(step, DIGITS)
                            .stripTrailingZeros()
                            .toPlainString())
                    .collect(Collectors.joining(",", "[", "]"));
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.add(draw(random, ordinal).toString());
        }

        @Override
        public long bytes() {
            return (long) TEXT_BYTES * size;
        }

        @Override
        public String toString() {
            return "vector(" + size + numbers.map(known -> ", " + known).orElse("") + ")";
        }
    }

    /**
     * Values made from others.
     *
     * @param text    in the file
     * @param derived makes them
     */
    record Made(String text, Derived derived) implements Generator {

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return draw(random, ordinal, name -> {
                throw new HarnessException(text + " needs the value of " + name);
            });
        }

        @Override
        public Object draw(RandomGenerator random, long ordinal, Function<String, Object> others) {
            return derived.of(new Derived.Inputs(random, ordinal, others));
        }

        @Override
        public boolean isDerived() {
            return true;
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            throw new IllegalStateException("a derived value is drawn with others");
        }

        @Override
        public long bytes() {
            return DERIVED_BYTES;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Texts of a column of a CSV file.
     *
     * @param text    in the profile
     * @param column  its values
     * @param numbers of lines, from 0; after the last line the first follows
     */
    record Lines(String text, CsvColumn column, ValueDistribution numbers) implements Generator {

        @Override
        public Object draw(RandomGenerator random, long ordinal) {
            return column.at(numbers.draw(random, ordinal));
        }

        @Override
        public void write(RowSink sink, RandomGenerator random, long ordinal) {
            sink.add(column.at(numbers.draw(random, ordinal)));
        }

        @Override
        public long bytes() {
            return column.values().stream().mapToInt(String::length).max().orElse(0);
        }

        /** Contains a digest of the values, because other values are another data set. */
        @Override
        public String toString() {
            return text + " #" + column.hashCode();
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
