package io.dbharness.report;

import io.dbharness.measure.ClientDelays;
import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.model.Resources;
import io.dbharness.result.LoadFacts;
import io.dbharness.result.Recovery;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.Shift;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The sentences that all reports have in common. Pure functions of a result. */
@Internal
public final class ReportSentences {

    /**
     * Settings worth a line beside the numbers: what decides durability, consistency and memory. A target that has none of that name
     * prints none; the full report has them all.
     */
    private static final List<String> HEADLINE_SETTINGS = Resources.text(ReportSentences.class, "headline-settings.txt")
            .lines()
            .toList();

    private static final double BYTES_PER_MIB = 1 << 20;

    private static final Pattern CODE = Pattern.compile("[A-Z]+ ([A-Z_]+)");

    /** Advice on caveats whose detail has none, by code. */
    private static final Properties ADVICE = Resources.properties(ReportSentences.class, "advice.properties");

    private ReportSentences() {}

    public static String title(RunResult result) {
        return result.workload().name() + " on " + product(result);
    }

    public static String product(RunResult result) {
        return result.target().product() + " " + result.target().version();
    }

    public static String caveat(Caveat caveat) {
        return caveat.code() + ": " + caveat.detail();
    }

    /**
     * Adds what to do about a caveat.
     *
     * @param caveat severity, code and detail
     */
    public static String advised(String caveat) {
        Matcher code = CODE.matcher(caveat);
        String advice = code.lookingAt() ? ADVICE.getProperty(code.group(1)) : null;
        return advice == null ? caveat : caveat + "; " + advice;
    }

    /** With the mode in which they were made, where the workload has several: figures of two modes cannot be compared. */
    public static String scores(RunResult result) {
        String mode = result.workload().parameters().get("mode");
        return result.scores().entrySet().stream()
                .map(score -> score.getKey() + " " + Numbers.of(score.getValue()))
                .collect(Collectors.joining(
                        ", ", "", mode == null || result.scores().isEmpty() ? "" : ", mode " + mode));
    }

    public static String throughput(RunResult result) {
        String interval = interval(result);
        return Numbers.of(result.throughputPerSecond().value())
                + (interval.isEmpty()
                        ? " per second (too short a run for a confidence interval)"
                        : " per second (95 % confidence within this run: " + interval + ")");
    }

    /** That of the throughput; empty if there is none. */
    public static String interval(RunResult result) {
        return result.throughputPerSecond().ci95().stream().map(Numbers::of).collect(Collectors.joining(" to "));
    }

    /** When its level changed suddenly, and from what to what, one line each. */
    public static List<String> shifts(RunResult result) {
        return result.throughputPerSecond().shifts().stream()
                .map(shift -> "throughput changed after " + Numbers.seconds(shift.atSeconds()) + " s: from "
                        + Numbers.of(shift.before()) + " to " + Numbers.of(shift.after()) + " a second ("
                        + change(shift) + ")")
                .toList();
    }

    /** Returns a line for each injected fault and its recovery, and a last line about acknowledged work. */
    public static List<String> faults(RunResult result) {
        List<String> lines = new ArrayList<>(recoveries(result));
        if (!lines.isEmpty()) {
            List<Check> after = result.checks().stream()
                    .filter(check -> check.when().equals("after"))
                    .toList();
            String lost = after.stream()
                    .filter(check -> !check.passed())
                    .map(check -> check.name() + ": " + check.detail())
                    .collect(Collectors.joining("; "));
            String none = after.isEmpty() ? "not checked" : "0 lost, by " + after.size() + " checks after the run";
            lines.add("acknowledged work: " + (lost.isEmpty() ? none : lost));
        }
        return lines;
    }

    private static List<String> recoveries(RunResult result) {
        return result.throughputPerSecond().faults().stream()
                .map(fault -> fault.fault() + " after " + Numbers.seconds(fault.atSeconds()) + " s, over after "
                        + Numbers.seconds(fault.overSeconds()) + " s: nothing completed for "
                        + (fault.silentSeconds() < 1 ? "less than 1" : Numbers.seconds(fault.silentSeconds())) + " s, "
                        + recovered(fault) + ", " + fault.failed() + " requests failed until then")
                .toList();
    }

    private static String recovered(Recovery fault) {
        String rate = "90 % of the " + Numbers.of(fault.perSecondBefore()) + " a second before";
        return fault.recoveredSeconds() == null
                ? rate + " were not reached again"
                : rate + " were reached again after " + Numbers.seconds(fault.recoveredSeconds()) + " s";
    }

    /** For example {@code -30.0 %}. */
    public static String change(Shift shift) {
        return shift.before() == 0
                ? "from nothing"
                : String.format(Locale.ROOT, "%+.1f %%", 100 * (shift.after() / shift.before() - 1));
    }

    public static String accounts(RunResult result) {
        Totals t = result.totals();
        return "intended " + t.intended() + " = started " + t.started() + " + skipped " + t.skipped() + " + backlog "
                + t.backlog() + "; started " + t.started() + " = completed " + t.completed() + " + failed " + t.failed()
                + " + pending " + t.pending() + "; retried " + t.retried();
    }

    /** One line on all checks, then one for each that failed. */
    public static List<String> checks(RunResult result) {
        if (result.checks().isEmpty()) {
            return List.of("none");
        }
        List<Check> failed = result.checks().stream().filter(c -> !c.passed()).toList();
        if (failed.isEmpty()) {
            long after = result.checks().stream()
                    .filter(c -> c.when().equals("after"))
                    .count();
            String before = result.checks().size() - after + " before";
            return List.of(after == 0 ? before + " passed, none after" : before + " and " + after + " after passed");
        }
        List<String> lines = new ArrayList<>();
        lines.add(failed.size() + " of " + result.checks().size() + " failed");
        failed.forEach(c -> lines.add("FAILED " + c.name() + " " + c.when() + ": " + c.detail()));
        return lines;
    }

    public static String target(RunResult result) {
        return product(result) + " at " + result.target().url();
    }

    public static String headlineSettings(RunResult result) {
        Map<String, String> settings = result.target().settings();
        return HEADLINE_SETTINGS.stream()
                .filter(settings::containsKey)
                .map(name -> name + " " + settings.get(name))
                .collect(Collectors.joining(", "));
    }

    public static String workload(RunResult result) {
        StringBuilder workload = new StringBuilder(result.workload().name());
        result.workload().parameters().forEach((name, value) -> workload.append(", " + name + " " + value));
        return workload.toString();
    }

    public static String load(RunResult result) {
        PlanFacts plan = result.plan();
        LoadFacts load = plan.loadModel();
        String limit = load == null || load.requestTimeoutSeconds() == null
                ? ""
                : ", " + Numbers.seconds(load.requestTimeoutSeconds()) + " s each";
        return plan.load() + "; " + plan.connections() + " connections, " + plan.sessions() + "; seed " + plan.seed()
                + "; at most " + plan.maxAttempts() + " attempts" + limit;
    }

    public static String windows(RunResult result) {
        return result.windows().stream()
                .map(window -> window.phase() + " " + Numbers.seconds(window.seconds()) + " s")
                .collect(Collectors.joining(", "));
    }

    public static String tool(RunResult result) {
        return result.tool().name() + " " + result.tool().version() + ", commit "
                + result.tool().commit();
    }

    /** How the load generator fared, name to value. */
    public static Map<String, String> health(Health health) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processor share", Numbers.percent(health.cpuShare()) + " of " + health.cpus());
        facts.put("garbage collection share", Numbers.percent(health.collectionShare()));
        facts.put("late dispatch p99, ms", LatencyCell.of(health.dispatch(), "p99"));
        facts.put("late dispatch max, ms", LatencyCell.of(health.dispatch(), "max"));
        facts.put("pauses p99, ms", LatencyCell.of(health.hiccups(), "p99"));
        facts.put("pauses max, ms", LatencyCell.of(health.hiccups(), "max"));
        facts.put("peak heap, MiB", Numbers.of(health.peakHeapBytes() / BYTES_PER_MIB));
        ClientDelays delays = health.delays();
        if (delays.samples() > 0) {
            facts.put("requests sampled", Long.toString(delays.samples()));
            facts.put("requests made more than 50 us longer", Long.toString(delays.delayedRequests()));
            facts.put("time of requests spent waiting for the client", Numbers.percent(delays.waitedShare()));
            facts.put("run-queue delay", delays.queueingTold() ? "known" : "not told by this system");
        }
        return facts;
    }

    /** Returns the separate verdicts of throughput and latencies where they differ, and accepted caveats; otherwise empty. */
    public static String verdicts(RunResult result) {
        RunResult.Verdicts verdicts = result.verdicts();
        String apart = verdicts.throughput() == verdicts.latency()
                ? ""
                : " (throughput " + verdicts.throughput() + ", latencies " + verdicts.latency() + ")";
        return apart + accepted(result);
    }

    /** Returns the accepted caveats for a place beside the verdict, such as {@code (NOT_DURABLE accepted)}; empty without any. */
    public static String accepted(RunResult result) {
        return result.accepted().isEmpty() ? "" : " (" + String.join(", ", result.accepted()) + " accepted)";
    }

    /** Returns workload, load and target of the run, by name in the order of display. */
    public static Map<String, String> setting(RunResult result) {
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("workload", workload(result));
        setting.put("load", load(result));
        setting.put("windows", windows(result));
        setting.put("target", target(result));
        return setting;
    }

    /** Names and values. */
    public static CellTable table(String name, Map<String, String> facts) {
        List<List<String>> rows = new ArrayList<>();
        facts.forEach((fact, value) -> rows.add(List.of(fact, value)));
        return CellTable.words(List.of(name, "value"), rows);
    }
}
