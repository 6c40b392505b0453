package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.azure.AzureSubject.Volume;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.DataDisks;
import io.dbharness.provisioning.catalogue.DiskPerformance;
import io.dbharness.provisioning.catalogue.DiskPerformance.BurstHorizon;
import io.dbharness.provisioning.catalogue.DiskRules.Findings;
import io.dbharness.provisioning.catalogue.MachineRules;
import io.dbharness.provisioning.catalogue.MachineRules.BindingCap;
import io.dbharness.provisioning.catalogue.MachineRules.MachineAsk;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.catalogue.VmSize.Controller;
import io.dbharness.provisioning.catalogue.VmSize.ControllerLimits;
import io.dbharness.yaml.Fields;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Computes the plan's facts and remarks before anything is made: properties of each subject, first limit, length of bursts, prices. */
final class AzurePlan {

    private static final String NONE = "-";
    private static final String MACHINE = "machine";
    private static final String NODES = "nodes";
    private static final String DISKS = "disks";
    private static final String CONTROLLER = "controller";
    private static final String SERVER = "server";

    private final AzureSettings settings;
    private final Catalogue catalogue;
    private final MachineRules rules;
    private final LocalDate today;
    private final Map<String, Map<String, String>> facts = new LinkedHashMap<>();
    private final Set<String> remarks = new LinkedHashSet<>();

    AzurePlan(AzureSettings settings, Catalogue catalogue, LocalDate today) {
        this.settings = settings;
        this.catalogue = catalogue;
        this.today = today;
        this.rules = new MachineRules(catalogue, today, settings.runLength());
    }

    /** Checks the subjects against the catalogue. Errors are reported at the subjects' lines; warnings become remarks. */
    void check(List<AzureSubject> subjects) {
        for (AzureSubject subject : subjects) {
            subject.machines().ifPresent(machines -> machines(subject.name(), machines, subject.fields()));
            subject.database().ifPresent(database -> {
                Map<String, String> row = new LinkedHashMap<>();
                row.put(MACHINE, (database.postgresql() ? "Flexible Server " : "Azure SQL ") + database.tier());
                row.put(NODES, "1");
                row.put(DISKS, database.power());
                facts.put(subject.name(), row);
            });
        }
        differences();
        if (settings.subscription().isEmpty()) {
            remarks.add("no subscription is given; 'up' needs azure.subscription or AZURE_SUBSCRIPTION_ID");
        }
        remarks.add("limits of sizes and disks were read from Azure's pages on " + catalogue.read() + ", "
                + ChronoUnit.DAYS.between(catalogue.read(), today)
                + " days ago; 'harness provision limits' has the page of each");
        remarks.add("not known without a login: zones, quota, generation and controllers of sizes and images in "
                + settings.region() + "; 'up' asks Azure before it makes anything");
        shutdown(subjects);
        if (settings.image().endsWith(":" + AzureSettings.LATEST)) {
            remarks.add("the image " + settings.image() + " changes over time; pin its version to repeat a run");
        }
    }

    /** Adds a remark on what stops the machines if the user does not. */
    private void shutdown(List<AzureSubject> subjects) {
        boolean machines = settings.client().isPresent()
                || subjects.stream().anyMatch(one -> one.machines().isPresent());
        if (machines) {
            remarks.add(
                    settings.autoShutdown()
                            ? "after " + settings.lifetime().toHours()
                                    + " hours Azure switches each machine off, even if the harness has died; its disks"
                                    + " are paid for until 'down' or 'reap'"
                            : "no auto-shutdown" + (settings.lasts() ? ", which Azure limits to one day" : "")
                                    + ": machines run, and are paid for, until 'down' or 'reap'");
        }
        if (settings.placement().spot()) {
            remarks.add(
                    "Azure may evict Spot machines at any time; 'provision status' and the end of 'provision run' report it");
        }
    }

    private void machines(String name, Machines machines, Fields fields) {
        MachineAsk ask = new MachineAsk(
                name,
                machines.size(),
                machines.controller(),
                settings.placement().zone(),
                machines.disks());
        check(ask, fields, "vm");
        machines.software().ifPresent(software -> remark(name, machines, software));
        Optional<ControllerLimits> limits =
                catalogue.size(machines.size()).flatMap(size -> size.through(machines.controller()));
        limits.ifPresent(
                l -> BindingCap.of(ask, l, catalogue).forEach(cap -> remarks.add(name + ": " + cap.sentence())));
        facts.put(name, describe(machines, limits));
    }

    private void remark(String name, Machines machines, AzureSubject.Software software) {
        boolean nvme = machines.controller().filter(Controller.NVME::equals).isPresent();
        software.image()
                .filter(image -> nvme)
                .ifPresent(image -> remarks.add(name + ": whether the image " + image
                        + " starts with an NVMe controller is unknown; controller SCSI or another server-image avoids"
                        + " the risk"));
        if (software.kind().user().isEmpty()) {
            remarks.add(name + ": " + software.kind().word()
                    + " needs no password; only the machines of its network can reach it");
        }
        if (settings.client().isEmpty()) {
            remarks.add(name
                    + ": its database can be reached from its own network only; azure.client creates a machine there"
                    + " for the harness");
        }
    }

    private void check(MachineAsk ask, Fields fields, String field) {
        Findings found = rules.check(ask);
        found.errors().forEach(error -> fields.problem(field, "is invalid: " + error));
        remarks.addAll(found.warnings());
    }

    /** Checks the client machines, if there are any. */
    void clients(Fields fields, List<AzureSubject> subjects) {
        settings.client().ifPresent(size -> {
            MachineAsk ask = new MachineAsk(
                    AzureArguments.CLIENT,
                    size,
                    Optional.empty(),
                    settings.placement().zone(),
                    List.of());
            check(ask, fields, "client");
            subjects.stream()
                    .map(AzureSubject::name)
                    .filter(AzureArguments::isClient)
                    .forEach(name -> fields.problem(
                            "client",
                            "uses the machine names client, client-2 and so on, one of which is also a subject; rename"
                                    + " the subject '" + name + "'"));
        });
        if (settings.clients() > 1) {
            remarks.add(settings.clients() + " clients share the load of each 'provision run', an agent on each");
            AzureNetwork network = settings.network();
            if (!network.natGateway()
                    && network.subnet().isEmpty()
                    && subjects.stream().anyMatch(subject -> subject.database().isPresent())) {
                fields.problem(
                        "clients",
                        "needs nat-gateway: true for a managed database: its firewall allows known addresses only, and only the"
                                + " first client has one");
            }
        }
    }

    private Map<String, String> describe(Machines machines, Optional<ControllerLimits> limits) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put(MACHINE, machines.size());
        row.put(NODES, String.valueOf(machines.nodes()));
        row.put(
                DISKS,
                machines.volumes().isEmpty()
                        ? local(machines)
                        : byVolume(
                                machines,
                                volume -> volume.disk().map(AzurePlan::words).orElseGet(() -> local(machines))));
        row.put(
                "each",
                byVolume(
                        machines,
                        volume -> volume.disk()
                                .flatMap(disk -> DiskPerformance.of(disk, catalogue))
                                .map(delivery -> delivery.sustained().toString())
                                .orElse(NONE)));
        row.put(
                "burst",
                byVolume(
                        machines,
                        volume -> volume.disk()
                                .flatMap(disk -> DiskPerformance.of(disk, catalogue))
                                .flatMap(BurstHorizon::of)
                                .map(horizon -> horizon.burst().toString())
                                .orElse(NONE)));
        row.put(
                CONTROLLER,
                machines.controller()
                        .or(() -> limits.map(ControllerLimits::controller))
                        .map(Controller::word)
                        .orElse(NONE));
        machines.software()
                .ifPresent(software -> row.put(
                        SERVER,
                        software.kind().word()
                                + software.download()
                                        .map(from -> " of " + from.substring(from.lastIndexOf('/') + 1))
                                        .orElse("")));
        return row;
    }

    private String local(Machines machines) {
        return "local: " + catalogue.size(machines.size()).map(VmSize::local).orElse("its own");
    }

    /** Returns the text of the only volume, or that of each behind its name; a dash without volumes. */
    private static String byVolume(Machines machines, Function<Volume, String> text) {
        return machines.volumes().isEmpty()
                ? NONE
                : machines.volumes().stream()
                        .map(volume ->
                                (machines.volumes().size() == 1 ? "" : volume.name() + ": ") + text.apply(volume))
                        .collect(Collectors.joining("; "));
    }

    private static String words(DataDisks disk) {
        return disk.count() + " x " + disk.type().label() + " of " + disk.gib() + " GiB"
                + (disk.extras().performancePlus() ? ", Performance Plus" : "")
                + (disk.extras().onDemandBursting() ? ", bursting" : "")
                + disk.extras().tier().map(tier -> ", tier " + tier).orElse("")
                + disk.extras()
                        .sectorBytes()
                        .map(bytes -> ", sectors of " + bytes)
                        .orElse("")
                + ", caching " + disk.caching().word();
    }

    /** If two subjects differ in more than one way, a result cannot be attributed to one of them. */
    private void differences() {
        if (facts.size() < 2) {
            return;
        }
        List<String> differing = new ArrayList<>();
        for (String column : List.of(MACHINE, NODES, CONTROLLER, DISKS, SERVER)) {
            if (facts.values().stream()
                            .map(row -> row.getOrDefault(column, NONE))
                            .distinct()
                            .count()
                    > 1) {
                differing.add(column);
            }
        }
        remarks.add(
                differing.isEmpty()
                        ? "the subjects do not differ"
                        : "the subjects differ in " + String.join(", ", differing)
                                + (differing.size() == 1 ? " only" : "; more than one setting changes at a time"));
    }

    Map<String, Map<String, String>> facts() {
        return facts;
    }

    List<String> remarks() {
        return List.copyOf(remarks);
    }
}
