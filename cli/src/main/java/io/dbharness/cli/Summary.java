package io.dbharness.cli;

import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.SummaryReport;
import io.dbharness.report.TextReport;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.RunOutcome.Judgement;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The last thing a command prints.
 *
 * @param terminal where
 * @param verbose  true for all of the result, false for one screen
 */
record Summary(CommandOutput terminal, boolean verbose) {

    private static final Map<Verdict, String> COLOURS =
            Map.of(Verdict.VALID, "\u001b[32m", Verdict.SUSPECT, "\u001b[33m", Verdict.INVALID, "\u001b[31m");

    /** JSON escapes those below a space itself. */
    private static final Pattern CONTROL = Pattern.compile("[\\x7f-\\x9f]");

    private static final String PLAIN = "\u001b[0m";

    /** Prints JSON on standard output, without what a terminal would obey. */
    void json(String json) {
        terminal.rawOut()
                .print(CONTROL.matcher(json)
                        .replaceAll(c -> String.format(
                                Locale.ROOT, "\\\\u%04x", (int) c.group().charAt(0))));
    }

    /** Prints a result that could not be written. */
    void print(RunResult result) {
        print(
                verbose
                        ? new TextReport().report(result)
                        : new SummaryReport(ConditionOutcomes.NONE, "").report(result),
                false);
    }

    /** Prints the report of a run; {@code aside} on standard error, because standard output is for something else. */
    void print(RunResult result, Path report, ConditionOutcomes outcomes, boolean aside) {
        print(
                verbose
                        ? new TextReport().report(result) + rest(report, outcomes)
                        : new SummaryReport(outcomes, report.toString()).report(result),
                aside);
    }

    /** Prints the report of an experiment. */
    void print(ExperimentDirectory experiment, ConditionOutcomes outcomes, boolean aside) {
        print(
                verbose ? experiment.fullText() + "\n" + rest(experiment.report(), outcomes) : experiment.summary(),
                aside);
    }

    /** Where the page lies, and the outcomes of conditions. */
    private static String rest(Path report, ConditionOutcomes outcomes) {
        return "report      " + report + System.lineSeparator() + outcomes.text();
    }

    private void print(String text, boolean aside) {
        if (aside) {
            terminal.err().print(text);
        } else {
            terminal.out().print(coloured(text));
        }
    }

    /** Warns of conditions that have no answer. */
    void warn(Judgement judgement) {
        if (judgement.warns()) {
            terminal.err()
                    .println(
                            "warning: a --fail-if has no answer: too few samples, a threshold within the confidence interval, or no"
                                    + " such number; --strict goes by point values, --fail-on-inconclusive fails");
        }
    }

    /** Prints the verdict, if it is the first word, in its colour; returns the rest. */
    private String coloured(String text) {
        if (!terminal.colour()) {
            return text;
        }
        for (Map.Entry<Verdict, String> colour : COLOURS.entrySet()) {
            String word = colour.getKey().toString();
            if (text.startsWith(word)) {
                terminal.rawOut().print(colour.getValue() + word + PLAIN);
                return text.substring(word.length());
            }
        }
        return text;
    }
}
