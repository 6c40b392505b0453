package io.dbharness.cli.option;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.result.Condition;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the conditions of {@code --fail-if} and what belongs to them. */
final class JudgingReader {

    private static final String[] COMPANIONS = {
        CommonOptions.BASELINE, CommonOptions.STRICT, CommonOptions.FAIL_ON_INCONCLUSIVE
    };

    private final Typed typed;
    private final Problems problems;

    JudgingReader(Typed typed, Problems problems) {
        this.typed = typed;
        this.problems = problems;
    }

    JudgingSettings read(Optional<Path> baseline) {
        List<String> texts = typed.all(CommonOptions.FAIL_IF);
        for (String name : COMPANIONS) {
            problems.require(
                    !texts.isEmpty() || !typed.has(name),
                    "--" + name + " says how to answer --fail-if; give a --fail-if or leave it out");
        }
        List<Condition> conditions = new ArrayList<>();
        for (String text : texts) {
            named(CommonOptions.FAIL_IF, problems, own -> Condition.parse(text, own))
                    .ifPresent(conditions::add);
        }
        conditions.stream()
                .filter(Condition::needsBaseline)
                .filter(c -> !typed.has(CommonOptions.BASELINE))
                .forEach(c -> problems.add("--fail-if '" + c.text() + "' needs the --baseline it compares with"));
        return new JudgingSettings(
                conditions,
                baseline.flatMap(this::result),
                typed.has(CommonOptions.STRICT),
                typed.has(CommonOptions.FAIL_ON_INCONCLUSIVE));
    }

    private Optional<RunResult> result(Path directory) {
        try {
            return Optional.of(new ResultCodec().read(directory));
        } catch (HarnessException e) {
            problems.add("--baseline: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Reads something, and notes what is wrong with it under the name of its option. */
    static <T> Optional<T> named(String option, Problems problems, Function<Problems, Optional<T>> parse) {
        Problems own = new Problems();
        Optional<T> read = parse.apply(own);
        own.lines().forEach(line -> problems.add("--" + option + ": " + line));
        return read;
    }
}
