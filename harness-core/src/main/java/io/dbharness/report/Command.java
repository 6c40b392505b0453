package io.dbharness.report;

import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.PlanFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command line that sends the same work again. */
public final class Command {

    /** An open model describes itself in the words of the options that make it. */
    private static final Pattern OPEN = Pattern.compile("open, (\\S+), (\\w+),.*");

    private static final int MILLIS = 1000;

    private Command() {}

    public static String of(RunResult result) {
        PlanFacts plan = result.plan();
        List<String> words = new ArrayList<>(
                List.of("java", "-jar", "harness.jar", result.workload().name()));
        for (Map.Entry<String, String> parameter :
                result.workload().parameters().entrySet()) {
            option(words, parameter.getKey(), parameter.getValue());
        }
        Matcher open = OPEN.matcher(plan.load());
        if (!plan.closed() && open.matches()) {
            option(words, "rate", open.group(1));
            option(words, "arrival", open.group(2));
        }
        option(words, "users", Integer.toString(plan.users()));
        option(words, "connections", Integer.toString(plan.connections()));
        String isolation = result.target().settings().get("isolation.requested");
        if (isolation != null) {
            option(words, "isolation", isolation);
        }
        option(words, "warmup", duration(result, "warmup"));
        option(words, "duration", duration(result, "measure"));
        option(words, "seed", Long.toString(plan.seed()));
        option(words, "max-attempts", Integer.toString(plan.maxAttempts()));
        return String.join(" ", words);
    }

    private static void option(List<String> words, String name, String value) {
        words.add("--" + name);
        words.add(value);
    }

    private static String duration(RunResult result, String phase) {
        double seconds = result.windows().stream()
                .filter(window -> window.phase().equals(phase))
                .mapToDouble(RunResult.Window::seconds)
                .sum();
        long millis = Math.round(seconds * MILLIS);
        return millis % MILLIS == 0 ? millis / MILLIS + "s" : millis + "ms";
    }
}
