package io.dbharness.cql;

import io.dbharness.workload.Parameter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How often each of several things is done: {@code insert=1,simple1=3}. */
record Weights() implements Parameter.Domain {

    private static final Pattern ONE =
            Pattern.compile("\\s*(?:\\w+\\.)?([\\w-]+)\\s*=\\s*([0-9]{1,6}(?:\\.[0-9]{1,6})?)\\s*");

    /** Names to weights, in their order; empty for anything else. cassandra-stress's brackets and names before a dot may be there. */
    static Map<String, Double> parse(String text) {
        Map<String, Double> weights = new LinkedHashMap<>();
        String inner = text.startsWith("(") && text.endsWith(")") ? text.substring(1, text.length() - 1) : text;
        for (String part : inner.split(",", -1)) {
            Matcher matcher = ONE.matcher(part);
            if (!matcher.matches() || weights.put(matcher.group(1), Double.valueOf(matcher.group(2))) != null) {
                return Map.of();
            }
        }
        return weights.values().stream().allMatch(weight -> weight > 0) ? weights : Map.of();
    }

    @Override
    public String label() {
        return "NAME=N,...";
    }

    @Override
    public boolean contains(String text) {
        return !parse(text).isEmpty();
    }

    @Override
    public String expectation() {
        return "names and how often each is done, insert=1,NAME=3, with numbers above 0";
    }
}
