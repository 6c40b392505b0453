package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureSteps.Kind;
import io.dbharness.provisioning.azure.AzureSubject.Database;
import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.azure.AzureSubject.Software;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.DiskAsk;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.software.DatabaseSoftware.FirstStart;
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

/**
 * Turns valid subjects into steps: what they share first, then the machine of the harness, then each subject. Equal machines come each with
 * its address, interface and disks, then a volume on each, then the database over all of them. One thread.
 */
final class StepPlanner {

    /** Of the secure shell, the only thing that may come in from outside. */
    private static final String SSH_PORT = "22";

    /** Where the data disks of a machine are mounted. */
    static final String MOUNT = "/data";

    /** Private, and unlikely to be one that a user peers with. */
    static final String SPACE = "10.77.0.0/16";

    private final Run run;
    private final AzureSettings settings;
    private final Catalogue catalogue;
    private final List<Step> steps = new ArrayList<>();
    /** Whom the next steps are for; empty for all. */
    private String subject = "";

    StepPlanner(Run run, AzureSettings settings, Catalogue catalogue) {
        this.run = run;
        this.settings = settings;
        this.catalogue = catalogue;
    }

    List<Step> steps(List<AzureSubject> subjects) {
        check(subjects);
        add(
                Arguments.GROUP_STEP,
                Kind.GROUP,
                settings.group()
                        .map(group -> "use the resource group " + group + ", which stays")
                        .orElse("resource group " + run.id() + " in " + settings.region()),
                Map.of(Arguments.LIFETIME, settings.lifetime().toString()));
        boolean client = settings.client().isPresent();
        if (client || subjects.stream().anyMatch(one -> one.machines().isPresent())) {
            shared();
        }
        settings.client().ifPresent(size -> machines(Arguments.CLIENT, Machines.bare(size), true));
        boolean reachable = settings.allowFrom().isPresent() && !client;
        for (AzureSubject one : subjects) {
            subject = one.name();
            one.machines().ifPresent(those -> machines(one.name(), those, reachable));
            one.database().ifPresent(this::database);
        }
        return List.copyOf(steps);
    }

    /** Each has, beside its own, what all of a run have in common. */
    private void add(String id, Kind kind, String summary, Map<String, String> own) {
        Map<String, String> arguments = new TreeMap<>(own);
        arguments.put(Arguments.SUBSCRIPTION, settings.subscription());
        arguments.put(Arguments.GROUP, settings.group().orElse(run.id()));
        arguments.put(Arguments.REGION, settings.region());
        arguments.put(Arguments.RUN, run.id());
        arguments.put(Arguments.OWNER, settings.owner());
        settings.zone().ifPresent(zone -> arguments.put(Arguments.ZONE, zone));
        settings.group().ifPresent(others -> arguments.put(Arguments.EXISTING, "true"));
        steps.add(new Step(AzureProvider.NAME, id, kind.word(), subject, summary, arguments));
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
        settings.client().ifPresent(size -> sizes.merge(size, 1, Integer::sum));
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
        Map<String, String> firewall = new TreeMap<>(Map.of(Arguments.NAME, settings.name(run, "firewall")));
        settings.allowFrom()
                .ifPresent(address -> firewall.putAll(Map.of(Arguments.ALLOW_FROM, address, Arguments.PORT, SSH_PORT)));
        add(
                Arguments.FIREWALL_STEP,
                Kind.FIREWALL,
                "security group: "
                        + settings.allowFrom()
                                .map(address -> "ssh from " + address + " only")
                                .orElse("nothing comes in"),
                firewall);
        add(
                Arguments.NETWORK_STEP,
                Kind.NETWORK,
                "virtual network " + SPACE,
                Map.of(Arguments.NAME, settings.name(run, "network")));
    }

    private void database(Database database) {
        String server = run.id() + "-" + subject;
        Map<String, String> arguments = new TreeMap<>(Map.of(
                Arguments.NAME, server,
                Arguments.USER, database.user(),
                Arguments.PASSWORD, database.password()));
        settings.allowFrom().ifPresent(address -> arguments.put(Arguments.ALLOW_FROM, address));
        add(subject + "/server", Kind.SERVER, "logical server " + server, arguments);
        String tier = database.tier().name();
        add(
                subject + "/database",
                Kind.DATABASE,
                "database of tier " + tier + " on " + server,
                Map.of(Arguments.NAME, subject, Arguments.NODE, server, Arguments.TIER, tier));
    }

    /**
     * Adds equal machines.
     *
     * @param name      of the subject, or of the client
     * @param reachable whether they have a public address
     */
    private void machines(String name, Machines machines, boolean reachable) {
        List<String> nodes = machines.names(name);
        for (String node : nodes) {
            card(node, machines, reachable);
            machines.disk().ifPresent(disk -> disks(node, disk));
            machine(node, machines);
        }
        machines.software().ifPresent(software -> software(name, nodes, software));
    }

    private void card(String node, Machines machines, boolean reachable) {
        if (reachable) {
            add(
                    node + "/address",
                    Kind.ADDRESS,
                    "public address of " + node,
                    Map.of(Arguments.NAME, settings.name(run, node + "-address")));
        }
        boolean accelerated = catalogue
                .size(machines.size())
                .filter(size -> size.shape().acceleratedNetworking())
                .isPresent();
        add(
                node + "/interface",
                Kind.INTERFACE,
                "network interface of " + node,
                Map.of(
                        Arguments.NAME, settings.name(run, node + "-interface"),
                        Arguments.NODE, node,
                        Arguments.PUBLIC, String.valueOf(reachable),
                        Arguments.ACCELERATED, String.valueOf(accelerated)));
    }

    private void disks(String node, DiskAsk disk) {
        for (int i = 0; i < disk.count(); i++) {
            Map<String, String> arguments = new TreeMap<>(Map.of(
                    Arguments.NAME, settings.name(run, node + "-disk-" + i),
                    Arguments.SKU, disk.type().sku(),
                    Arguments.GIB, String.valueOf(disk.gib())));
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
            String what = disk.type().label() + " of " + disk.gib() + " GiB for " + node;
            add(node + "/disk-" + i, Kind.DISK, what, arguments);
        }
    }

    private void machine(String node, Machines machines) {
        Optional<VmSize> size = catalogue.size(machines.size());
        boolean premium = size.filter(known -> !known.shape().premium()).isEmpty();
        String name = settings.name(run, node);
        String disks = String.valueOf(machines.disk().map(DiskAsk::count).orElse(0));
        Map<String, String> arguments = new TreeMap<>(Map.of(
                Arguments.NAME,
                name,
                Arguments.NODE,
                node,
                Arguments.SIZE,
                machines.size(),
                Arguments.IMAGE,
                machines.software().flatMap(Software::image).orElse(settings.image()),
                Arguments.SYSTEM_DISK,
                (premium ? DiskType.PREMIUM_SSD : DiskType.STANDARD_SSD).sku(),
                Arguments.DISKS,
                disks));
        machines.disk().ifPresent(disk -> {
            arguments.put(Arguments.CACHING, disk.caching().word());
            arguments.put(Arguments.ULTRA, String.valueOf(disk.type() == DiskType.ULTRA));
        });
        machines.controller()
                .or(() -> size.map(known -> known.controllers().get(0).controller()))
                .ifPresent(controller -> arguments.put(Arguments.CONTROLLER, controller.word()));
        Optional<FirstStart> start = node.equals(Arguments.CLIENT)
                ? Optional.of(FirstStart.ofClient())
                : machines.software().map(Software::kind).map(FirstStart::of);
        start.ifPresent(first -> arguments.put(Arguments.PACKAGES, first.words()));
        add(node + "/machine", Kind.MACHINE, machines.size() + " " + node, arguments);
        machines.fileSystem()
                .ifPresent(fileSystem -> add(
                        node + "/volume",
                        Kind.VOLUME,
                        fileSystem + " at " + MOUNT + " of " + node,
                        Map.of(
                                Arguments.NAME, name,
                                Arguments.DISKS, disks,
                                Arguments.FILE_SYSTEM, fileSystem)));
    }

    /** On the first node before the others, which join it. */
    private void software(String name, List<String> nodes, Software software) {
        String kind = software.kind().word();
        Map<String, String> common = new TreeMap<>();
        common.put(Arguments.SOFTWARE, kind);
        common.put(Arguments.NODES, String.join(" ", nodes));
        software.download().ifPresent(download -> common.put(Arguments.DOWNLOAD, download));
        if (software.kind().user().isPresent()) {
            String file = passwordFile(run, name);
            add(
                    name + "/password",
                    Kind.PASSWORD,
                    "a password for " + name + ", in " + run.directory(),
                    Map.of(Arguments.KEY_FILE, file));
            common.put(Arguments.PASSWORD, "file:" + file);
        }
        for (String node : nodes) {
            Map<String, String> arguments = new TreeMap<>(common);
            arguments.put(Arguments.NAME, settings.name(run, node));
            arguments.put(Arguments.NODE, node);
            add(node + "/software", Kind.SOFTWARE, kind + " on " + node, arguments);
        }
    }

    static String passwordFile(Run run, String name) {
        return run.directory().resolve(name + ".password").toString();
    }
}
