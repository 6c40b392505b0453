package io.dbharness.study;

import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the service levels of a study for each workload and subject. That of a sweep is kept if any of its levels keeps
 * it: a sweep is meant to go beyond.
 *
 * @param design  of the study
 * @param origins with data
 */
record ServiceLevels(StudyDesign design, List<Source> origins) {

    /**
     * Each service level in each cell. If there are runs of ours, only they are judged, also those that are still missing. Otherwise the
     * published figures are. So a study of our own never fails because a publication did.
     */
    List<ClaimOutcome> outcomes() {
        List<ClaimOutcome> outcomes = new ArrayList<>();
        boolean ours = origins.stream().anyMatch(Source::isOurs);
        List<Source> asked = origins.stream().filter(o -> !ours || o.isOurs()).toList();
        design.serviceLevels().forEach((name, claim) -> {
            for (Source origin : asked) {
                for (Map<String, String> cell : design.cells()) {
                    Map<String, String> where = origin.known(cell);
                    Scope scope = origin.scope(design, where);
                    if (origin.isOurs() || !scope.observations().isEmpty()) {
                        Claim.Answer answer = answer(claim, scope);
                        String text = name + ": " + origin.suffix(design.words(where));
                        outcomes.add(new ClaimOutcome(text, claim.text(), answer.verdict(), answer.because()));
                    }
                }
            }
        });
        return outcomes;
    }

    private static Claim.Answer answer(Claim claim, Scope scope) {
        if (scope.levels().isEmpty()) {
            return claim.answer(scope);
        }
        KeptLevels kept = KeptLevels.of(scope, claim);
        Optional<String> last = kept.last();
        if (last.isPresent()) {
            return new Claim.Answer(Verdict.SUPPORTED, "up to " + kept.words(last.get()));
        }
        return kept.missing()
                .map(why -> new Claim.Answer(Verdict.NOT_TESTABLE, why))
                .orElseGet(() -> new Claim.Answer(
                        Verdict.CONTRADICTED,
                        "at no level: "
                                + kept.words(kept.levels().keySet().iterator().next())));
    }

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

        /** Returns the value of the highest level that keeps it; {@code none} only if every level is known to break it. */
        Value value(BiFunction<String, Scope, Value> figure) {
            Map<String, Scope> scopes = scope.levels();
            return last().map(level -> figure.apply(level, scopes.getOrDefault(level, scope)))
                    .orElseGet(() -> missing.map(Value::missing).orElseGet(() -> Value.text("none")));
        }
    }
}
