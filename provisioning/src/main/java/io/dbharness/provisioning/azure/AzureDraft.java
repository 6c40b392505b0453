package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureSubject.Database;
import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Controller;
import io.dbharness.provisioning.catalogue.DiskAsk;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Turns valid subjects into steps: what they share first, then each machine's address, interface, disks and the machine itself. */
final class AzureDraft {

    /** Of the secure shell, the only thing that may come in from outside. */
    private static final String SSH_PORT = "22";

    /** Where the data disks of a machine are mounted. */
    static final String MOUNT = "/data";

    /** Private, and unlikely to be one that a user peers with. */
    static final String SPACE = "10.77.0.0/16";

    private final String provider;
    private final Run run;
    private final AzureSettings settings;
    private final Catalogue catalogue;
    private final List<Step> steps = new ArrayList<>();

    /** Whom the next steps are for; empty for all. */
    private String subject = "";

    AzureDraft(String provider, Run run, AzureSettings settings, Catalogue catalogue) {
        this.provider = provider;
        this.run = run;
        this.settings = settings;
        this.catalogue = catalogue;
    }

    List<Step> steps(List<AzureSubject> subjects) {
        check(subjects);
        add(
                Arguments.GROUP_STEP,
                Kind.GROUP,
                "resource group " + run.id() + " in " + settings.region(),
                Map.of(Arguments.LIFETIME, settings.lifetime().toString()));
        if (subjects.stream().anyMatch(one -> one.machines().isPresent())) {
            shared();
        }
        for (AzureSubject one : subjects) {
            subject = one.name();
            one.machines().ifPresent(this::machines);
            one.database().ifPresent(this::database);
        }
        return List.copyOf(steps);
    }

    private void check(List<AzureSubject> subjects) {
        Set<String> skus = new TreeSet<>();
        Map<String, Integer> sizes = new TreeMap<>();
        for (AzureSubject one : subjects) {
            one.machines().ifPresent(machines -> {
                sizes.merge(machines.size(), machines.nodes(), Integer::sum);
                machines.disk().ifPresent(disk -> skus.add(disk.type().sku()));
            });
        }
        List<String> counted = sizes.entrySet().stream()
                .map(entry -> entry.getValue() + "x" + entry.getKey())
                .toList();
        add(
                Arguments.CHECK_STEP,
                Kind.CHECK,
                "ask whether " + settings.region() + " has the sizes, zones and quota",
                Map.of(Arguments.SIZES, String.join(" ", counted), Arguments.DISK_SKUS, String.join(" ", skus)));
    }

    private void shared() {
        add(
                Arguments.KEY_STEP,
                Kind.KEY,
                "a pair of keys for ssh, in " + run.directory(),
                Map.of(Arguments.KEY_FILE, run.directory().resolve("id_rsa").toString()));
        add(
                Arguments.FIREWALL_STEP,
                Kind.FIREWALL,
                settings.allowFrom()
                        .map(address -> "security group: ssh from " + address + " only")
                        .orElse("security group: nothing comes in"),
                settings.allowFrom()
                        .map(address -> Map.of(
                                Arguments.NAME,
                                run.id() + "-firewall",
                                Arguments.ALLOW_FROM,
                                address,
                                Arguments.PORT,
                                SSH_PORT))
                        .orElse(Map.of(Arguments.NAME, run.id() + "-firewall")));
        add(
                Arguments.NETWORK_STEP,
                Kind.NETWORK,
                "virtual network " + SPACE,
                Map.of(Arguments.NAME, run.id() + "-network"));
    }

    private void machines(Machines machines) {
        for (int node = 1; node <= machines.nodes(); node++) {
            String name = machines.nodes() == 1 ? subject : subject + "-" + node;
            boolean reachable = settings.allowFrom().isPresent();
            if (reachable) {
                add(
                        name + "/address",
                        Kind.ADDRESS,
                        "public address of " + name,
                        Map.of(Arguments.NAME, name + "-address"));
            }
            add(
                    name + "/interface",
                    Kind.INTERFACE,
                    "network interface of " + name,
                    Map.of(
                            Arguments.NAME,
                            name + "-interface",
                            Arguments.NODE,
                            name,
                            Arguments.PUBLIC,
                            String.valueOf(reachable),
                            Arguments.ACCELERATED,
                            String.valueOf(accelerated(machines.size()))));
            machines.disk().ifPresent(disk -> disks(name, disk));
            machine(name, machines);
        }
    }

    private boolean accelerated(String size) {
        return catalogue
                .size(size)
                .map(VmSize::shape)
                .map(VmSize.Shape::acceleratedNetworking)
                .orElse(false);
    }

    private void disks(String node, DiskAsk disk) {
        for (int i = 0; i < disk.count(); i++) {
            Map<String, String> arguments = new TreeMap<>();
            arguments.put(Arguments.NAME, node + "-disk-" + i);
            arguments.put(Arguments.SKU, disk.type().sku());
            arguments.put(Arguments.GIB, String.valueOf(disk.gib()));
            disk.bought().iops().ifPresent(iops -> arguments.put(Arguments.IOPS, iops.toString()));
            disk.bought()
                    .megabytesPerSecond()
                    .ifPresent(megabytes -> arguments.put(Arguments.MEGABYTES, megabytes.toString()));
            disk.extras().sectorBytes().ifPresent(bytes -> arguments.put(Arguments.SECTOR, bytes.toString()));
            disk.extras().tier().ifPresent(tier -> arguments.put(Arguments.TIER, tier.toUpperCase(Locale.ROOT)));
            if (disk.extras().performancePlus()) {
                arguments.put(Arguments.PERFORMANCE_PLUS, "true");
            }
            if (disk.extras().onDemandBursting()) {
                arguments.put(Arguments.BURSTING, "true");
            }
            add(
                    node + "/disk-" + i,
                    Kind.DISK,
                    disk.type().label() + " of " + disk.gib() + " GiB for " + node,
                    arguments);
        }
    }

    private void machine(String node, Machines machines) {
        Map<String, String> arguments = new TreeMap<>();
        arguments.put(Arguments.NAME, node);
        arguments.put(Arguments.NODE, node);
        arguments.put(Arguments.SIZE, machines.size());
        arguments.put(Arguments.IMAGE, settings.image());
        arguments.put(Arguments.SYSTEM_DISK, systemDisk(machines.size()).sku());
        arguments.put(
                Arguments.DISKS,
                String.valueOf(machines.disk().map(DiskAsk::count).orElse(0)));
        machines.disk().ifPresent(disk -> {
            arguments.put(Arguments.CACHING, disk.caching().word());
            arguments.put(Arguments.ULTRA, String.valueOf(disk.type() == DiskType.ULTRA));
        });
        controller(machines).ifPresent(controller -> arguments.put(Arguments.CONTROLLER, controller.word()));
        add(node + "/machine", Kind.MACHINE, machines.size() + " " + node, arguments);
        if (machines.fileSystem().isPresent()) {
            add(
                    node + "/volume",
                    Kind.VOLUME,
                    machines.fileSystem().get() + " at " + MOUNT + " of " + node,
                    Map.of(
                            Arguments.NODE,
                            node,
                            Arguments.DISKS,
                            arguments.get(Arguments.DISKS),
                            Arguments.FILE_SYSTEM,
                            machines.fileSystem().get()));
        }
    }

    private DiskType systemDisk(String size) {
        boolean premium = catalogue
                .size(size)
                .map(VmSize::shape)
                .map(VmSize.Shape::premium)
                .orElse(true);
        return premium ? DiskType.PREMIUM_SSD : DiskType.STANDARD_SSD;
    }

    private Optional<Controller> controller(Machines machines) {
        return machines.controller()
                .or(() -> catalogue
                        .size(machines.size())
                        .map(size -> size.controllers().get(0).controller()));
    }

    private void database(Database database) {
        String server = run.id() + "-" + subject;
        Map<String, String> arguments = new TreeMap<>(Map.of(
                Arguments.NAME, server, Arguments.USER, database.user(), Arguments.PASSWORD, database.password()));
        settings.allowFrom().ifPresent(address -> arguments.put(Arguments.ALLOW_FROM, address));
        add(subject + "/server", Kind.SERVER, "logical server " + server, arguments);
        add(
                subject + "/database",
                Kind.DATABASE,
                "database of tier " + database.tier().name() + " on " + server,
                Map.of(
                        Arguments.NAME,
                        subject,
                        Arguments.NODE,
                        server,
                        Arguments.TIER,
                        database.tier().name()));
    }

    private void add(String id, Kind kind, String summary, Map<String, String> own) {
        Map<String, String> arguments = new TreeMap<>(own);
        arguments.put(Arguments.SUBSCRIPTION, settings.subscription());
        arguments.put(Arguments.GROUP, run.id());
        arguments.put(Arguments.REGION, settings.region());
        arguments.put(Arguments.RUN, run.id());
        arguments.put(Arguments.OWNER, settings.owner());
        settings.zone().ifPresent(zone -> arguments.put(Arguments.ZONE, zone));
        steps.add(new Step(provider, id, kind.word(), subject, summary, arguments));
    }
}
