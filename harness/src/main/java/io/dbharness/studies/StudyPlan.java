package io.dbharness.studies;

import io.dbharness.config.ExperimentFile;
import io.dbharness.load.Timeline;
import io.dbharness.provision.Provisioner;
import io.dbharness.quantity.Quantities;
import io.dbharness.studies.StudyCommands.Ready;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What an experiment would do: its commands in order, how long they take and how much disk they need.
 *
 * @param file  what is asked for
 * @param units the commands that would run
 * @param provisioned what subjects would be brought up on, by their names
 */
record StudyPlan(ExperimentFile file, List<Ready> units, Map<String, Provisioner.Plan> provisioned) {

    private static final double GIGA = 1e9;

    String text() {
        StringBuilder text = new StringBuilder(file.design().title() + "\n");
        Duration total = Duration.ZERO;
        int runs = 0;
        boolean searches = false;
        for (int i = 0; i < units.size(); i++) {
            Ready ready = units.get(i);
            boolean search = ready.spec().experiment().goal().isPresent();
            Timeline timeline = ready.spec().load().timeline();
            Duration one = timeline.warmUp().plus(timeline.measurement());
            int own = ready.unit().runs();
            text.append(String.format(
                    Locale.ROOT,
                    "%4d  %-32s %-22s %s%s%n",
                    i + 1,
                    ready.unit().name(),
                    ready.unit().command(),
                    search ? "search, runs of " + words(one) : own == 1 ? words(one) : own + " runs of " + words(one),
                    ready.unit().disk().map(d -> ", " + d + " of disk").orElse("")));
            total = total.plus(one.multipliedBy(own));
            runs += own;
            searches |= search;
        }
        text.append(String.format(
                Locale.ROOT,
                "%d commands, %d runs, %s%s of load; loading, settling and drains come on top%n",
                units.size(),
                runs,
                searches ? "at least " : "",
                words(total)));
        text.append(disk());
        provisioned.forEach((subject, plan) -> text.append(provisioned(subject, plan)));
        file.units()
                .forEach(unit -> unit.skipped()
                        .ifPresent(why -> text.append("left out: ")
                                .append(unit.name())
                                .append(", ")
                                .append(why)
                                .append('\n')));
        return text.toString();
    }

    /** What each subject needs at most at a time: one data set. */
    private String disk() {
        long most = units.stream()
                .flatMap(u -> u.unit().disk().stream())
                .mapToLong(d -> Quantities.bytes(d).orElse(0))
                .max()
                .orElse(0);
        return most == 0
                ? "disk: the file declares no sizes of data sets\n"
                : String.format(Locale.ROOT, "disk: %.0f GB a subject, for the largest data set%n", most / GIGA);
    }

    private static String provisioned(String subject, Provisioner.Plan plan) {
        StringBuilder text = new StringBuilder(subject + " is brought up for each command and taken down after it");
        plan.facts()
                .forEach((name, value) ->
                        text.append("; ").append(name).append(' ').append(value));
        text.append('\n');
        plan.remarks().forEach(remark -> text.append("note: ").append(remark).append('\n'));
        return text.toString();
    }

    /** For example {@code 1h05m} or {@code 35s}. */
    static String words(Duration length) {
        long seconds = length.toSeconds();
        String hours = seconds >= 3600 ? seconds / 3600 + "h" : "";
        String minutes = seconds >= 60 ? seconds % 3600 / 60 + "m" : "";
        String rest = seconds % 60 > 0 || seconds == 0 ? seconds % 60 + "s" : "";
        return Optional.of(hours + minutes + rest).filter(w -> !w.isEmpty()).orElse("0s");
    }
}
