package io.dbharness.cli.provision;

import io.dbharness.provision.Provisioner.Location;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.Provisioning.Standing;
import io.dbharness.provisioning.Provisioning.Status;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Finder.Leftover;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.report.CellTable;
import io.dbharness.report.CellTable.Column;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.sut.TargetSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats plans, locations and existing resources as text. */
final class ProvisionText {

    private static final String NONE = "-";
    private static final int CENTS_AND_MORE = 4;

    /** Precision of unit prices; some are a few millionths. */
    private static final MathContext FIGURES = new MathContext(4);

    private ProvisionText() {}

    /** {@code p15/mount: mount it on /var/lib/disks/p15}. */
    static String line(Step step) {
        return step.id() + ": " + step.summary();
    }

    /** A row a subject; its columns are all that any of them says. */
    static String subjects(ProvisioningPlan plan) {
        Columns<Subject> columns =
                new Columns<Subject>().words("subject", Subject::name).words("provider", Subject::provider);
        plan.facts().values().stream()
                .flatMap(facts -> facts.keySet().stream())
                .distinct()
                .forEach(name -> columns.words(
                        name,
                        subject -> plan.facts()
                                .getOrDefault(subject.name(), Map.of())
                                .getOrDefault(name, NONE)));
        return columns.of(plan.subjects()).text();
    }

    /** A row for each thing with a price, and what they come to. */
    static String cost(Cost cost) {
        List<Column> columns = List.of(
                Column.words("subject"),
                Column.words("costs"),
                Column.numbers("quantity"),
                Column.numbers("each an hour"),
                Column.numbers(cost.currency() + " an hour"));
        List<List<String>> rows = new ArrayList<>();
        cost.items()
                .forEach(item -> rows.add(List.of(
                        item.subject().isEmpty() ? NONE : item.subject(),
                        item.what(),
                        String.format(Locale.ROOT, "%,d", item.quantity()),
                        item.each().map(ProvisionText::plain).orElse("unknown"),
                        item.anHour()
                                .map(price -> plain(price.setScale(CENTS_AND_MORE, RoundingMode.HALF_UP)))
                                .orElse("unknown"))));
        String unknown = cost.unknown().isEmpty() ? "" : " and what is unknown";
        rows.add(List.of("all", "for an hour", "", "", cost.anHour() + unknown));
        rows.add(List.of(
                "all", "until it expires, " + cost.lifetime().toHours() + " h", "", "", cost.untilExpiry() + unknown));
        return new CellTable(columns, rows).text();
    }

    private static String plain(BigDecimal price) {
        return price.round(FIGURES).stripTrailingZeros().toPlainString();
    }

    /** For each subject the options to type. */
    static String subjects(Provisioned provisioned) {
        StringBuilder text = new StringBuilder();
        provisioned.subjects().values().forEach(ready -> text.append(ready(ready)));
        return text.toString();
    }

    private static String ready(ReadySubject ready) {
        StringBuilder text = new StringBuilder(ready.subject()).append(System.lineSeparator());
        Location location = ready.location(Optional.empty());
        String log = location.logDirectory().map(l -> " --log-dir " + l).orElse("");
        String group = location.cgroup().map(g -> " --cgroup " + g).orElse("");
        location.dataDirectory()
                .ifPresent(directory ->
                        line(text, "--data-dir " + directory + log + group, "for a server that the harness starts"));
        if (ready.volumes().isEmpty()) {
            location.probeFile().ifPresent(file -> line(text, "--file " + file, "for harness disk"));
        }
        ready.volumes()
                .forEach((volume, mount) ->
                        line(text, "--file " + mount.resolve("probe.dat"), "for harness disk, volume " + volume));
        ready.target().ifPresent(target -> line(text, "--target " + words(target), "for a workload"));
        String collect = String.join("+", location.collectors());
        if (!collect.isEmpty()) {
            line(text, "--collect " + collect, "for figures of its machines");
        }
        ready.client()
                .ifPresent(client -> line(
                        text,
                        "harness provision run FILE " + ready.subject() + " -- WORKLOAD OPTIONS",
                        "runs it on " + client.user() + "@" + client.host()
                                + (ready.clients().size() == 1
                                        ? ""
                                        : ", with an agent on each of "
                                                + ready.clients().size() + " clients")));
        return text.toString();
    }

    private static String words(TargetSpec target) {
        return target.url()
                + target.user().map(user -> " --user " + user).orElse("")
                + target.password().map(password -> " --password " + password).orElse("");
    }

    private static void line(StringBuilder text, String option, String what) {
        text.append("  ").append(option).append("   # ").append(what).append(System.lineSeparator());
    }

    static String status(Status status) {
        Columns<Standing> columns = new Columns<Standing>()
                .words("step", standing -> standing.step().id())
                .words("begun and", standing -> standing.done() ? "done" : "not done")
                .words("now", standing -> standing.presence().name().toLowerCase(Locale.ROOT))
                .words("what", standing -> standing.step().summary());
        return status.run().id() + ", since " + status.since() + System.lineSeparator()
                + columns.of(status.steps()).text();
    }

    static String list(List<Status> all) {
        return new Columns<Status>()
                .words("name", status -> status.run().name())
                .words("id", status -> status.run().id())
                .words("since", Status::since)
                .numbers("steps", status -> String.valueOf(status.steps().size()))
                .words(
                        "subjects",
                        status -> status.steps().stream()
                                .map(standing -> standing.step().subject())
                                .filter(subject -> !subject.isEmpty())
                                .distinct()
                                .collect(Collectors.joining(", ")))
                .of(all)
                .text();
    }

    static String leftovers(List<Leftover> all, Instant now) {
        return new Columns<Leftover>()
                .words("run", Leftover::run)
                .words("owner", Leftover::owner)
                .words("region", Leftover::region)
                .words("expires", leftover -> leftover.expires().toString())
                .words("", leftover -> leftover.expires().isBefore(now) ? "past" : "")
                .of(all)
                .text();
    }
}
