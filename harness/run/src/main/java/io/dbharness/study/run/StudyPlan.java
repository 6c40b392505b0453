package io.dbharness.study.run;

import io.dbharness.load.Timeline;
import io.dbharness.provision.Provisioner;
import io.dbharness.study.file.ExperimentFile;
import io.dbharness.study.run.DataPlan.Loads;
import io.dbharness.study.run.StudyCommands.Ready;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Describes the execution of an experiment: its commands in order, their length and disk space.
 *
 * @param file  experiment file
 * @param units commands to run
 * @param provisioned provisioning plans by the names of subjects
 */
record StudyPlan(ExperimentFile file, List<Ready> units, Map<String, Provisioner.Plan> provisioned) {

    private static final double GIGA = 1e9;
    /** The assumed rate of loading if the file declares none. */
    private static final double USUAL_BYTES_PER_SECOND = 20e6;

    String text() {
        DataPlan data = DataPlan.of(units, file.bringsUpOnce());
        StringBuilder text = new StringBuilder(file.design().title() + "\n");
        int runs = 0;
        for (int i = 0; i < units.size(); i++) {
            Ready ready = units.get(i);
            text.append(String.format(
                    Locale.ROOT,
                    "%4d  %-32s %-22s %s%s%n",
                    i + 1,
                    ready.unit().name(),
                    ready.unit().command(),
                    words(data.loads().get(i)),
                    load(ready)));
            runs += ready.unit().runs();
        }
        text.append(String.format(
                Locale.ROOT,
                "%d commands, %d runs, %s%s of load; settling and drains are not included%n",
                units.size(),
                runs,
                units.stream().anyMatch(StudyPlan::searches) ? "at least " : "",
                words(load())));
        text.append(data(data));
        file.assumed()
                .forEach(option -> text.append("assumed, not published: ")
                        .append(option.name())
                        .append(" = ")
                        .append(String.join(", ", option.published()))
                        .append('\n'));
        file.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
        provisioned.forEach((subject, plan) -> text.append(provisioned(subject, plan)));
        provisioned.values().stream()
                .flatMap(plan -> plan.remarks().stream())
                .distinct()
                .forEach(remark -> text.append("note: ").append(remark).append('\n'));
        text.append(leftOut());
        if (!file.unknown().isEmpty()) {
            text.append("refused until these are known, by --targets or --set:\n");
            file.unknown().forEach(unknown -> text.append("  ").append(unknown).append('\n'));
        }
        return text.toString();
    }

    static boolean searches(Ready ready) {
        return ready.spec().experiment().goal().isPresent();
    }

    private static Duration one(Ready ready) {
        Timeline timeline = ready.spec().load().timeline();
        return timeline.warmUp().plus(timeline.measurement());
    }

    private static String load(Ready ready) {
        int runs = ready.unit().runs();
        String one = words(one(ready));
        return searches(ready) ? "search, runs of " + one : runs == 1 ? one : runs + " runs of " + one;
    }

    /** Returns the length of warm-up and measurement of all runs; a search counts as one run. */
    Duration load() {
        return units.stream()
                .map(ready -> one(ready).multipliedBy(ready.unit().runs()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the expected length of all loads. */
    Duration loading() {
        return loading(DataPlan.of(units, file.bringsUpOnce()).loads().stream()
                .mapToLong(Loads::allBytes)
                .sum());
    }

    private Duration loading(long bytes) {
        double rate = file.loadRate().isPresent() ? file.loadRate().getAsLong() : USUAL_BYTES_PER_SECOND;
        return Duration.ofSeconds(Math.round(bytes / rate));
    }

    private String words(Loads loads) {
        if (loads.times() == 0) {
            return "";
        }
        String bytes = loads.bytes().isPresent()
                ? String.format(
                        Locale.ROOT,
                        " %.2f GB (%s)",
                        loads.bytes().getAsLong() / GIGA,
                        words(loading(loads.bytes().getAsLong())))
                : " its data";
        String before = loads.times() > 1 ? " before each run" : "";
        return (loads.replaced() ? "replaces data, loads" : "loads") + bytes + before + ", then ";
    }

    /** Describes the total size of loaded data and the largest size on a disk at a time. */
    private String data(DataPlan data) {
        long all = data.loads().stream().mapToLong(Loads::allBytes).sum();
        if (all == 0) {
            return "data: the file declares no sizes of data sets\n";
        }
        long space = data.loads().stream().mapToLong(Loads::space).max().orElse(0);
        return String.format(
                Locale.ROOT,
                "data: %.2f GB are loaded in about %s at %.0f MB/s (%s); a subject needs %.2f GB of disk at a time%n",
                all / GIGA,
                words(loading(all)),
                file.loadRate().isPresent() ? file.loadRate().getAsLong() / 1e6 : USUAL_BYTES_PER_SECOND / 1e6,
                file.loadRate().isPresent()
                        ? "design.load-rate"
                        : "assumed; set design.load-rate for a better estimate",
                space / GIGA);
    }

    /** Lists the skipped commands by reason. */
    private String leftOut() {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        file.units()
                .forEach(unit -> unit.skipped()
                        .ifPresent(why -> reasons.computeIfAbsent(why, w -> new ArrayList<>())
                                .add(unit.name())));
        StringBuilder text = new StringBuilder();
        reasons.forEach((why, names) -> text.append("left out, ")
                .append(why)
                .append(": ")
                .append(String.join(", ", names))
                .append('\n'));
        return text.toString();
    }

    private String provisioned(String subject, Provisioner.Plan plan) {
        StringBuilder text = new StringBuilder(subject + " is brought up for "
                + (file.bringsUpOnce()
                        ? "all its commands and taken down after them"
                        : "each command and taken down after it"));
        plan.facts()
                .forEach((name, value) ->
                        text.append("; ").append(name).append(' ').append(value));
        plan.consent().forEach(sentence -> text.append("; ").append(sentence));
        return text.append('\n').toString();
    }

    /** Formats a duration, for example {@code 1h5m} or {@code 35s}. */
    static String words(Duration length) {
        long seconds = length.toSeconds();
        String hours = seconds >= 3600 ? seconds / 3600 + "h" : "";
        String minutes = seconds >= 60 ? seconds % 3600 / 60 + "m" : "";
        String rest = seconds % 60 > 0 || seconds == 0 ? seconds % 60 + "s" : "";
        return Optional.of(hours + minutes + rest).filter(w -> !w.isEmpty()).orElse("0s");
    }
}
