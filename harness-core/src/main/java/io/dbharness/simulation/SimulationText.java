package io.dbharness.simulation;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the address of a simulation. One use, one thread. */
final class SimulationText {

    private static final String A_RATE = "a rate such as 500 or 16000/s";
    private static final Pattern ONE = Pattern.compile("(.+)");
    private static final Pattern PAIR = Pattern.compile("([^@]+)@([^@]+)");
    private static final Pattern CREDITS = Pattern.compile("([^@]+)@([^>]+)>(.+)");
    private static final Pattern EXPONENTIAL = Pattern.compile("exp\\((.+)\\)");
    private static final Pattern UNIFORM = Pattern.compile("uniform\\((.+)\\.\\.(.+)\\)");
    private static final Pattern LOG_NORMAL = Pattern.compile("lognormal\\((.+);(.+)\\)");
    private static final Pattern FAILURE = Pattern.compile("([A-Z_]+):(.+)");
    private static final Pattern SERVERS = Pattern.compile("\\d{1,6}");

    private final String url;
    private final Problems problems = new Problems();
    private final Map<String, String> given = new LinkedHashMap<>();
    private final List<Function<RandomGenerator, Stage>> stages = new ArrayList<>();

    SimulationText(String url) {
        this.url = url;
    }

    /** Reads one number of a value; nothing when the text is none. */
    private interface Reader {
        OptionalDouble read(String text);
    }

    /** A value as written and the numbers in it, times in nanoseconds. */
    private record Value(String text, List<Double> numbers) {

        double number(int index) {
            return numbers.get(index);
        }

        long nanos(int index) {
            return Math.round(numbers.get(index));
        }
    }

    Simulation parse() {
        split();
        stage(
                "stall",
                "a length and a period such as 200ms@10s",
                PAIR,
                this::stall,
                Quantities::nanos,
                Quantities::nanos);
        stage(
                "credits",
                "credits and two rates such as 1000@3500/s>1100/s",
                CREDITS,
                this::credits,
                Quantities::number,
                Quantities::perSecond,
                Quantities::perSecond);
        stage("iops", A_RATE, ONE, this::shaper, Quantities::perSecond);
        stage("shaper", A_RATE, ONE, this::shaper, Quantities::perSecond);
        stage(
                "tokens",
                "a rate and a window such as 16000/s@22500us",
                PAIR,
                this::tokens,
                Quantities::perSecond,
                Quantities::nanos);
        stages.add(service());
        Simulation.Faults faults = faults();
        String time = take("time").orElse("virtual");
        require(time.equals("real") || time.equals("virtual"), "time", "real or virtual", time);
        given.keySet()
                .forEach(name -> problems.add("sim: unknown '" + name
                        + "'; known: service, servers, iops, shaper, tokens, credits, stall, fail, time"));
        problems.throwIfAny();
        return new Simulation(url, stages, faults, time.equals("real"));
    }

    /** Adds what a value asks for, read as the readers read the groups of its form. */
    private void stage(
            String name,
            String expectation,
            Pattern form,
            Function<Value, Function<RandomGenerator, Stage>> maker,
            Reader... readers) {
        take(name).ifPresent(text -> {
            Optional<Value> value = read(text, form, readers);
            require(value.isPresent(), name, expectation, text);
            value.map(maker).ifPresent(stages::add);
        });
    }

    private Function<RandomGenerator, Stage> stall(Value value) {
        long length = value.nanos(0);
        long period = value.nanos(1);
        problems.require(length < period, "sim: a stall must be shorter than its period, not '" + value.text() + "'");
        return random -> Stage.stalls(length, period);
    }

    private Function<RandomGenerator, Stage> credits(Value value) {
        double burst = rate(value, 1);
        double baseline = rate(value, 2);
        return random -> Stage.credits(burst, baseline, value.number(0));
    }

    private Function<RandomGenerator, Stage> shaper(Value value) {
        double perSecond = rate(value, 0);
        return random -> Stage.shaper(perSecond);
    }

    private Function<RandomGenerator, Stage> tokens(Value value) {
        double perSecond = rate(value, 0);
        long window = value.nanos(1);
        problems.require(window > 0, "sim: a window of tokens must be longer than nothing");
        return random -> Stage.tokens(perSecond, window);
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
        Function<RandomGenerator, LongSupplier> time = time(take("service").orElse("1ms"));
        Optional<String> servers = take("servers");
        if (servers.isEmpty()) {
            return random -> Stage.unlimited(time.apply(random));
        }
        boolean whole = SERVERS.matcher(servers.get()).matches();
        require(whole, "servers", "a whole number", servers.get());
        int count = whole ? Integer.parseInt(servers.get()) : 1;
        problems.require(count > 0, "sim: servers must be at least 1");
        return random -> Stage.servers(Math.max(1, count), time.apply(random));
    }

    /** A service time: a fixed one or a distribution; the log-normal by its median and the standard deviation of its logarithm. */
    private Function<RandomGenerator, LongSupplier> time(String text) {
        OptionalDouble fixed = Quantities.nanos(text);
        if (fixed.isPresent()) {
            long nanos = Math.round(fixed.getAsDouble());
            return random -> () -> nanos;
        }
        Optional<Value> exponential = read(text, EXPONENTIAL, Quantities::nanos);
        if (exponential.isPresent()) {
            double mean = exponential.get().number(0);
            return random -> () -> Math.round(-mean * Math.log1p(-random.nextDouble()));
        }
        Optional<Value> uniform = read(text, UNIFORM, Quantities::nanos, Quantities::nanos);
        if (uniform.isPresent()) {
            double from = uniform.get().number(0);
            double width = uniform.get().number(1) - from;
            return random -> () -> Math.round(from + width * random.nextDouble());
        }
        Optional<Value> logNormal = read(text, LOG_NORMAL, Quantities::nanos, Quantities::number);
        if (logNormal.isPresent()) {
            double median = logNormal.get().number(0);
            double sigma = logNormal.get().number(1);
            return random -> () -> Math.round(median * Math.exp(sigma * random.nextGaussian()));
        }
        require(false, "service", "a time such as 5ms, exp(1ms), uniform(1ms..3ms) or lognormal(2ms;0.5)", text);
        return random -> () -> 0;
    }

    private Simulation.Faults faults() {
        String text = take("fail").orElse("OTHER:0%");
        Matcher matcher = FAILURE.matcher(text);
        OptionalDouble share = matcher.matches() ? Quantities.share(matcher.group(2)) : OptionalDouble.empty();
        require(share.isPresent(), "fail", "a kind and a share such as TIMEOUT:1%", text);
        FailureKind kind = share.isPresent() ? failure(matcher.group(1)) : FailureKind.OTHER;
        return new Simulation.Faults(kind, share.orElse(0));
    }

    private Optional<String> take(String name) {
        return Optional.ofNullable(given.remove(name));
    }

    private void require(boolean holds, String name, String expectation, String text) {
        problems.require(holds, "sim: " + name + " must be " + expectation + ", not '" + text + "'");
    }

    /** Reads each group of a form with the reader of the same place. */
    private static Optional<Value> read(String text, Pattern form, Reader... readers) {
        Matcher matcher = form.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i < readers.length; i++) {
            readers[i].read(matcher.group(i + 1)).ifPresent(numbers::add);
        }
        return numbers.size() == readers.length ? Optional.of(new Value(text, numbers)) : Optional.empty();
    }

    private FailureKind failure(String name) {
        List<String> kinds = Arrays.stream(FailureKind.values())
                .filter(kind -> kind != FailureKind.NONE)
                .map(FailureKind::name)
                .toList();
        problems.require(
                kinds.contains(name), "sim: a failure is one of " + String.join(", ", kinds) + ", not '" + name + "'");
        return kinds.contains(name) ? FailureKind.valueOf(name) : FailureKind.OTHER;
    }

    private double rate(Value value, int index) {
        problems.require(value.number(index) > 0, "sim: a rate must be more than nothing, not '" + value.text() + "'");
        return value.number(index);
    }
}
