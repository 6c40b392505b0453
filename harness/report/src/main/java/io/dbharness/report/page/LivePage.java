package io.dbharness.report.page;

import io.dbharness.model.Resources;
import io.dbharness.report.CellTable;
import io.dbharness.report.Numbers;
import io.dbharness.report.chart.Html;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.Verdict;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.result.history.IntervalHistory.Ended;
import io.dbharness.result.history.IntervalHistory.Stretch;
import io.dbharness.result.history.PartialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A run as a page while it goes on: the charts of its report, so far. Immutable.
 *
 * @param what    is run
 * @param when    which run of how many it is, and how far it has come
 * @param share   of the present step that is done, from 0 to 1; empty if unknown
 * @param steps   that led to where it stands, the last one last
 * @param history so far
 */
public record LivePage(String what, String when, Optional<Double> share, List<String> steps, IntervalHistory history) {

    /** Reports are cut here to be shown within a live page. */
    private static final String BODY = "<body>\n";

    private static final String SCRIPT = "<script>";

    public LivePage {
        steps = List.copyOf(steps);
    }

    /** The document around a body, with the script that replaces the body by newer ones, which it asks the server at {@code events} for. */
    public static String document(String body) {
        String script = "const interact = (window, document) => {" + Resources.text(LivePage.class, "page.js") + "};\n"
                + Resources.text(LivePage.class, "live.js");
        return Resources.text(LivePage.class, "live.html")
                .formatted(
                        Page.hash(script),
                        Resources.text(LivePage.class, "page.css") + Resources.text(LivePage.class, "live.css"),
                        body,
                        script);
    }

    /** Returns the body of a finished report, without its script. */
    public static String bodyOf(String report) {
        int from = report.indexOf(BODY) + BODY.length();
        int to = report.lastIndexOf(SCRIPT);
        if (from < BODY.length() || to < from) {
            throw new IllegalArgumentException("no report of this program");
        }
        return report.substring(from, to);
    }

    /** Returns the current body of the page. */
    public String body() {
        PartialResult soFar = PartialResult.of(history);
        boolean measuring = soFar.seconds() > 0;
        String word = history.stretches().isEmpty() ? "PREPARING" : measuring ? "SO FAR " + soFar.verdict() : "WARM-UP";
        Page page = new Page(what, measuring ? Optional.of(soFar.verdict()) : Optional.empty(), word, what, when);
        page.section("So far", "");
        page.html(bar());
        if (history.stretches().isEmpty()) {
            page.list(steps);
            return page.body();
        }
        page.list(soFar.reasons());
        page.headlines(headlines(soFar));
        page.paragraph(judged(soFar, measuring));
        page.section("Over time", "");
        page.charts(new TimeCharts(history, new Throughput(soFar.perSecond(), List.of())).charts());
        page.section("Operations", "");
        page.table("So far, by operation", operations(soFar));
        if (!steps.isEmpty()) {
            page.section("Steps until now", "");
            page.list(steps);
        }
        return page.body();
    }

    private static String judged(PartialResult soFar, boolean measuring) {
        if (!measuring) {
            return "The warm-up does not count; what is measured begins after it.";
        }
        return (soFar.verdict() == Verdict.VALID && soFar.reasons().isEmpty()
                        ? "Nothing speaks against the numbers so far. "
                        : "")
                + "The verdict comes at the end, with the checks of the data, the confidence of each figure and the client's part in it.";
    }

    private String bar() {
        return share.map(done -> Html.element(
                        "div",
                        "bar",
                        "<i style=\"width:" + String.format(Locale.ROOT, "%.1f", 100 * done) + "%\"></i>"))
                .orElse("");
    }

    private List<Headline> headlines(PartialResult soFar) {
        Stretch last = history.stretches().get(history.stretches().size() - 1);
        String lately = "in the last " + Numbers.tick(history.stretchSeconds()) + " s";
        List<Headline> headlines = new ArrayList<>();
        if (soFar.seconds() > 0) {
            headlines.add(new Headline(
                    "operations per second",
                    Numbers.of(soFar.perSecond()),
                    "mean of " + Numbers.tick(soFar.seconds()) + " s"));
        }
        headlines.add(new Headline(
                "operations per second", Numbers.of(last.all().completed() / history.stretchSeconds()), lately));
        headlines.add(new Headline("response p50, ms", millis(last.all().p50Nanos()), lately));
        headlines.add(new Headline("response p99, ms", millis(last.all().p99Nanos()), lately));
        headlines.add(
                new Headline("failed", Long.toString(soFar.failed()), "of " + (soFar.completed() + soFar.failed())));
        headlines.add(new Headline("in flight", Long.toString(last.inFlight()), last.backlog() + " more are due"));
        return headlines;
    }

    private CellTable operations(PartialResult soFar) {
        Stretch last = history.stretches().get(history.stretches().size() - 1);
        double seconds = Math.max(history.stretchSeconds(), soFar.seconds());
        return new CellTable.Columns<String>()
                .words("operation", name -> name)
                .numbers("completed", name -> Long.toString(sum(name).completed()))
                .numbers("per second", name -> Numbers.of(sum(name).completed() / seconds))
                .numbers("failed", name -> Long.toString(sum(name).failed()))
                .numbers(
                        "p99 lately, ms",
                        name -> millis(last.operations()
                                .getOrDefault(name, Ended.NOTHING)
                                .p99Nanos()))
                .of(List.copyOf(history.operations()));
    }

    /** Sums an operation over the measurement; latencies are left out because they cannot be added. */
    private Ended sum(String operation) {
        return history.stretches().stream()
                .filter(stretch -> stretch.startSeconds() >= 0)
                .map(stretch -> stretch.operations().getOrDefault(operation, Ended.NOTHING))
                .reduce(
                        Ended.NOTHING,
                        (a, b) -> new Ended(a.completed() + b.completed(), a.failed() + b.failed(), 0, 0, 0));
    }

    private static String millis(long nanos) {
        return nanos == 0 ? "-" : Numbers.of(nanos / Numbers.NANOS_PER_MILLI);
    }
}
