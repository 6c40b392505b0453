package io.dbharness.target.simulated;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the address of a simulation. One use, one thread. */
final class SimulationText {

    private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,9})?)";
    private static final String UNIT = "(ns|us|ms|s|m)";
    private static final Pattern TIME = Pattern.compile(NUMBER + UNIT);
    private static final Pattern EXPONENTIAL = Pattern.compile("exp\\(" + NUMBER + UNIT + "\\)");
    private static final Pattern UNIFORM =
            Pattern.compile("uniform\\(" + NUMBER + UNIT + "\\.\\." + NUMBER + UNIT + "\\)");
    private static final Pattern LOG_NORMAL = Pattern.compile("lognormal\\(" + NUMBER + UNIT + ";" + NUMBER + "\\)");
    private static final Pattern RATE = Pattern.compile(NUMBER + "(?:/s)?");
    private static final Pattern TOKENS = Pattern.compile(NUMBER + "/s@" + NUMBER + UNIT);
    private static final Pattern CREDITS = Pattern.compile(NUMBER + "@" + NUMBER + "/s>" + NUMBER + "/s");
    private static final Pattern STALL = Pattern.compile(NUMBER + UNIT + "@" + NUMBER + UNIT);
    private static final Pattern FAILURE = Pattern.compile("([A-Z_]+):" + NUMBER + "%");
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9);

    private final String url;
    private final Problems problems = new Problems();
    private final Map<String, String> given = new LinkedHashMap<>();

    SimulationText(String url) {
        this.url = url;
    }

    Simulation parse() {
        split();
        List<Function<RandomGenerator, Stage>> stages = new ArrayList<>();
        match("stall", STALL, "a length and a period such as 200ms@10s").ifPresent(m -> {
            long length = nanos(m, 1);
            long period = nanos(m, 3);
            problems.require(length < period, "sim: a stall must be shorter than its period, not '" + m.group() + "'");
            stages.add(random -> Stages.stalls(length, period));
        });
        match("credits", CREDITS, "credits and two rates such as 1000@3500/s>1100/s")
                .ifPresent(m -> {
                    double burst = rate(m, 2);
                    double baseline = rate(m, 3);
                    stages.add(random -> Stages.credits(burst, baseline, number(m, 1)));
                });
        for (String cap : List.of("iops", "shaper")) {
            match(cap, RATE, "a rate such as 500 or 16000/s").ifPresent(m -> {
                double perSecond = rate(m, 1);
                stages.add(random -> Stages.shaper(perSecond));
            });
        }
        match("tokens", TOKENS, "a rate and a window such as 16000/s@22500us").ifPresent(m -> {
            double perSecond = rate(m, 1);
            long window = nanos(m, 2);
            problems.require(window > 0, "sim: a window of tokens must be longer than nothing");
            stages.add(random -> Stages.tokens(perSecond, window));
        });
        stages.add(service());
        Simulation.Faults faults = match("fail", FAILURE, "a kind and a share such as TIMEOUT:1%")
                .map(m -> new Simulation.Faults(failure(m.group(1)), number(m, 2) / 100))
                .orElse(new Simulation.Faults(FailureKind.OTHER, 0));
        boolean realTime = match("time", Pattern.compile("real|virtual"), "real or virtual")
                .filter(m -> m.group().equals("real"))
                .isPresent();
        given.keySet()
                .forEach(name -> problems.add("sim: unknown '" + name
                        + "'; known: service, servers, iops, shaper, tokens, credits, stall, fail, time"));
        problems.throwIfAny();
        return new Simulation(url, stages, faults, realTime);
    }

    private void split() {
        String text = url.substring(Simulation.SCHEME.length());
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                problems.add("sim: '" + part + "' is not name=value");
            } else if (given.put(part.substring(0, equals), part.substring(equals + 1)) != null) {
                problems.add("sim: '" + part.substring(0, equals) + "' is given twice");
            }
        }
    }

    private Function<RandomGenerator, Stage> service() {
        Function<RandomGenerator, Time> time =
                time(Optional.ofNullable(given.remove("service")).orElse("1ms"));
        return match("servers", Pattern.compile("(\\d{1,6})"), "a whole number")
                .map(m -> {
                    int count = Integer.parseInt(m.group(1));
                    problems.require(count > 0, "sim: servers must be at least 1");
                    return (Function<RandomGenerator, Stage>)
                            random -> Stages.servers(Math.max(1, count), time.apply(random));
                })
                .orElse(random -> Stages.unlimited(time.apply(random)));
    }

    private Function<RandomGenerator, Time> time(String text) {
        Matcher fixed = TIME.matcher(text);
        if (fixed.matches()) {
            return random -> Time.fixed(decimalNanos(fixed, 1));
        }
        Matcher exponential = EXPONENTIAL.matcher(text);
        if (exponential.matches()) {
            return random -> Time.exponential(decimalNanos(exponential, 1), random);
        }
        Matcher uniform = UNIFORM.matcher(text);
        if (uniform.matches()) {
            return random -> Time.uniform(decimalNanos(uniform, 1), decimalNanos(uniform, 3), random);
        }
        Matcher logNormal = LOG_NORMAL.matcher(text);
        if (logNormal.matches()) {
            return random -> Time.logNormal(decimalNanos(logNormal, 1), number(logNormal, 3), random);
        }
        problems.add("sim: service must be a time such as 5ms, exp(1ms), uniform(1ms..3ms) or lognormal(2ms;0.5), not '"
                + text + "'");
        return random -> Time.fixed(0);
    }

    private Optional<Matcher> match(String name, Pattern form, String expectation) {
        String text = given.remove(name);
        if (text == null) {
            return Optional.empty();
        }
        Matcher matcher = form.matcher(text);
        if (matcher.matches()) {
            return Optional.of(matcher);
        }
        problems.add("sim: " + name + " must be " + expectation + ", not '" + text + "'");
        return Optional.empty();
    }

    private FailureKind failure(String name) {
        Optional<FailureKind> kind = Arrays.stream(FailureKind.values())
                .filter(k -> k != FailureKind.NONE && k.name().equals(name))
                .findFirst();
        if (kind.isEmpty()) {
            problems.add("sim: a failure is one of "
                    + Arrays.stream(FailureKind.values())
                            .filter(k -> k != FailureKind.NONE)
                            .map(FailureKind::name)
                            .collect(Collectors.joining(", "))
                    + ", not '" + name + "'");
        }
        return kind.orElse(FailureKind.OTHER);
    }

    private double rate(Matcher matcher, int group) {
        problems.require(
                number(matcher, group) > 0, "sim: a rate must be more than nothing, not '" + matcher.group() + "'");
        return number(matcher, group);
    }

    private static double number(Matcher matcher, int group) {
        return Double.parseDouble(matcher.group(group));
    }

    private static double decimalNanos(Matcher matcher, int group) {
        return number(matcher, group) * NANOS.getOrDefault(matcher.group(group + 1), Double.NaN);
    }

    private static long nanos(Matcher matcher, int group) {
        return Math.round(decimalNanos(matcher, group));
    }
}
