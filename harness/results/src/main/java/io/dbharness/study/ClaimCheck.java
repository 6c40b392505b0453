package io.dbharness.study;

import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.StudyDesign.ClaimSpec;
import java.util.List;
import java.util.Optional;

/**
 * Checks that claims can fail. The published numbers must give the verdict that the file declares, and numbers made from them the other
 * one.
 * Where no number was published, one example must support the claim and another contradict it. Pure.
 *
 * @param design    of the study
 * @param published figures
 */
public record ClaimCheck(StudyDesign design, List<Observation> published) {

    public ClaimCheck {
        StudyDesign study = design;
        published = published.stream().map(study::complete).toList();
    }

    /** The outcome of the check of a claim. */
    public enum Result {
        TURNS("turns"),
        BY_EXAMPLE("by example"),
        NOT_MEASURABLE("not measurable"),
        /** The profile makes no runs that it is about. */
        NOT_PLANNED("not planned"),
        FAILS("FAILS");

        private final String word;

        Result(String word) {
            this.word = word;
        }
    }

    /**
     * A claim that was checked.
     *
     * @param claim   in the file
     * @param result  of the check
     * @param because with which numbers
     */
    public record Finding(ClaimSpec claim, Result result, String because) {

        /** One line. */
        public String line() {
            return String.format("%-14s  %s: %s", result.word, claim.text(), because);
        }
    }

    /** Each claim, in order. */
    public List<Finding> findings() {
        return design.claims().stream().map(this::finding).toList();
    }

    /** How many claims came to what, in one line. */
    public static String summary(List<Finding> findings) {
        return String.format(
                "%d claims can fail: %d turn against the published numbers (%d of them are contradicted by these as declared), %d by example;"
                        + " %d fail the check, %d are not measurable, %d not planned",
                count(findings, Result.TURNS) + count(findings, Result.BY_EXAMPLE),
                count(findings, Result.TURNS),
                findings.stream()
                        .filter(f -> f.result() == Result.TURNS && f.claim().published() == Verdict.CONTRADICTED)
                        .count(),
                count(findings, Result.BY_EXAMPLE),
                count(findings, Result.FAILS),
                count(findings, Result.NOT_MEASURABLE),
                count(findings, Result.NOT_PLANNED));
    }

    /** How many claims came to this. */
    public static long count(List<Finding> findings, Result result) {
        return findings.stream().filter(f -> f.result() == result).count();
    }

    private Finding finding(ClaimSpec spec) {
        if (spec.claim().isEmpty()) {
            return new Finding(spec, Result.NOT_MEASURABLE, spec.reason());
        }
        Claim claim = spec.claim().get();
        List<OperationUse> leaves = claim.operations(design, spec.where())
                .filter(use -> use.kind() != OperationUse.Kind.OPERATION)
                .distinct()
                .toList();
        CounterExample from = new CounterExample(design, claim, spec.where(), leaves, relevant(leaves), List.of());
        Claim.Answer printed = from.answer();
        if (printed.verdict() == spec.published()) {
            return turned(spec, from);
        }
        if (printed.verdict() != Verdict.NOT_TESTABLE || spec.published() != Verdict.SUPPORTED || from.hasNumbers()) {
            return new Finding(
                    spec,
                    Result.FAILS,
                    "the published numbers say " + said(printed) + ", the file "
                            + spec.published().word());
        }
        return byExample(spec, from);
    }

    private List<Observation> relevant(List<OperationUse> leaves) {
        return published.stream()
                .filter(one -> leaves.stream().anyMatch(leaf -> one.matches(leaf.where())))
                .toList();
    }

    private static Finding turned(ClaimSpec spec, CounterExample from) {
        Verdict other = spec.published() == Verdict.SUPPORTED ? Verdict.CONTRADICTED : Verdict.SUPPORTED;
        String before = said(from.answer());
        return from.reach(other)
                .map(found ->
                        new Finding(spec, Result.TURNS, before + ", " + said(found.answer()) + " by " + found.words()))
                .orElseGet(() -> new Finding(
                        spec, Result.FAILS, before + ", and no change of its numbers makes it " + other.word()));
    }

    private static Finding byExample(ClaimSpec spec, CounterExample printed) {
        Optional<CounterExample> plan = printed.example();
        if (plan.isEmpty()) {
            return new Finding(spec, Result.NOT_PLANNED, "the profile makes no run of " + printed.unplanned());
        }
        Optional<CounterExample> good = plan.get().reach(Verdict.SUPPORTED);
        Optional<CounterExample> bad = good.flatMap(found -> found.afresh().reach(Verdict.CONTRADICTED));
        return bad.map(found -> new Finding(
                        spec,
                        Result.BY_EXAMPLE,
                        "the article prints no number; " + said(good.get().answer()) + ", " + said(found.answer())
                                + " by " + found.words()))
                .orElseGet(() -> new Finding(
                        spec,
                        Result.FAILS,
                        "no example is " + (good.isPresent() ? Verdict.CONTRADICTED : Verdict.SUPPORTED).word() + ": "
                                + said(good.orElse(plan.get()).answer())));
    }

    private static String said(Claim.Answer answer) {
        return answer.verdict().word() + " (" + answer.because() + ")";
    }
}
