package io.dbharness.doctor;

import io.dbharness.model.Caveat;
import io.dbharness.model.UsageException;
import io.dbharness.request.Catalog;
import io.dbharness.run.Preflight;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Finding.Verdict;
import io.dbharness.sut.Needs;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The findings and figures of a target.
 *
 * @param findings of the preflight
 * @param trips    to it; empty when nothing can run there, or nothing was measured
 */
record TargetExamination(List<Finding> findings, Optional<TargetTrips> trips) {

    /** Without a target. */
    static final TargetExamination NONE = new TargetExamination(List.of(), Optional.empty());

    private static final String SERVER = "server";
    private static final String POOLER = "pooler";
    private static final String ISOLATION = "isolation";
    private static final String DURABILITY = "durability";

    /** The lines that caveats belong to; other caveats have a separate line. */
    private static final Map<String, String> LINES = Map.of(
            "NEWER_VERSION", SERVER,
            "NEAREST_DIALECT", SERVER,
            "POOLED", POOLER,
            "ISOLATION_DIFFERS", ISOLATION,
            "NOT_DURABLE", DURABILITY);

    /**
     * Examines a server that is there.
     *
     * @param measures the trips too
     * @throws io.dbharness.model.TargetUnreachableException when it cannot be reached
     */
    static TargetExamination of(RunClock clock, Catalog catalog, TargetSpec spec, Needs needs, boolean measures)
            throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        try (Target<?> target = catalog.open(spec)) {
            findings.addAll(facts(target.info()));
            findings.addAll(Preflight.of(target, needs, clock));
        } catch (UsageException e) {
            e.problems().forEach(problem -> findings.add(new Finding(SERVER, problem, "", Verdict.REFUSED, "")));
            return new TargetExamination(findings, Optional.empty());
        }
        return new TargetExamination(
                findings, measures ? Optional.of(TargetTrips.measure(clock, catalog, spec)) : Optional.empty());
    }

    /** Converts the facts that results record: the server and, for SQL, pooler, isolation and durability. */
    private static List<Finding> facts(TargetInfo info) {
        List<Finding> cautions =
                info.caveats().stream().map(TargetExamination::caution).toList();
        List<Finding> findings = new ArrayList<>();
        findings.add(ok(SERVER, info.product() + " " + info.version(), ""));
        Optional.ofNullable(info.settings().get("isolation.effective"))
                .map(isolation -> Stream.of(
                        ok(POOLER, "none found", ""),
                        ok(ISOLATION, isolation, info.settings().getOrDefault("isolation.requested", "")),
                        ok(DURABILITY, "no setting lets a crash lose commits", "")))
                .orElseGet(Stream::empty)
                .filter(line ->
                        cautions.stream().noneMatch(caution -> caution.what().equals(line.what())))
                .forEach(findings::add);
        findings.addAll(cautions);
        return findings;
    }

    private static Finding ok(String what, String found, String needed) {
        return new Finding(what, found, needed, Verdict.OK, "");
    }

    private static Finding caution(Caveat caveat) {
        String what = LINES.getOrDefault(
                caveat.code(), caveat.code().toLowerCase(Locale.ROOT).replace('_', ' '));
        return new Finding(
                what,
                caveat.detail(),
                "",
                Verdict.CAUTION,
                what.equals(DURABILITY) ? "change the setting, or name it with the results" : "");
    }
}
