package io.dbharness.cql.profile;

import io.dbharness.model.Problems;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spreads as cassandra-stress writes them: {@code uniform(1..10M)}, {@code gaussian(1..100,5)}, {@code ~exp(1..8)}. */
public final class SpreadText {

    private static final String KNOWN =
            "fixed(N), uniform(A..B), exp(A..B), extreme(A..B,SHAPE), qextreme(A..B,SHAPE,PARTS),"
                    + " gaussian(A..B), gaussian(A..B,DEVIATIONS), gaussian(A..B,MEAN,DEVIATION), seq(A..B), each also with ~ in front";

    private static final Pattern CALL = Pattern.compile("(~?)\\s*([A-Za-z]+)\\s*\\(([^()]*)\\)");
    private static final Pattern RANGE = Pattern.compile("(\\S+?)\\s*\\.\\.\\s*(\\S+)");
    private static final Pattern WHOLE = Pattern.compile("(-?[0-9]{1,18})([kmbKMB]?)");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,15})?");
    private static final long MOST = 1_000_000_000_000_000_000L;
    private static final int MOST_PARTS = 100_000;

    private final String text;

    private SpreadText(String text) {
        this.text = text;
    }

    /** What the text says; notes what is wrong with it, after {@code where}, and returns nothing then. */
    public static Optional<Spread> parse(String text, String where, Problems problems) {
        Optional<Spread> spread = new SpreadText(text.strip()).spread();
        problems.require(spread.isPresent(), where + " '" + text.strip() + "' is no distribution; known are " + KNOWN);
        return spread;
    }

    private Optional<Spread> spread() {
        Matcher call = CALL.matcher(text);
        if (!call.matches()) {
            return Optional.empty();
        }
        List<String> arguments =
                Arrays.stream(call.group(3).split(",", -1)).map(String::strip).toList();
        String name = call.group(2).toLowerCase(Locale.ROOT);
        Optional<Spread.Range> range = name.equals("fixed")
                ? whole(arguments.get(0)).map(at -> new Spread.Range(at, at, false))
                : range(arguments.get(0), !call.group(1).isEmpty());
        List<String> rest = arguments.subList(1, arguments.size());
        return range.flatMap(r -> law(name, r, rest).map(law -> new Spread(text, r, law)));
    }

    private static Optional<Spread.Range> range(String text, boolean inverted) {
        Matcher matcher = RANGE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Optional<Long> least = whole(matcher.group(1));
        Optional<Long> most = whole(matcher.group(2));
        return least.isPresent() && most.isPresent() && least.get() <= most.get()
                ? Optional.of(new Spread.Range(least.get(), most.get(), inverted))
                : Optional.empty();
    }

    /** The names and their other forms are those of cassandra-stress. */
    private static Optional<Spread.Law> law(String name, Spread.Range range, List<String> rest) {
        return switch (name) {
            case "fixed", "uniform", "seq" -> plain(name, rest);
            case "exp", "exponential" -> rest.isEmpty() ? Optional.of(SpreadLaws.extreme(range, 1)) : Optional.empty();
            case "extr", "extreme", "weibull" ->
                rest.size() == 1
                        ? positive(rest.get(0)).map(shape -> SpreadLaws.extreme(range, shape))
                        : Optional.empty();
            case "qextr", "qextreme", "qweibull" -> quantized(range, rest);
            case "gauss", "gaussian", "norm", "normal" -> gaussian(range, rest);
            default -> Optional.empty();
        };
    }

    private static Optional<Spread.Law> plain(String name, List<String> rest) {
        if (!rest.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (name) {
                    case "fixed" -> SpreadLaws.FIXED;
                    case "uniform" -> SpreadLaws.UNIFORM;
                    default -> SpreadLaws.SEQUENCE;
                });
    }

    private static Optional<Spread.Law> quantized(Spread.Range range, List<String> rest) {
        if (rest.size() != 2) {
            return Optional.empty();
        }
        Optional<Long> parts = whole(rest.get(1)).filter(n -> n >= 1 && n <= MOST_PARTS);
        return positive(rest.get(0)).flatMap(shape -> parts.map(n -> SpreadLaws.quantized(range, shape, n.intValue())));
    }

    private static Optional<Spread.Law> gaussian(Spread.Range range, List<String> rest) {
        return switch (rest.size()) {
            case 0 -> Optional.of(SpreadLaws.gaussian(range, SpreadLaws.DEVIATIONS));
            case 1 -> positive(rest.get(0)).map(deviations -> SpreadLaws.gaussian(range, deviations));
            case 2 ->
                decimal(rest.get(0))
                        .flatMap(mean ->
                                positive(rest.get(1)).map(deviation -> SpreadLaws.gaussian(range, mean, deviation)));
            default -> Optional.empty();
        };
    }

    /** With k, m and b for thousands, millions and billions. */
    private static Optional<Long> whole(String text) {
        Matcher matcher = WHOLE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long factor = switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> 1_000;
            case "m" -> 1_000_000;
            case "b" -> 1_000_000_000;
            default -> 1;
        };
        long value = Long.parseLong(matcher.group(1));
        return Math.abs(value) <= MOST / factor ? Optional.of(value * factor) : Optional.empty();
    }

    private static Optional<Double> decimal(String text) {
        return DECIMAL.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : Optional.empty();
    }

    private static Optional<Double> positive(String text) {
        return decimal(text).filter(value -> value > 0);
    }
}
