package io.dbharness.cli.provision;

import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.Standing;
import io.dbharness.provisioning.Status;
import io.dbharness.provisioning.spi.Leftover;
import io.dbharness.provisioning.spi.Place;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.report.Table;
import io.dbharness.report.Table.Column;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Plans, places and what stands, as text. */
final class ProvisionText {

    private static final String NONE = "-";

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

    /** For each subject the options to type. */
    static String places(Provisioned provisioned) {
        StringBuilder text = new StringBuilder();
        provisioned.places().values().forEach(place -> text.append(place(place)));
        return text.toString();
    }

    private static String place(Place place) {
        StringBuilder text = new StringBuilder(place.subject()).append(System.lineSeparator());
        place.directory().ifPresent(directory -> {
            line(text, "--data-dir " + directory.resolve("data"), "for a server that the harness starts");
            line(text, "--file " + directory.resolve("probe.dat"), "for harness disk");
        });
        place.target().ifPresent(target -> line(text, "--target " + target.url(), "for a workload"));
        return text.toString();
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
