package io.dbharness.cli.provision;

import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.Standing;
import io.dbharness.provisioning.Status;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Leftover;
import io.dbharness.provisioning.spi.Place;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.report.Table;
import io.dbharness.report.Table.Column;
import io.dbharness.target.TargetSpec;
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
import java.util.stream.Stream;

/** Plans, places and what stands, as text. */
final class ProvisionText {

    private static final String NONE = "-";
    private static final int CENTS_AND_MORE = 4;

    /** Of a price of one; some are a few millionths. */
    private static final MathContext FIGURES = new MathContext(4);

    private ProvisionText() {}

    /** {@code p15/mount: mount it on /var/lib/disks/p15}. */
    static String line(Step step) {
        return step.id() + ": " + step.summary();
    }

    /** A row a subject; its columns are all that any of them says. */
    static String subjects(ProvisioningPlan plan) {
        List<String> names = plan.facts().values().stream()
                .flatMap(facts -> facts.keySet().stream())
                .distinct()
                .toList();
        List<Column> columns = new ArrayList<>(List.of(Column.words("subject"), Column.words("provider")));
        names.forEach(name -> columns.add(Column.words(name)));
        List<List<String>> rows = new ArrayList<>();
        plan.subjects().forEach(subject -> {
            Map<String, String> facts = plan.facts().getOrDefault(subject.name(), Map.of());
            List<String> row = new ArrayList<>(List.of(subject.name(), subject.provider()));
            names.forEach(name -> row.add(facts.getOrDefault(name, NONE)));
            rows.add(row);
        });
        return new Table(columns, rows).text();
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
        return new Table(columns, rows).text();
    }

    private static String plain(BigDecimal price) {
        return price.round(FIGURES).stripTrailingZeros().toPlainString();
    }

    /** For each subject the options to type. */
    static String places(Provisioned provisioned) {
        StringBuilder text = new StringBuilder();
        provisioned.places().values().forEach(place -> text.append(place(place)));
        return text.toString();
    }

    private static String place(Place place) {
        StringBuilder text = new StringBuilder(place.subject()).append(System.lineSeparator());
        place.directory().ifPresent(directory -> {
            String group = place.group().map(g -> " --cgroup " + g).orElse("");
            line(text, "--data-dir " + directory.resolve(Spot.DATA) + group, "for a server that the harness starts");
            line(text, "--file " + directory.resolve(Spot.PROBE), "for harness disk");
        });
        place.target().ifPresent(target -> line(text, "--target " + words(target), "for a workload"));
        String collect = Stream.of(
                        Optional.ofNullable(place.facts().get(Place.COLLECT)),
                        Optional.ofNullable(place.facts().get(Place.AZURE)).map(ids -> "azure=" + ids))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("+"));
        if (!collect.isEmpty()) {
            line(text, "--collect " + collect, "for figures of its machines");
        }
        place.client()
                .ifPresent(client -> line(
                        text,
                        "harness provision run FILE " + place.subject() + " -- WORKLOAD OPTIONS",
                        "runs it on " + client.user() + "@" + client.host()));
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
        List<Column> columns =
                List.of(Column.words("step"), Column.words("begun and"), Column.words("now"), Column.words("what"));
        List<List<String>> rows = status.steps().stream()
                .map(standing -> List.of(
                        standing.step().id(),
                        standing.done() ? "done" : "not done",
                        standing.presence().name().toLowerCase(Locale.ROOT),
                        standing.step().summary()))
                .toList();
        return status.run().id() + ", since " + status.since() + System.lineSeparator()
                + new Table(columns, rows).text();
    }

    static String list(List<Status> all) {
        List<Column> columns = List.of(
                Column.words("name"),
                Column.words("id"),
                Column.words("since"),
                Column.numbers("steps"),
                Column.words("subjects"));
        return new Table(columns, all.stream().map(ProvisionText::row).toList()).text();
    }

    static String leftovers(List<Leftover> all, Instant now) {
        List<Column> columns = List.of(
                Column.words("run"),
                Column.words("owner"),
                Column.words("region"),
                Column.words("expires"),
                Column.words(""));
        List<List<String>> rows = all.stream()
                .map(leftover -> List.of(
                        leftover.run(),
                        leftover.owner(),
                        leftover.region(),
                        leftover.expires().toString(),
                        leftover.expires().isBefore(now) ? "past" : ""))
                .toList();
        return new Table(columns, rows).text();
    }

    private static List<String> row(Status status) {
        List<String> subjects = status.steps().stream()
                .map(Standing::step)
                .map(Step::subject)
                .filter(subject -> !subject.isEmpty())
                .distinct()
                .toList();
        return List.of(
                status.run().name(),
                status.run().id(),
                status.since(),
                String.valueOf(status.steps().size()),
                String.join(", ", subjects));
    }
}
