package io.dbharness.testkit;

import io.dbharness.random.Seed;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The random inputs of one try of a property. Ends of a range and small values come more often than others. */
public final class Draws {

    private final long number;
    private final RandomGenerator random;

    Draws(long number) {
        this.number = number;
        this.random = new Seed(number).stream("draws", 0);
    }

    /** Any seed at all. */
    public Seed seed() {
        return new Seed(random.nextBoolean() ? random.nextLong() : between(-10, 10));
    }

    /** For generators that draw by themselves. */
    public RandomGenerator random() {
        return random;
    }

    /** From {@code min} to {@code max}, both included. */
    public int between(int min, int max) {
        return (int) between((long) min, max);
    }

    /** From {@code min} to {@code max}, both included and less than 2^63 - 1 apart. */
    public long between(long min, long max) {
        long values = Math.addExact(Math.subtractExact(max, min), 1);
        return switch (random.nextInt(10)) {
            case 0 -> random.nextBoolean() ? min : max;
            case 1, 2, 3 -> min + random.nextLong(1 + ((values - 1) >>> random.nextInt(Long.SIZE - 1)));
            default -> min + random.nextLong(values);
        };
    }

    public double between(double min, double max) {
        return random.nextInt(10) == 0 ? (random.nextBoolean() ? min : max) : random.nextDouble(min, max);
    }

    public boolean yes() {
        return random.nextBoolean();
    }

    /** None to {@code most} values. */
    public <T> List<T> listOf(int most, Supplier<T> value) {
        return Stream.generate(value).limit(between(0, most)).toList();
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
