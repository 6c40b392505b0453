package io.dbharness.result.study;

import io.dbharness.result.study.ClaimOutcome.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the service levels of a study are kept, wherever a workload meets a subject. That of a sweep is kept if any of its levels keeps
 * it: a sweep is meant to go beyond.
 *
 * @param design  of the study
 * @param origins with data
 */
record ServiceLevels(StudyDesign design, List<Origin> origins) {

    /**
     * Each service level in each cell, of runs of ours whether they were made or not. Only where there are none, of what others published,
     * where there are figures: nobody who runs a study fails because a publication did.
     */
    List<ClaimOutcome> outcomes() {
        List<ClaimOutcome> outcomes = new ArrayList<>();
        boolean ours = origins.stream().anyMatch(Origin::isOurs);
        List<Origin> asked = origins.stream().filter(o -> !ours || o.isOurs()).toList();
        design.serviceLevels().forEach((name, claim) -> {
            for (Origin origin : asked) {
                for (Map<String, String> cell : design.cells()) {
                    Map<String, String> where = origin.known(cell);
                    Scope scope = origin.scope(design, where, true);
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
                .orElseGet(() -> new Claim.Answer(Verdict.CONTRADICTED, "at no level: " + kept.lowest()));
    }
}
