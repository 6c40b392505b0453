package io.dbharness.report;

import io.dbharness.model.Internal;
import io.dbharness.result.LoadFacts;
import io.dbharness.result.LoadFacts.Segment;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.PlanFacts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The command line that sends the same work again.
 *
 * @param words   of the command
 * @param unknown what the result does not say, one sentence each
 */
@Internal
public record Command(List<String> words, List<String> unknown) {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    public Command {
        words = List.copyOf(words);
        unknown = List.copyOf(unknown);
    }

    public static Command of(RunResult result) {
        List<String> words = new ArrayList<>(List.of("java", "-jar", "harness.jar"));
        words.addAll(List.of(result.workload().name().split(" ")));
        List<String> unknown = new ArrayList<>();
        result.workload().parameters().forEach((name, value) -> option(words, name, value));
        PlanFacts plan = result.plan();
        LoadFacts load = plan.loadModel();
        if (!plan.closed() && load == null) {
            unknown.add(
                    "Clients with different rates were merged, so add --rate, --arrival and --late yourself; the result says of"
                            + " its load: " + plan.load() + ".");
        } else if (load != null && !plan.closed()) {
            rate(load, words, unknown);
            option(words, "arrival", load.arrival());
            option(words, "late", load.late());
        }
        option(words, "users", Integer.toString(plan.users()));
        option(words, "connections", Integer.toString(plan.connections()));
        option(words, "isolation", result.target().settings().getOrDefault("isolation.requested", ""));
        for (String name : List.of("reconnect", "idle-connections")) {
            option(words, name, result.target().settings().getOrDefault(name, ""));
        }
        option(words, "warmup", duration(load == null ? result.seconds("warmup") : load.warmUpSeconds()));
        option(words, "duration", duration(load == null ? result.measuredSeconds() : load.measurementSeconds()));
        if (load != null) {
            option(words, "until", until(load));
        }
        option(words, "seed", Long.toString(plan.seed()));
        option(words, "max-attempts", Integer.toString(plan.maxAttempts()));
        if (load != null && load.requestTimeoutSeconds() != null) {
            option(words, "request-timeout", duration(load.requestTimeoutSeconds()));
        }
        result.server()
                .limits()
                .forEach((name, value) -> option(words, "server-limit", name + "=" + Numbers.exact(value)));
        if (!result.agents().isEmpty()) {
            unknown.add("It was sent by agents: add --agents " + result.agents().size()
                    + " and your --bind, --join and --key.");
        }
        if (load == null && result.cutShort()) {
            unknown.add("The run was stopped early; the times are those it had, not those it was meant to have.");
        }
        return new Command(words, unknown);
    }

    /** Returns what else than its time ended the measurement; empty if nothing did. */
    private static String until(LoadFacts load) {
        String error = load.untilError() == null
                ? ""
                : "err<" + Numbers.exact(load.untilError()) + ",n>" + load.untilSamples();
        String count = load.until() == null ? "" : Long.toString(load.until());
        return count + (count.isEmpty() || error.isEmpty() ? "" : ",") + error;
    }

    /** The option takes one rate, or a line over the measurement that begins with the rate of the warm-up. */
    private static void rate(LoadFacts load, List<String> words, List<String> unknown) {
        List<Segment> segments = load.rate();
        Segment last = segments.isEmpty() ? new Segment(0, 0, 0) : segments.get(segments.size() - 1);
        Segment level = new Segment(last.fromPerSecond(), last.fromPerSecond(), load.warmUpSeconds());
        boolean constant = segments.size() == 1 && last.fromPerSecond() == last.toPerSecond();
        boolean line = last.seconds() == load.measurementSeconds()
                && (segments.size() == 1 ? load.warmUpSeconds() == 0 : segments.equals(List.of(level, last)));
        if (constant) {
            option(words, "rate", Numbers.exact(last.toPerSecond()) + "/s");
        } else if (line) {
            String ends = Numbers.exact(last.fromPerSecond()) + "->" + Numbers.exact(last.toPerSecond());
            option(words, "rate", ends + "/s");
        } else {
            unknown.add("The arrival rate went through " + segments.size()
                    + " segments, which no --rate can say; plan.loadModel.rate in result.json has them.");
        }
    }

    /** Adds an option unless its value is empty. */
    private static void option(List<String> words, String name, String value) {
        if (!value.isEmpty()) {
            words.add("--" + name);
            words.add(value);
        }
    }

    private static String duration(double seconds) {
        long millis = Math.round(seconds * 1000);
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    /** To be pasted into a POSIX shell, which takes it apart into the same words. */
    public String shell() {
        return words.stream().map(Command::quoted).collect(Collectors.joining(" "));
    }

    /** Control characters but line breaks are printed by the shell, so that none reaches the terminal of a reader. */
    private static String quoted(String word) {
        if (PLAIN.matcher(word).matches()) {
            return word;
        }
        StringBuilder quoted = new StringBuilder("'");
        word.codePoints().forEach(c -> {
            if (c == '\'') {
                quoted.append("'\\''");
            } else if (Character.isISOControl(c) && c != '\n') {
                quoted.append("'\"$(printf '");
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    quoted.append(String.format(Locale.ROOT, "\\%03o", b & 0xff));
                }
                quoted.append("')\"'");
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('\'').toString();
    }
}
