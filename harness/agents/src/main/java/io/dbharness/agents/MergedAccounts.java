package io.dbharness.agents;

import io.dbharness.agents.Message.AccountsText;
import io.dbharness.agents.Message.Ended;
import io.dbharness.exec.RunCounts;
import io.dbharness.exec.RunCounts.Pending;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.FailureKind;
import io.dbharness.result.RunResult.Health;
import io.dbharness.run.LoadSender.Sent;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The merged accounts of a load that agents have sent. Reports of a lost agent count; requests whose end it did not report are pending.
 *
 * @param members all agents, none at work
 * @param windows of the whole; moved here to where the agents ended
 * @param now     on the coordinator's clock
 */
record MergedAccounts(List<Member> members, RunWindows windows, long now) {

    Sent sent(DataSet data) {
        members.forEach(member -> data.add(member.ended().map(Ended::acknowledged)));
        moveEnd();
        double seconds = windows.measuredNanos() / 1e9;
        return new Sent(
                accounts(),
                Optional.of(health()),
                members.stream().map(member -> member.summary(seconds)).toList(),
                checks());
    }

    private List<AccountsText> told() {
        return members.stream()
                .flatMap(member -> member.ended().stream())
                .map(Ended::accounts)
                .toList();
    }

    /** The measurement ended when the last agent ended it that was not lost. */
    private void moveEnd() {
        List<AccountsText> told = members.stream()
                .filter(member -> !member.isLost())
                .flatMap(member -> member.ended().stream())
                .map(Ended::accounts)
                .toList();
        if (told.isEmpty()) {
            windows.stopAt(now);
            return;
        }
        long end = windows.start()
                + told.stream().mapToLong(AccountsText::endNanos).max().orElseThrow();
        if (told.stream().anyMatch(AccountsText::stoppedEarly)) {
            windows.stopAt(end);
        } else {
            windows.completeAt(end);
        }
    }

    private RunCounts accounts() {
        List<AccountsText> told = told();
        List<Member> silent =
                members.stream().filter(member -> member.ended().isEmpty()).toList();
        List<Pending> pending = new ArrayList<>();
        told.forEach(accounts -> pending.addAll(accounts.pending()));
        silent.forEach(member -> pending.addAll(member.unanswered(now)));
        Map<Long, Long> unsent = new HashMap<>();
        told.forEach(accounts -> accounts.unsent().forEach((age, count) -> unsent.merge(age, count, Long::sum)));
        Map<FailureKind, String> failures = new EnumMap<>(FailureKind.class);
        told.forEach(accounts ->
                accounts.failures().forEach((kind, text) -> failures.putIfAbsent(FailureKind.valueOf(kind), text)));
        long starts = sum(told, AccountsText::starts);
        double delays = told.stream()
                .mapToDouble(accounts -> accounts.meanDelayNanos() * accounts.starts())
                .sum();
        return new RunCounts(
                windows,
                new RunCounts.Arrived(
                        starts + silent.stream().mapToLong(Member::started).sum(),
                        sum(told, AccountsText::skipped),
                        sum(told, AccountsText::backlog),
                        unsent),
                pending,
                starts == 0 ? 0 : delays / starts,
                failures,
                new RunCounts.EarlyEnd(
                        members.stream()
                                .flatMap(member -> targetLost(member).stream())
                                .findFirst(),
                        told.stream().anyMatch(AccountsText::overloaded)));
    }

    private static long sum(List<AccountsText> told, ToLongFunction<AccountsText> of) {
        return told.stream().mapToLong(of).sum();
    }

    private static Optional<String> targetLost(Member member) {
        return member.ended()
                .flatMap(ended -> Optional.ofNullable(ended.accounts().targetLost()))
                .map(why -> "by agent " + member.name() + ": " + why);
    }

    /** The load is only as well sent as by the worst of them. */
    private GeneratorHealth health() {
        List<Health> all = members.stream()
                .flatMap(member -> member.result().stream())
                .map(result -> result.health())
                .toList();
        if (all.isEmpty()) {
            return GeneratorHealth.unwatched();
        }
        LatencyHistogram hiccups = new LatencyHistogram();
        all.forEach(health -> hiccups.add(health.hiccups().distribution()));
        return new GeneratorHealth(
                all.stream().mapToDouble(Health::cpuShare).max().orElse(0),
                all.stream().mapToDouble(Health::collectionShare).max().orElse(0),
                hiccups,
                all.stream().mapToInt(Health::cpus).sum(),
                all.stream().mapToLong(Health::peakHeapBytes).max().orElse(0),
                all.stream().map(Health::delays).reduce((a, b) -> a.plus(b)).orElseThrow());
    }

    private List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        for (Member member : members) {
            member.ended().stream()
                    .flatMap(ended -> ended.checks().stream())
                    .map(check -> new Check(
                            check.name() + " by " + member.name(), check.when(), check.passed(), check.detail()))
                    .forEach(checks::add);
        }
        return checks;
    }
}
