package io.dbharness.result.study;

import io.dbharness.result.study.ClaimOutcome.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * At which levels of a sweep a service level is kept.
 *
 * @param scope   of the sweep
 * @param levels  with what the data say of each, rising
 * @param missing why it is not known of all of them; empty when it is
 */
record KeptLevels(Scope scope, Map<String, Claim.Answer> levels, Optional<String> missing) {

    /** @param serviceLevel none is kept nowhere */
    static KeptLevels of(Scope scope, @Nullable Claim serviceLevel) {
        Map<String, Claim.Answer> levels = new LinkedHashMap<>();
        if (serviceLevel != null) {
            scope.levels().forEach((level, one) -> levels.put(level, serviceLevel.answer(one)));
        }
        return new KeptLevels(scope, levels, missing(scope, levels));
    }

    private static Optional<String> missing(Scope scope, Map<String, Claim.Answer> levels) {
        if (levels.isEmpty()) {
            return Optional.of("nothing was measured for " + scope.words());
        }
        Optional<String> untested = levels.values().stream()
                .filter(a -> a.verdict() == Verdict.NOT_TESTABLE)
                .map(Claim.Answer::because)
                .findFirst();
        return untested.or(() -> scope.unmeasuredLevel().map(level -> level + " was not measured"));
    }

    /** The highest level that keeps it. */
    Optional<String> last() {
        return levels.entrySet().stream()
                .filter(level -> level.getValue().verdict() == Verdict.SUPPORTED)
                .map(Map.Entry::getKey)
                .reduce((a, b) -> b);
    }

    /** A level of the sweep and what was found there. */
    String words(String level) {
        String name = scope.sweptLevel(level);
        return Optional.ofNullable(levels.get(level))
                .map(answer -> name + " (" + answer.because() + ")")
                .orElse(name);
    }

    /** The lowest level and what was found there. */
    String lowest() {
        return levels.keySet().stream().findFirst().map(this::words).orElse("");
    }

    /** Of the highest level that keeps it; {@code none} only if every level is known not to. */
    Value value(BiFunction<String, Scope, Value> figure) {
        Map<String, Scope> scopes = scope.levels();
        return last().map(level -> figure.apply(level, scopes.getOrDefault(level, scope)))
                .orElseGet(() -> missing.map(Value::missing).orElseGet(() -> Value.text("none")));
    }
}
