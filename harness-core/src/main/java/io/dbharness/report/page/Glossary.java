package io.dbharness.report.page;

import io.dbharness.report.chart.Html;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** One line on each word that a page uses. */
final class Glossary {

    /** In the order of reading. */
    static final Map<String, String> WORDS = words();

    private Glossary() {}

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("response", "from the intended start of a request to its end: what a requester waits");
        words.put("service", "from the actual start of a request to its end: what the target takes, retries included");
        words.put("wait", "for one of too few connections, before the actual start");
        words.put("p50", "half of all requests were at least as fast");
        words.put("p90", "nine in ten requests were at least as fast");
        words.put("p95", "19 in 20 requests were at least as fast");
        words.put("p99", "99 in 100 requests were at least as fast");
        words.put("max", "the slowest request, exactly");
        words.put("per second", "completions within the measurement, a second");
        words.put(
                "95 % CI",
                "an interval that holds the true value in 95 of 100 cases; within one run it says nothing of other runs");
        words.put("failed", "requests that ended in an error after all their attempts");
        words.put("retried", "attempts beyond the first");
        words.put("skipped", "requests of an open load that were never sent because nothing was free to send them");
        words.put("pending", "requests that had not ended when the run did");
        words.put("nines", "three nines are 99.9 %: one request in a thousand was slower");
        words.put("warm-up", "load before the measurement; it counts for nothing but the charts over time");
        words.put("knee", "the level beyond which more load gains less throughput than it costs response time");
        words.put("late dispatch", "how late the load generator itself sent what it was to send");
        return Collections.unmodifiableMap(words);
    }

    /** A word with its line for those who point at it, as HTML. */
    static String explained(String text) {
        int comma = text.indexOf(',');
        String meaning = WORDS.get(comma < 0 ? text : text.substring(0, comma));
        return meaning == null
                ? Html.escape(text)
                : "<abbr title=\"" + Html.escape(meaning) + "\">" + Html.escape(text) + "</abbr>";
    }
}
