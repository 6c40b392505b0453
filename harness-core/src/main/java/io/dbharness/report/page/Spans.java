package io.dbharness.report.page;

import java.util.ArrayList;
import java.util.List;

/** Heads that neighbouring columns have in common. */
final class Spans {

    private Spans() {}

    /**
     * One head.
     *
     * @param text    may be empty
     * @param columns that it spans
     */
    record Span(String text, int columns) {}

    /** Equal neighbours as one. */
    static List<Span> of(List<String> heads) {
        List<Span> spans = new ArrayList<>();
        for (String head : heads) {
            int last = spans.size() - 1;
            if (last >= 0 && spans.get(last).text().equals(head)) {
                spans.set(last, new Span(head, spans.get(last).columns() + 1));
            } else {
                spans.add(new Span(head, 1));
            }
        }
        return spans;
    }
}
