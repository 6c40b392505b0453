package io.dbharness.distribution;

import io.dbharness.model.Problems;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A distribution of whole numbers over a range, both ends included, in the shapes and the syntax of cassandra-stress, or by Zipf's law:
 * {@code uniform(1..10M)}, {@code gaussian(1..100,5)}, {@code ~exp(1..8)}, {@code zipfian(1..1000)}. Immutable.
 */
public final class ValueDistribution {

    /** The syntax of all distributions. */
    public static final String KNOWN =
            "fixed(N), uniform(A..B), exp(A..B), extreme(A..B,SHAPE), qextreme(A..B,SHAPE,PARTS),"
                    + " gaussian(A..B), gaussian(A..B,DEVIATIONS), gaussian(A..B,MEAN,DEVIATION), zipfian(A..B),"
                    + " zipfian(A..B,EXPONENT), scrambled(A..B), seq(A..B), seq(A..B,TIMES), each also with ~ in front";

    /** Further names that cassandra-stress accepts. */
    private static final Map<String, String> SYNONYMS = Map.of(
            "exponential", "exp",
            "extr", "extreme",
            "weibull", "extreme",
            "qextr", "qextreme",
            "qweibull", "qextreme",
            "gauss", "gaussian",
            "norm", "gaussian",
            "normal", "gaussian");

    private static final Pattern CALL = Pattern.compile("(~?)\\s*([A-Za-z]+)\\s*\\(([^()]*)\\)");
    /** Accepts more than two dots, like cassandra-stress. */
    private static final Pattern RANGE = Pattern.compile("(\\S+?)\\s*\\.\\.+\\s*(\\S+)");

    private static final Pattern WHOLE = Pattern.compile("(-?[0-9]{1,18})([kmb]?)", Pattern.CASE_INSENSITIVE);
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,15})?");
    private static final long MOST = 1_000_000_000_000_000_000L;
    private static final int SAMPLES = 4_096;

    /** The skew of YCSB. */
    private static final double ZIPFIAN_EXPONENT = 0.99;

    private static final double STEEPEST = 100;

    private final String text;
    private final Range range;
    private final boolean inverted;
    private final Shape shape;

    /** The shape of a distribution. */
    @FunctionalInterface
    private interface Shape {

        /**
         * Draws the distance from the least number; a value outside the range is moved to the range's nearer end.
         *
         * @param ordinal number of this draw; only sequences use it
         */
        long offset(RandomGenerator random, long ordinal);
    }

    private record Range(long least, long most) {

        long width() {
            return most - least;
        }
    }

    private ValueDistribution(String text, Range range, boolean inverted, Shape shape) {
        this.text = text;
        this.range = range;
        this.inverted = inverted;
        this.shape = shape;
    }

    /** Parses a distribution. Adds a problem, prefixed with {@code where}, and returns empty if the text is invalid. */
    public static Optional<ValueDistribution> parse(String text, String where, Problems problems) {
        Optional<ValueDistribution> distribution = parse(text.strip());
        problems.require(
                distribution.isPresent(), where + " '" + text.strip() + "' is no distribution; known are " + KNOWN);
        return distribution;
    }

    /** Parses a validated distribution expression. */
    public static ValueDistribution known(String text) {
        return parse(text).orElseThrow();
    }

    /** Parses a distribution; empty if the text is invalid. */
    public static Optional<ValueDistribution> parse(String text) {
        Matcher call = CALL.matcher(text);
        if (!call.matches()) {
            return Optional.empty();
        }
        List<String> arguments =
                Arrays.stream(call.group(3).split(",", -1)).map(String::strip).toList();
        String name = call.group(2).toLowerCase(Locale.ROOT);
        Optional<Range> range =
                name.equals("fixed") ? whole(arguments.get(0)).map(at -> new Range(at, at)) : range(arguments.get(0));
        boolean inverted = !call.group(1).isEmpty();
        return range.flatMap(r -> shape(name, r, arguments.subList(1, arguments.size()))
                .map(shape -> new ValueDistribution(text, r, inverted, shape)));
    }

    private static Optional<Range> range(String text) {
        Matcher matcher = RANGE.matcher(text);
        return matcher.matches()
                ? whole(matcher.group(1))
                        .flatMap(least -> whole(matcher.group(2)).map(most -> new Range(least, most)))
                        .filter(range -> range.least() <= range.most())
                : Optional.empty();
    }

    /**
     * Creates the shape of a name. By default a gaussian distribution is centred in its range, whose ends are three standard deviations
     * away.
     */
    private static Optional<Shape> shape(String name, Range range, List<String> rest) {
        List<Double> numbers =
                rest.stream().flatMap(number -> number(number).stream()).toList();
        if (numbers.size() < rest.size()) {
            return Optional.empty();
        }
        double first = numbers.isEmpty() ? 0 : numbers.get(0);
        double second = numbers.size() < 2 ? 0 : numbers.get(1);
        long count = range.width() + 1;
        double half = range.width() / 2.0;
        return switch (SYNONYMS.getOrDefault(name, name) + "/" + rest.size()) {
            case "fixed/0" -> Optional.of((random, ordinal) -> 0);
            case "uniform/0" -> Optional.of((random, ordinal) -> random.nextLong(count));
            // The n-th draw is the n-th number of the range, from the first again after the last.
            case "seq/0" -> Optional.of((random, ordinal) -> Math.floorMod(ordinal, count));
            // Repeats each number this many times before the next.
            case "seq/1" ->
                when(
                        first >= 1 && first == Math.rint(first),
                        () -> (random, ordinal) -> Math.floorMod(Math.floorDiv(ordinal, (long) first), count));
            case "zipfian/0" -> Optional.of(zipfian(count, ZIPFIAN_EXPONENT));
            case "zipfian/1" -> when(first > 0 && first < STEEPEST, () -> zipfian(count, first));
            // YCSB's zipfian distribution over its scrambled keys.
            case "scrambled/0" -> Optional.of((random, ordinal) -> YcsbZipfian.scrambled(count, random));
            case "exp/0" -> Optional.of(extreme(range, 1));
            case "extreme/1" -> when(first > 0, () -> extreme(range, first));
            case "qextreme/2" ->
                when(
                        first > 0 && second >= 1 && second <= 100_000 && second == Math.rint(second),
                        () -> quantized(range, first, (int) second));
            case "gaussian/0" -> Optional.of(gaussian(range, half, half / 3));
            case "gaussian/1" -> when(first > 0, () -> gaussian(range, half, half / first));
            case "gaussian/2" -> when(second > 0, () -> gaussian(range, first - range.least(), second));
            default -> Optional.empty();
        };
    }

    private static Optional<Shape> when(boolean allowed, Supplier<Shape> shape) {
        return allowed ? Optional.of(shape.get()) : Optional.empty();
    }

    /** Parses a whole number with an optional k, m or b for thousands, millions or billions. */
    private static Optional<Long> whole(String text) {
        Matcher matcher = WHOLE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long factor = (long) Math.pow(1_000, " kmb".indexOf(matcher.group(2).toLowerCase(Locale.ROOT)));
        long value = Long.parseLong(matcher.group(1));
        return Math.abs(value) <= MOST / factor ? Optional.of(value * factor) : Optional.empty();
    }

    /** Parses a decimal number, or a whole one with k, m or b. */
    public static Optional<Double> number(String text) {
        return DECIMAL.matcher(text).matches()
                ? Optional.of(Double.valueOf(text))
                : whole(text).map(Long::doubleValue);
    }

    /** Weibull distribution, scaled so that the far end is reached with probability 1 / sqrt(width); exponential for exponent 1. */
    private static Shape extreme(Range range, double exponent) {
        double scale = scale(range, exponent);
        return (random, ordinal) -> (long) (scale * quantile(random.nextDouble(), exponent));
    }

    /** The extreme distribution cut into parts of equal probability; within a part every number is equally likely. */
    private static Shape quantized(Range range, double exponent, int parts) {
        double scale = scale(range, exponent);
        double[] bounds = new double[parts + 1];
        for (int i = 0; i < parts; i++) {
            bounds[i] = Math.min((double) range.width(), scale * quantile((double) i / parts, exponent));
        }
        bounds[parts] = range.width() + 1.0;
        return (random, ordinal) -> {
            int part = random.nextInt(parts);
            return (long) (bounds[part] + random.nextDouble() * (bounds[part + 1] - bounds[part]));
        };
    }

    /** Zipfian distribution with the least number as the most frequent. */
    private static Shape zipfian(long count, double exponent) {
        Zipf zipf = new Zipf(count, exponent);
        return (random, ordinal) -> zipf.draw(random) - 1;
    }

    /** Normal distribution. Rounds the number itself towards 0, not its distance from the least, as cassandra-stress does. */
    private static Shape gaussian(Range range, double middle, double deviation) {
        return (random, ordinal) -> (long) (range.least() + middle + deviation * random.nextGaussian()) - range.least();
    }

    private static double scale(Range range, double exponent) {
        double farEnd = Math.sqrt(1.0 / Math.max(2, range.width()));
        return range.width() / quantile(1 - farEnd, exponent);
    }

    /** Quantile of the Weibull distribution with scale 1. */
    private static double quantile(double probability, double exponent) {
        return Math.pow(-Math.log1p(-probability), 1 / exponent);
    }

    /**
     * Draws a number of the range.
     *
     * @param ordinal number of this draw; draws may come in any order, because a sequence depends on this number alone
     */
    public long draw(RandomGenerator random, long ordinal) {
        long offset = Math.max(0, Math.min(range.width(), shape.offset(random, ordinal)));
        return inverted ? range.most() - offset : range.least() + offset;
    }

    /** Returns true if the draws 0 to {@code count} - 1 give different numbers. */
    public boolean isDistinct(long count) {
        return isSequence() && !text.contains(",") && count <= range.width() + 1;
    }

    /** Returns true if its numbers follow one another. */
    public boolean isSequence() {
        return text.replaceFirst("~", "").strip().toLowerCase(Locale.ROOT).startsWith("seq");
    }

    public long least() {
        return range.least();
    }

    public long most() {
        return range.most();
    }

    /** Estimates the mean from a few thousand draws; generators with equal seeds give equal results. */
    public double mean(RandomGenerator random) {
        double sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            sum += draw(random, i);
        }
        return sum / SAMPLES;
    }

    /** Returns the expression as the user wrote it. */
    @Override
    public String toString() {
        return text;
    }
}
