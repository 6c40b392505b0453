package io.dbharness.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.report.JUnitReport.Judged;
import io.dbharness.report.JUnitReport.Suite;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcomes of the {@code --fail-if} conditions of a command, kept beside its results as {@code conditions.json} so that a regenerated
 * report is the same. Immutable.
 *
 * @param schemaVersion of the JSON form
 * @param strict        true if point values decided, whatever their confidence intervals
 * @param baseline      id of the result that they were compared with; empty when there was none
 * @param outcomes      one for each condition, in the order they were given
 */
public record ConditionOutcomes(int schemaVersion, boolean strict, String baseline, List<Outcome> outcomes) {

    public static final String FILE = "conditions.json";

    private static final int SCHEMA_VERSION = 1;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /**
     * One condition.
     *
     * @param condition as it was given
     * @param answers   by the name of the run, in order
     * @param doubts    why a comparison with the baseline is inconclusive, by the name of the run; a line each
     */
    public record Outcome(
            String condition,
            Map<String, Answer> answers,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
            Map<String, List<String>> doubts) {

        public Outcome {
            answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
            doubts = Collections.unmodifiableMap(new LinkedHashMap<>(doubts));
        }

        /** Returns true if the condition holds in a run. */
        public boolean holds() {
            return answers.containsValue(Answer.HOLDS);
        }

        /** Returns true if the condition holds or is undecided in a run. */
        public boolean failed() {
            return answers.isEmpty() || !answers.values().stream().allMatch(Answer.DOES_NOT_HOLD::equals);
        }

        /** Returns {@code failed} if the condition holds in a run, {@code undecided} if a run has no answer, otherwise {@code passed}. */
        public String judgement() {
            return holds() ? "failed" : failed() ? "undecided" : "passed";
        }

        /** Returns the condition, what came out, and why a comparison is inconclusive. */
        public String sentence() {
            return Stream.concat(Stream.of(condition + ": " + words()), reasons().stream())
                    .collect(Collectors.joining("; "));
        }

        /** The lines beneath its answer; those of several runs begin with their names. */
        private List<String> reasons() {
            return doubts.entrySet().stream()
                    .flatMap(run -> run.getValue().stream()
                            .map(doubt -> answers.size() < 2 ? doubt : run.getKey() + ": " + doubt))
                    .toList();
        }

        /** Describes the outcome for a single run, or lists the runs for which it holds or is inconclusive. */
        private String words() {
            if (answers.size() < 2) {
                return answers.values().stream()
                        .map(Outcome::word)
                        .findFirst()
                        .orElse(word(Answer.INCONCLUSIVE) + ", no run to ask");
            }
            Map<Answer, String> runs = answers.entrySet().stream()
                    .collect(Collectors.groupingBy(
                            Map.Entry::getValue, Collectors.mapping(Map.Entry::getKey, Collectors.joining(", "))));
            return Stream.of(Answer.HOLDS, Answer.INCONCLUSIVE)
                    .filter(runs::containsKey)
                    .map(answer -> word(answer) + " in " + runs.get(answer))
                    .reduce((one, other) -> one + "; " + other)
                    .orElse(word(Answer.DOES_NOT_HOLD) + " in any run");
        }

        private static String word(Answer answer) {
            return answer.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Outcomes where no condition was given. */
    public static final ConditionOutcomes NONE = new ConditionOutcomes(SCHEMA_VERSION, false, "", List.of());

    public ConditionOutcomes {
        outcomes = List.copyOf(outcomes);
    }

    /** Asks every condition of every result. */
    public static ConditionOutcomes of(
            List<Condition> conditions, Map<String, RunResult> results, Optional<RunResult> baseline, boolean strict) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Condition condition : conditions) {
            Map<String, Answer> answers = new LinkedHashMap<>();
            Map<String, List<String>> doubts = new LinkedHashMap<>();
            results.forEach((name, result) -> {
                Answer answer = condition.answer(result, baseline, strict);
                answers.put(name, answer);
                if (answer == Answer.INCONCLUSIVE) {
                    baseline.ifPresent(other -> doubts.put(name, condition.doubts(result, other)));
                }
            });
            outcomes.add(new Outcome(condition.text().strip(), answers, doubts));
        }
        return new ConditionOutcomes(
                SCHEMA_VERSION, strict, baseline.map(RunResult::id).orElse(""), outcomes);
    }

    /** Those that are kept in a directory; empty when no conditions were given. */
    public static Optional<ConditionOutcomes> read(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String json = FileWork.get("read " + file, () -> Files.readString(file));
        try {
            return Optional.of(MAPPER.readValue(json, ConditionOutcomes.class));
        } catch (JsonProcessingException e) {
            throw new HarnessException(file + " holds no outcomes of conditions: " + e.getOriginalMessage(), e);
        }
    }

    /** Returns those that are kept in a directory; {@link #NONE} without a file, or if a kill has left a damaged one. */
    public static ConditionOutcomes readOrNone(Path directory) {
        try {
            return read(directory).orElse(NONE);
        } catch (HarnessException e) {
            if (e.getCause() instanceof JsonProcessingException) {
                return NONE;
            }
            throw e;
        }
    }

    /**
     * Keeps them in the directory; without conditions those that are there from before are removed. A kill leaves the old
     * file or the new one.
     */
    public void write(Path directory) {
        Path file = directory.resolve(FILE);
        FileWork.run("write " + file, () -> {
            if (outcomes.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                Path unfinished = directory.resolve(FILE + ".tmp");
                Files.writeString(unfinished, MAPPER.writeValueAsString(this) + "\n");
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }

    /** One line a condition, beneath a summary; empty without conditions. */
    public String text() {
        return outcomes.stream()
                .map(o -> "fail-if     " + TextReport.visible(o.condition() + ": " + o.words()) + "\n"
                        + o.reasons().stream()
                                .map(reason -> " ".repeat(12) + TextReport.visible(reason) + "\n")
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    /** The condition and its outcome a line, those first that hold or have no answer; then their reasons. */
    List<String> lines() {
        List<Outcome> sorted = outcomes.stream()
                .sorted(Comparator.comparing((Outcome o) -> !o.failed()))
                .toList();
        return Stream.concat(
                        sorted.stream().map(o -> o.condition() + ": " + o.words()),
                        sorted.stream().flatMap(o -> o.reasons().stream()))
                .toList();
    }

    /** Returns the outcomes for build servers, with the verdicts of their results. */
    @Internal
    public List<Suite> suites(Map<String, RunResult> results) {
        List<Suite> suites = new ArrayList<>();
        results.forEach((run, result) -> suites.add(new Suite(
                run,
                result,
                outcomes.stream()
                        .map(o -> new Judged(o.condition(), o.answers().getOrDefault(run, Answer.INCONCLUSIVE)))
                        .toList())));
        return suites;
    }

    /** Returns true if any condition holds for any result. */
    public boolean anyHolds() {
        return outcomes.stream().anyMatch(Outcome::holds);
    }

    /** Returns true if a condition was inconclusive for a result, or there was no result. */
    public boolean anyInconclusive() {
        return outcomes.stream()
                .map(Outcome::answers)
                .anyMatch(answers -> answers.isEmpty() || answers.containsValue(Answer.INCONCLUSIVE));
    }
}
