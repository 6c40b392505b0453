package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureCheck.Wanted;
import io.dbharness.provisioning.azure.AzureSteps.Kind;
import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.azure.AzureSubject.Software;
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
import java.util.TreeMap;
import java.util.stream.Collectors;
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

    /** Of a database server's name. */
    private static final int MOST_LETTERS = 63;

    private final Run run;
    private final AzureSettings settings;
    private final List<Step> steps = new ArrayList<>();
    /** Whom the next steps are for; empty for all. */
    private String subject = "";

    StepPlanner(Run run, AzureSettings settings) {
        this.run = run;
        this.settings = settings;
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
        boolean reachable = settings.network().reachable();
        settings.client().ifPresent(size -> machines(Arguments.CLIENT, Machines.bare(size), reachable));
        for (AzureSubject one : subjects) {
            subject = one.name();
            one.machines()
                    .ifPresent(those -> machines(one.name(), those, reachable && (those.alone() || !client)));
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
                .distinct()
                .toList();
        Map<String, String> arguments = Arguments.of(
                Arguments.CLOUD,
                        Optional.of(settings.cloud())
                                .filter(AzureCloud::isOther)
                                .map(AzureCloud::word),
                Arguments.SUBSCRIPTION, settings.subscription(),
                Arguments.GROUP, settings.group().orElse(run.id()),
                Arguments.REGION, settings.region(),
                Arguments.RUN, run.id(),
                Arguments.AFTER, String.join(" ", needed),
                Arguments.OWNER, settings.owner(),
                Arguments.TAGS, tags(),
                Arguments.ZONE, settings.placement().zone(),
                Arguments.ANY_ZONE, onlyIf(settings.placement().anyZone()),
                Arguments.EXISTING, settings.group().map(others -> true));
        arguments.putAll(own);
        steps.add(new Step(AzureProvider.NAME, id, kind.word(), subject, summary, arguments));
    }

    private Optional<String> tags() {
        return Optional.of(settings.tags().entrySet().stream()
                        .map(tag -> tag.getKey() + "=" + tag.getValue())
                        .collect(Collectors.joining("\n")))
                .filter(text -> !text.isEmpty());
    }

    private void check(List<AzureSubject> subjects) {
        List<Wanted> wanted = new ArrayList<>();
        settings.client().ifPresent(size -> wanted.add(wanted(Arguments.CLIENT, Machines.bare(size))));
        subjects.forEach(one -> one.machines().ifPresent(those -> wanted.add(wanted(one.name(), those))));
        String passwords = subjects.stream()
                .flatMap(one -> one.database().stream())
                .flatMap(database -> database.password().stream())
                .distinct()
                .collect(Collectors.joining("\n"));
        add(
                Arguments.CHECK_STEP,
                Kind.CHECK,
                "ask whether " + settings.region() + " has the sizes, images, zones and quota",
                Map.of(Arguments.WANTED, Wanted.text(wanted), Arguments.PASSWORDS, passwords));
    }

    private Wanted wanted(String name, Machines machines) {
        return new Wanted(
                name,
                machines.size(),
                machines.nodes(),
                machines.disk().map(DiskAsk::count).orElse(0),
                machines.disk().map(disk -> disk.type().sku()).orElse(""),
                systemDisk(machines.size()),
                machines.controller().map(Controller::word).orElse(""),
                image(machines),
                settings.placement().trustedLaunch(),
                settings.placement().spot());
    }

    private static String systemDisk(String size) {
        return (VmSize.promisesPremium(size) ? DiskType.PREMIUM_SSD : DiskType.STANDARD_SSD).sku();
    }

    private String image(Machines machines) {
        return machines.software().flatMap(Software::image).orElse(settings.image());
    }

    private void shared() {
        AzureNetwork network = settings.network();
        add(
                Arguments.KEY_STEP,
                Kind.KEY,
                "a pair of keys for ssh, in " + run.directory(),
                Map.of(Arguments.KEY_FILE, run.directory().resolve("id_rsa").toString()));
        add(
                Arguments.FIREWALL_STEP,
                Kind.FIREWALL,
                "security group: "
                        + network.words()
                                .map(from -> "ssh from " + from + " only")
                                .orElse("nothing comes in"),
                Arguments.of(
                        Arguments.NAME, settings.name(run, "firewall"),
                        Arguments.ALLOW_FROM, network.words(),
                        Arguments.PORT, network.words().map(from -> SSH_PORT)));
        if (settings.placement().proximity()) {
            add(
                    Arguments.PROXIMITY_STEP,
                    Kind.PROXIMITY,
                    "proximity placement group",
                    Map.of(Arguments.NAME, settings.name(run, "proximity")));
        }
        if (network.natGateway()) {
            address(Arguments.NAT_STEP, "nat");
            add(
                    Arguments.NAT_STEP,
                    Kind.NAT,
                    "NAT gateway, the way out",
                    Map.of(Arguments.NAME, settings.name(run, "nat"), Arguments.NODE, Arguments.NAT_STEP),
                    Arguments.NAT_STEP + "/address");
        }
        if (network.subnet().isEmpty()) {
            add(
                    Arguments.NETWORK_STEP,
                    Kind.NETWORK,
                    "virtual network " + SPACE,
                    Map.of(Arguments.NAME, settings.name(run, "network")),
                    Arguments.FIREWALL_STEP,
                    Arguments.NAT_STEP);
        }
    }

    private void address(String node, String name) {
        add(
                node + "/address",
                Kind.ADDRESS,
                "public address of " + name,
                Map.of(Arguments.NAME, settings.name(run, name + "-address")));
    }

    private void database(AzureDatabase database) {
        // Unique in the world, at most 63 characters, and none of them a hyphen at an end.
        String tail = AzureSettings.letters(run);
        String whole = subject + "-" + run.name();
        String server = whole.substring(0, Math.min(whole.length(), MOST_LETTERS - tail.length()))
                        .replaceAll("-+$", "")
                + tail;
        boolean postgresql = database.postgresql();
        Map<String, String> arguments = Arguments.of(
                Arguments.NAME, server,
                Arguments.USER, database.user(),
                Arguments.PASSWORD, database.password(),
                Arguments.ALLOW_FROM, settings.network().words());
        if (database.user().isEmpty()) {
            settings.entra()
                    .ifPresent(entra -> arguments.putAll(Map.of(
                            Arguments.ENTRA_LOGIN,
                            entra.login(),
                            "entraObject",
                            entra.object(),
                            "entraTenant",
                            entra.tenant(),
                            "entraKind",
                            entra.kind())));
        }
        if (postgresql) {
            arguments.putAll(database.arguments());
        }
        add(
                subject + "/server",
                postgresql ? Kind.FLEXIBLE : Kind.SERVER,
                (postgresql ? "PostgreSQL Flexible Server " + database.tier() + " " : "logical server ") + server,
                arguments,
                Arguments.CLIENT + "/address");
        Map<String, String> content = new TreeMap<>(postgresql ? Map.of() : database.arguments());
        content.putAll(Map.of(Arguments.NAME, subject, Arguments.NODE, server));
        add(
                subject + "/database",
                postgresql ? Kind.CONTENT : Kind.DATABASE,
                postgresql ? "database " + subject : "database of tier " + database.tier() + " on " + server,
                content,
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
            if (reachable) {
                address(node, node);
            }
            add(
                    node + "/interface",
                    Kind.INTERFACE,
                    "network interface of " + node,
                    Arguments.of(
                            Arguments.NAME,
                            settings.name(run, node + "-interface"),
                            Arguments.NODE,
                            node,
                            Arguments.MACHINES,
                            name,
                            "subnetId",
                            settings.network().subnet(),
                            "ownFirewall",
                            settings.network().subnet().map(subnet -> true),
                            Arguments.PUBLIC,
                            reachable),
                    Arguments.FIREWALL_STEP,
                    Arguments.NETWORK_STEP,
                    node + "/address");
            machine(name, node, machines);
        }
        machines.software().ifPresent(software -> software(name, nodes, software));
    }

    /** Its disks come before it, unless nobody knows yet in which zone it will be. */
    private void machine(String name, String node, Machines machines) {
        boolean late = settings.placement().anyZone() && machines.disk().isPresent();
        if (!late) {
            machines.disk().ifPresent(disk -> disks(node, disk));
        }
        int disks = machines.disk().map(DiskAsk::count).orElse(0);
        String[] its = Stream.concat(
                        Stream.of(Arguments.KEY_STEP, Arguments.PROXIMITY_STEP, node + "/interface", node + "/machine"),
                        IntStream.range(0, disks).mapToObj(i -> node + "/disk-" + i))
                .toArray(String[]::new);
        Map<String, String> arguments = body(name, node, machines);
        Map<String, String> bare = new TreeMap<>(arguments);
        bare.put(Arguments.DISKS, "0");
        bare.remove(Arguments.CACHING);
        add(node + "/machine", Kind.MACHINE, machines.size() + " " + node, late ? bare : arguments, its);
        if (late) {
            machines.disk().ifPresent(disk -> disks(node, disk));
            add(node + "/attach", Kind.ATTACH, "the disks of " + node, arguments, its);
        }
        String machine = settings.name(run, node);
        if (settings.autoShutdown()) {
            add(
                    node + "/shutdown",
                    Kind.SCHEDULE,
                    "Azure switches " + node + " off when the run expires",
                    Map.of(Arguments.NAME, "shutdown-computevm-" + machine, Arguments.NODE, node),
                    node + "/machine");
        }
        machines.fileSystem()
                .ifPresent(fileSystem -> add(
                        node + "/volume",
                        Kind.VOLUME,
                        fileSystem + " at " + MOUNT + " of " + node,
                        Arguments.of(
                                Arguments.NAME, machine,
                                Arguments.DISKS, disks,
                                Arguments.GIB, machines.disk().map(DiskAsk::gib),
                                Arguments.FILE_SYSTEM, fileSystem),
                        node + "/machine",
                        node + "/attach"));
    }

    private void disks(String node, DiskAsk disk) {
        for (int i = 0; i < disk.count(); i++) {
            Map<String, String> arguments = Arguments.of(
                    Arguments.NAME, settings.name(run, node + "-disk-" + i),
                    Arguments.NODE, node,
                    Arguments.SKU, disk.type().sku(),
                    Arguments.GIB, disk.gib(),
                    Arguments.IOPS, disk.bought().iops(),
                    Arguments.MEGABYTES, disk.bought().megabytesPerSecond(),
                    Arguments.SECTOR, disk.extras().sectorBytes(),
                    Arguments.TIER, disk.extras().tier().map(tier -> tier.toUpperCase(Locale.ROOT)),
                    Arguments.PERFORMANCE_PLUS, onlyIf(disk.extras().performancePlus()),
                    Arguments.BURSTING, onlyIf(disk.extras().onDemandBursting()));
            String what = disk.type().label() + " of " + disk.gib() + " GiB for " + node;
            String zone = settings.placement().anyZone() ? node + "/machine" : Arguments.GROUP_STEP;
            add(node + "/disk-" + i, Kind.DISK, what, arguments, zone);
        }
    }

    private static Optional<Boolean> onlyIf(boolean flag) {
        return Optional.of(flag).filter(yes -> yes);
    }

    /** Whether it is a machine of its own that the harness runs on. */
    private boolean entered(Machines machines) {
        return machines.alone() && !settings.network().allowFrom().isEmpty();
    }

    private Map<String, String> body(String name, String node, Machines machines) {
        Optional<FirstStart> start = node.equals(Arguments.CLIENT) || entered(machines)
                ? Optional.of(FirstStart.ofClient())
                : machines.software().map(Software::kind).map(FirstStart::of);
        return Arguments.of(
                Arguments.NAME,
                settings.name(run, node),
                Arguments.NODE,
                node,
                Arguments.MACHINES,
                name,
                Arguments.SIZE,
                machines.size(),
                Arguments.IMAGE,
                image(machines),
                Arguments.SYSTEM_DISK,
                systemDisk(machines.size()),
                Arguments.SYSTEM_GIB,
                settings.systemGib(),
                Arguments.DISKS,
                machines.disk().map(DiskAsk::count).orElse(0),
                Arguments.CACHING,
                machines.disk().map(disk -> disk.caching().word()),
                Arguments.ULTRA,
                machines.disk().map(disk -> disk.type() == DiskType.ULTRA),
                Arguments.CONTROLLER,
                machines.controller().map(Controller::word),
                Arguments.PRIORITY,
                onlyIf(settings.placement().spot()).map(spot -> "Spot"),
                "trusted",
                onlyIf(settings.placement().trustedLaunch()),
                "proximity",
                onlyIf(settings.placement().proximity()),
                Arguments.PACKAGES,
                start.map(FirstStart::words));
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
