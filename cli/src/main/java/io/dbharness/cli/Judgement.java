package io.dbharness.cli;

import io.dbharness.cli.option.JudgingSettings;
import io.dbharness.model.HarnessException;
import io.dbharness.report.JUnitReport;
import io.dbharness.report.JUnitReport.Judged;
import io.dbharness.report.JUnitReport.Suite;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the conditions of {@code --fail-if} say of some results.
 *
 * @param settings the conditions
 * @param results  by the name of the run, in order
 */
record Judgement(JudgingSettings settings, Map<String, RunResult> results) {

    private static final String FILE = "junit.xml";

    Judgement {
        results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
    }

    private Map<String, Answer> answers(Condition condition) {
        Map<String, Answer> answers = new LinkedHashMap<>();
        results.forEach((name, result) -> answers.put(name, answer(condition, result)));
        return answers;
    }

    private Answer answer(Condition condition, RunResult result) {
        return condition.answer(result, settings.baseline(), settings.strict());
    }

    private Set<Answer> answers() {
        return settings.failIf().stream()
                .flatMap(condition -> answers(condition).values().stream())
                .collect(Collectors.toSet());
    }

    /** One line a condition, as in summaries. */
    String text() {
        return settings.failIf().stream()
                .map(c -> "fail-if     " + c.text().strip() + ": " + words(answers(c)) + System.lineSeparator())
                .collect(Collectors.joining());
    }

    /** Writes the answers where build servers look for them; nothing when there are no conditions. */
    void write(Path directory) {
        if (settings.failIf().isEmpty()) {
            return;
        }
        List<Suite> suites = results.entrySet().stream()
                .map(e -> new Suite(e.getKey(), e.getValue(), judged(e.getValue())))
                .toList();
        try {
            Files.writeString(directory.resolve(FILE), new JUnitReport().report(suites));
        } catch (IOException e) {
            throw new HarnessException("cannot write " + directory.resolve(FILE) + ": " + e.getMessage(), e);
        }
    }

    private List<Judged> judged(RunResult result) {
        return settings.failIf().stream()
                .map(c -> new Judged(c.text(), answer(c, result)))
                .toList();
    }

    private static String words(Map<String, Answer> said) {
        if (said.isEmpty()) {
            return word(Answer.INCONCLUSIVE) + ", no run to ask";
        }
        if (said.size() == 1) {
            return word(said.values().iterator().next());
        }
        List<String> parts = new ArrayList<>();
        for (Answer answer : List.of(Answer.HOLDS, Answer.INCONCLUSIVE)) {
            String runs = said.entrySet().stream()
                    .filter(e -> e.getValue() == answer)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.joining(", "));
            if (!runs.isEmpty()) {
                parts.add(word(answer) + " in " + runs);
            }
        }
        return parts.isEmpty() ? word(Answer.DOES_NOT_HOLD) + " in any run" : String.join("; ", parts);
    }

    private static String word(Answer answer) {
        return answer.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Conditions that some run could not answer, or that there was no run to ask. */
    private boolean isInconclusive() {
        return !settings.failIf().isEmpty() && (results.isEmpty() || answers().contains(Answer.INCONCLUSIVE));
    }

    /** Whether the user is to be told that something was not found out, which does not fail the command. */
    boolean warns() {
        return isInconclusive() && !settings.failOnInconclusive();
    }

    int exitCode() {
        if (answers().contains(Answer.HOLDS)) {
            return ExitCode.CONDITION_HOLDS;
        }
        return isInconclusive() && settings.failOnInconclusive() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
    }
}
