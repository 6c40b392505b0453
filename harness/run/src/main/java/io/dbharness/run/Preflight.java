package io.dbharness.run;

import io.dbharness.model.Internal;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Finding.Verdict;
import io.dbharness.sut.Needs;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Compares targets with the needs of commands before anything is created. Changes nothing. */
@Internal
public final class Preflight {

    private static final double GIGA = 1e9;

    private Preflight() {}

    /**
     * Compares a target with the needs of a command.
     *
     * @param clock to compare the server's with
     * @throws UsageException when nothing can run on this target
     */
    public static List<Finding> of(Target<?> target, Needs needs, RunClock clock) {
        List<Finding> findings = new ArrayList<>(target.preflight(needs, clock));
        findings.addAll(space(target.usableBytes(), needs));
        return List.copyOf(findings);
    }

    /** Compares free space with the size of the data set, where both are known. */
    static List<Finding> space(OptionalLong usable, Needs needs) {
        if (usable.isEmpty() || needs.bytes() == 0) {
            return List.of();
        }
        boolean fits = usable.getAsLong() >= needs.bytes();
        return List.of(new Finding(
                "free space on the server's disk",
                gigabytes(usable.getAsLong()),
                "about " + gigabytes(needs.bytes()),
                fits ? Verdict.OK : Verdict.REFUSED,
                fits ? "" : "choose a smaller scale or, with --data-dir, a larger disk"));
    }

    private static String gigabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GB", bytes / GIGA);
    }

    /** Returns true if the command cannot work. */
    public static boolean refuses(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.REFUSED);
    }

    /**
     * Refuses a command that cannot work; passes cautions on to the listener.
     *
     * @throws UsageException with a sentence for each reason why the command cannot work
     */
    static void require(List<Finding> findings, RunListener listener) {
        if (refuses(findings)) {
            throw new UsageException(sentences(findings, Verdict.REFUSED));
        }
        sentences(findings, Verdict.CAUTION).forEach(sentence -> listener.step("note: " + sentence));
    }

    private static List<String> sentences(List<Finding> findings, Verdict verdict) {
        return findings.stream()
                .filter(finding -> finding.verdict() == verdict)
                .map(Finding::sentence)
                .toList();
    }
}
