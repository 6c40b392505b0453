package io.dbharness.cli;

import io.dbharness.report.TextReport;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import java.nio.file.Path;
import java.util.Map;

/**
 * The last thing a command prints.
 *
 * @param terminal where
 */
record Summary(Terminal terminal) {

    private static final Map<Verdict, String> COLOURS =
            Map.of(Verdict.VALID, "\u001b[32m", Verdict.SUSPECT, "\u001b[33m", Verdict.INVALID, "\u001b[31m");

    private static final String PLAIN = "\u001b[0m";

    /**
     * Prints a report and, last, where the full one lies.
     *
     * @param aside on standard error, because standard output is for something else
     */
    void print(RunResult result, Path report, boolean aside) {
        String text = new TextReport().report(result) + "report      " + report + System.lineSeparator();
        if (aside) {
            terminal.err().print(text);
        } else {
            terminal.out().print(coloured(result.verdict(), text));
        }
    }

    /** Only the verdict, which is the first word. */
    private String coloured(Verdict verdict, String text) {
        String word = verdict.toString();
        return terminal.colour() ? COLOURS.get(verdict) + word + PLAIN + text.substring(word.length()) : text;
    }
}
