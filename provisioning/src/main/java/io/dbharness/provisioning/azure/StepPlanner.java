package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureSteps.Kind;
import io.dbharness.provisioning.azure.AzureSubject.Database;
import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.azure.AzureSubject.Software;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.DiskAsk;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.catalogue.VmSize.Controller;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
                Map.of(Arguments.LIFETIME, settings.lifetime().toString()),
                Arguments.CHECK_STEP);
        boolean client = settings.client().isPresent();
        if (client || subjects.stream().anyMatch(one -> one.machines().isPresent())) {
            shared();
        }
        settings.client().ifPresent(size -> machines(Arguments.CLIENT, Machines.bare(size), true));
        boolean reachable = settings.allowFrom().isPresent() && !client;
        for (AzureSubject one : subjects) {
            subject = one.name();
            one.machines()
                    .ifPresent(those -> machines(
                            one.name(),
                            those,
                            reachable || (those.alone() && settings.allowFrom().isPresent())));
            one.database().ifPresent(this::database);
        }
        return List.copyOf(steps);
    }

    /**
     * Each has, beside its own, what all of a run have in common.
     *
     * @param after steps that it stands on, apart from its group; those that the plan does not have are left out
     */
    private void add(String id, Kind kind, String summary, Map<String, String> own, String... after) {
        List<String> needed = Stream.concat(Stream.of(Arguments.GROUP_STEP), Stream.of(after))
                .filter(need -> steps.stream().anyMatch(step -> step.id().equals(need)))
                .toList();
        Map<String, String> arguments = Arguments.of(
                Arguments.CLOUD,
                        Optional.of(settings.cloud())
                                .filter(cloud -> cloud != AzureCloud.PUBLIC)
                                .map(AzureCloud::word),
                Arguments.SUBSCRIPTION, settings.subscription(),
                Arguments.GROUP, settings.group().orElse(run.id()),
                Arguments.REGION, settings.region(),
                Arguments.RUN, run.id(),
                Arguments.AFTER, String.join(" ", needed),
                Arguments.OWNER, settings.owner(),
                Arguments.ZONE, settings.zone(),
                Arguments.EXISTING, settings.group().map(others -> true));
        arguments.putAll(own);
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
        add(
                Arguments.FIREWALL_STEP,
                Kind.FIREWALL,
                "security group: "
                        + settings.allowFrom()
                                .map(address -> "ssh from " + address + " only")
                                .orElse("nothing comes in"),
                Arguments.of(
                        Arguments.NAME, settings.name(run, "firewall"),
                        Arguments.ALLOW_FROM, settings.allowFrom(),
                        Arguments.PORT, settings.allowFrom().map(address -> SSH_PORT)));
        add(
                Arguments.NETWORK_STEP,
                Kind.NETWORK,
                "virtual network " + SPACE,
                Map.of(Arguments.NAME, settings.name(run, "network")),
                Arguments.FIREWALL_STEP);
    }

    private void database(Database database) {
        String server = run.id() + "-" + subject;
        Map<String, String> arguments = Arguments.of(
                Arguments.NAME, server,
                Arguments.USER, database.user(),
                Arguments.PASSWORD, database.password(),
                Arguments.ALLOW_FROM, settings.allowFrom());
        add(subject + "/server", Kind.SERVER, "logical server " + server, arguments, Arguments.CLIENT + "/address");
        String tier = database.tier().name();
        add(
                subject + "/database",
                Kind.DATABASE,
                "database of tier " + tier + " on " + server,
                Map.of(Arguments.NAME, subject, Arguments.NODE, server, Arguments.TIER, tier),
                subject + "/server");
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
                Arguments.of(
                        Arguments.NAME, settings.name(run, node + "-interface"),
                        Arguments.NODE, node,
                        Arguments.PUBLIC, reachable,
                        Arguments.ACCELERATED, accelerated),
                Arguments.NETWORK_STEP,
                node + "/address");
    }

    private void disks(String node, DiskAsk disk) {
        for (int i = 0; i < disk.count(); i++) {
            Map<String, String> arguments = Arguments.of(
                    Arguments.NAME, settings.name(run, node + "-disk-" + i),
                    Arguments.SKU, disk.type().sku(),
                    Arguments.GIB, disk.gib(),
                    Arguments.IOPS, disk.bought().iops(),
                    Arguments.MEGABYTES, disk.bought().megabytesPerSecond(),
                    Arguments.SECTOR, disk.extras().sectorBytes(),
                    Arguments.TIER, disk.extras().tier().map(tier -> tier.toUpperCase(Locale.ROOT)),
                    Arguments.PERFORMANCE_PLUS, onlyIf(disk.extras().performancePlus()),
                    Arguments.BURSTING, onlyIf(disk.extras().onDemandBursting()));
            String what = disk.type().label() + " of " + disk.gib() + " GiB for " + node;
            add(node + "/disk-" + i, Kind.DISK, what, arguments);
        }
    }

    private static Optional<Boolean> onlyIf(boolean flag) {
        return Optional.of(flag).filter(yes -> yes);
    }

    private void machine(String node, Machines machines) {
        Optional<VmSize> size = catalogue.size(machines.size());
        boolean premium = size.filter(known -> !known.shape().premium()).isEmpty();
        String name = settings.name(run, node);
        int disks = machines.disk().map(DiskAsk::count).orElse(0);
        Optional<Controller> controller = machines.controller()
                .or(() -> size.map(known -> known.controllers().get(0).controller()));
        boolean client = node.equals(Arguments.CLIENT)
                || (machines.alone() && settings.allowFrom().isPresent());
        Optional<FirstStart> start = client
                ? Optional.of(FirstStart.ofClient())
                : machines.software().map(Software::kind).map(FirstStart::of);
        Map<String, String> arguments = Arguments.of(
                Arguments.NAME, name,
                Arguments.NODE, node,
                Arguments.SIZE, machines.size(),
                Arguments.IMAGE, machines.software().flatMap(Software::image).orElse(settings.image()),
                Arguments.SYSTEM_DISK, (premium ? DiskType.PREMIUM_SSD : DiskType.STANDARD_SSD).sku(),
                Arguments.DISKS, disks,
                Arguments.CACHING, machines.disk().map(disk -> disk.caching().word()),
                Arguments.ULTRA, machines.disk().map(disk -> disk.type() == DiskType.ULTRA),
                Arguments.CONTROLLER, controller.map(Controller::word),
                Arguments.PACKAGES, start.map(FirstStart::words));
        add(
                node + "/machine",
                Kind.MACHINE,
                machines.size() + " " + node,
                arguments,
                Stream.concat(
                                Stream.of(Arguments.KEY_STEP, node + "/interface"),
                                IntStream.range(0, disks).mapToObj(i -> node + "/disk-" + i))
                        .toArray(String[]::new));
        machines.fileSystem()
                .ifPresent(fileSystem -> add(
                        node + "/volume",
                        Kind.VOLUME,
                        fileSystem + " at " + MOUNT + " of " + node,
                        Arguments.of(
                                Arguments.NAME, name,
                                Arguments.DISKS, disks,
                                Arguments.FILE_SYSTEM, fileSystem),
                        node + "/machine"));
    }

    /** On the first node before the others, which join it. */
    private void software(String name, List<String> nodes, Software software) {
        String kind = software.kind().word();
        Optional<String> password = software.kind().user().map(user -> passwordFile(run, name));
        password.ifPresent(file -> add(
                name + "/password",
                Kind.PASSWORD,
                "a password for " + name + ", in " + run.directory(),
                Map.of(Arguments.KEY_FILE, file)));
        for (String node : nodes) {
            Map<String, String> arguments = Arguments.of(
                    Arguments.NAME, settings.name(run, node),
                    Arguments.NODE, node,
                    Arguments.SOFTWARE, kind,
                    Arguments.NODES, String.join(" ", nodes),
                    Arguments.DOWNLOAD, software.download(),
                    Arguments.PASSWORD, password.map(file -> "file:" + file));
            List<String> after = new ArrayList<>(List.of(name + "/password", node + "/volume"));
            // They have to know each other's addresses, and join one after the other.
            nodes.forEach(other -> after.add(other + "/interface"));
            nodes.subList(0, nodes.indexOf(node)).forEach(earlier -> after.add(earlier + "/software"));
            add(node + "/software", Kind.SOFTWARE, kind + " on " + node, arguments, after.toArray(String[]::new));
        }
    }

    static String passwordFile(Run run, String name) {
        return run.directory().resolve(name + ".password").toString();
    }
}
