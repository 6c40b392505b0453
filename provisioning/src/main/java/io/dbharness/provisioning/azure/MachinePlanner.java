package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureCheck.Wanted;
import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.azure.AzureSubject.Software;
import io.dbharness.provisioning.azure.AzureSubject.Volume;
import io.dbharness.provisioning.catalogue.DataDisks;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.catalogue.VmSize.Controller;
import io.dbharness.provisioning.software.DatabaseSoftware.FirstStart;
import io.dbharness.provisioning.spi.Run;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Turns equal machines into steps: address, interface and disks of each machine, then its volumes, then the database on all of them.
 *
 * @param adding receives the steps
 */
record MachinePlanner(Run run, AzureSettings settings, Adding adding) {

    /** Receives a step with the ids of the steps it depends on. */
    @FunctionalInterface
    interface Adding {
        void add(String id, Kind kind, String summary, Map<String, Object> own, String... after);
    }

    private void add(String id, Kind kind, String summary, Map<String, Object> own, String... after) {
        adding.add(id, kind, summary, own, after);
    }

    /** Returns the group of machines that the check step verifies with Azure. */
    Wanted wanted(String name, Machines machines) {
        return new Wanted(
                name,
                machines.size(),
                machines.nodes(),
                machines.diskCount(),
                machines.disks().stream()
                        .map(disk -> disk.type().sku())
                        .distinct()
                        .toList(),
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

    void address(String node, String name) {
        add(
                node + "/address",
                Kind.ADDRESS,
                "public address of " + name,
                Map.of(AzureArguments.NAME, settings.name(run, name + "-address")));
    }

    /**
     * Adds the steps of equal machines.
     *
     * @param name      name of the subject
     * @param reachable true if they have a public address
     */
    void plan(String name, Machines machines, boolean reachable) {
        List<String> nodes = machines.names(name);
        nodes.forEach(node -> node(name, node, machines, reachable));
        machines.software().ifPresent(software -> software(name, nodes, machines, software));
    }

    /**
     * Adds the steps of the client machines.
     *
     * @param reachable true if the first client has a public address; the others are accessed through it
     */
    void clients(Machines machines, boolean reachable) {
        for (int i = 1; i <= machines.nodes(); i++) {
            node(AzureArguments.CLIENT, AzureArguments.client(i), machines, reachable && i == 1);
        }
    }

    private void node(String name, String node, Machines machines, boolean reachable) {
        if (reachable) {
            address(node, node);
        }
        add(
                node + "/interface",
                Kind.INTERFACE,
                "network interface of " + node,
                AzureArguments.of(
                        AzureArguments.NAME,
                        settings.name(run, node + "-interface"),
                        AzureArguments.NODE,
                        node,
                        AzureArguments.MACHINES,
                        name,
                        "subnetId",
                        settings.network().subnet(),
                        "ownFirewall",
                        settings.network().subnet().map(subnet -> true),
                        AzureArguments.AGENTS,
                        settings.agents().filter(ports -> name.equals(AzureArguments.CLIENT)),
                        AzureArguments.PUBLIC,
                        reachable),
                AzureArguments.FIREWALL_STEP,
                AzureArguments.NETWORK_STEP,
                node + "/address");
        machine(name, node, machines);
    }

    /** Makes the disks before the machine, unless the machine's zone is not known yet. */
    private void machine(String name, String node, Machines machines) {
        int disks = machines.diskCount();
        boolean late = settings.placement().anyZone() && disks > 0;
        if (!late) {
            disks(node, machines);
        }
        String[] its = Stream.concat(
                        Stream.of(
                                AzureArguments.KEY_STEP,
                                AzureArguments.PROXIMITY_STEP,
                                node + "/interface",
                                node + "/machine",
                                followed(name, node).orElse(node) + "/machine"),
                        IntStream.range(0, disks).mapToObj(i -> node + "/disk-" + i))
                .toArray(String[]::new);
        Map<String, Object> arguments = body(name, node, machines);
        Map<String, Object> bare = new TreeMap<>(arguments);
        bare.put(AzureArguments.DISKS, 0);
        bare.remove(AzureArguments.CACHING);
        add(node + "/machine", Kind.MACHINE, machines.size() + " " + node, late ? bare : arguments, its);
        if (late) {
            disks(node, machines);
            add(node + "/attach", Kind.ATTACH, "the disks of " + node, arguments, its);
        }
        inside(node, machines);
    }

    /** Schedules the machine's shutdown and makes its volumes, one after the other: each may install programs. */
    private void inside(String node, Machines machines) {
        String machine = settings.name(run, node);
        if (settings.autoShutdown()) {
            add(
                    node + "/shutdown",
                    Kind.SCHEDULE,
                    "Azure switches " + node + " off when the run expires",
                    Map.of(AzureArguments.NAME, "shutdown-computevm-" + machine, AzureArguments.NODE, node),
                    node + "/machine");
        }
        List<String> after = new ArrayList<>(List.of(node + "/machine", node + "/attach"));
        for (Volume volume : machines.volumes()) {
            boolean data = volume.name().equals(Volume.DATA);
            add(
                    volumeStep(node, volume),
                    Kind.VOLUME,
                    volume.fileSystem() + " at " + volume.mount() + " of " + node,
                    AzureArguments.of(
                            AzureArguments.NAME, machine,
                            AzureArguments.DISKS,
                                    volume.disk().map(DataDisks::count).orElse(0),
                            AzureArguments.FIRST,
                                    Optional.of(machines.firstDisk(volume)).filter(first -> first > 0),
                            AzureArguments.MOUNT, Optional.of(volume.mount()).filter(mount -> !data),
                            AzureArguments.GIB, volume.disk().map(DataDisks::gib),
                            AzureArguments.FILE_SYSTEM, volume.fileSystem()),
                    after.toArray(String[]::new));
            after.add(volumeStep(node, volume));
        }
    }

    /** Returns the id of the step that makes a volume. */
    static String volumeStep(String node, Volume volume) {
        return node + "/volume" + (volume.name().equals(Volume.DATA) ? "" : "-" + volume.name());
    }

    private void disks(String node, Machines machines) {
        int lun = 0;
        for (DataDisks disk : machines.disks()) {
            disks(node, disk, lun);
            lun += disk.count();
        }
    }

    private void disks(String node, DataDisks disk, int first) {
        for (int i = first; i < first + disk.count(); i++) {
            Map<String, Object> arguments = AzureArguments.of(
                    AzureArguments.NAME, settings.name(run, node + "-disk-" + i),
                    AzureArguments.NODE, node,
                    AzureArguments.SKU, disk.type().sku(),
                    AzureArguments.GIB, disk.gib(),
                    AzureArguments.IOPS, disk.bought().iops(),
                    AzureArguments.MEGABYTES, disk.bought().megabytesPerSecond(),
                    AzureArguments.SECTOR, disk.extras().sectorBytes(),
                    AzureArguments.TIER, disk.extras().tier().map(tier -> tier.toUpperCase(Locale.ROOT)),
                    AzureArguments.PERFORMANCE_PLUS, onlyIf(disk.extras().performancePlus()),
                    AzureArguments.BURSTING, onlyIf(disk.extras().onDemandBursting()));
            String what = disk.type().label() + " of " + disk.gib() + " GiB for " + node;
            String zone = settings.placement().anyZone() ? node + "/machine" : AzureArguments.GROUP_STEP;
            add(node + "/disk-" + i, Kind.DISK, what, arguments, zone);
        }
    }

    static Optional<Boolean> onlyIf(boolean flag) {
        return Optional.of(flag).filter(yes -> yes);
    }

    /** The other clients use the zone in which the first one found capacity. */
    private Optional<String> followed(String name, String node) {
        return Optional.of(AzureArguments.CLIENT)
                .filter(first -> settings.placement().anyZone() && name.equals(first) && !node.equals(first));
    }

    /** Returns true if the harness runs on the machine: it has a disk, no database, and ssh access from outside. */
    private boolean entered(Machines machines) {
        AzureNetwork network = settings.network();
        return machines.alone()
                && !(network.publicAddresses() && network.allowFrom().isEmpty());
    }

    /** Returns the host caching of each disk; empty without disks. */
    private static Optional<List<String>> caching(Machines machines) {
        return Optional.of(machines.disks().stream()
                        .flatMap(disk ->
                                Collections.nCopies(disk.count(), disk.caching().word()).stream())
                        .toList())
                .filter(words -> !words.isEmpty());
    }

    private Map<String, Object> body(String name, String node, Machines machines) {
        Optional<FirstStart> start = name.equals(AzureArguments.CLIENT) || entered(machines)
                ? Optional.of(FirstStart.ofClient())
                : machines.software().map(Software::kind).map(FirstStart::of);
        return AzureArguments.of(
                AzureArguments.NAME,
                settings.name(run, node),
                AzureArguments.NODE,
                node,
                AzureArguments.MACHINES,
                name,
                AzureArguments.ZONE_OF,
                followed(name, node),
                AzureArguments.SIZE,
                machines.size(),
                AzureArguments.IMAGE,
                image(machines),
                AzureArguments.SYSTEM_DISK,
                systemDisk(machines.size()),
                AzureArguments.SYSTEM_GIB,
                settings.systemGib(),
                AzureArguments.DISKS,
                machines.diskCount(),
                AzureArguments.CACHING,
                caching(machines),
                AzureArguments.ULTRA,
                Optional.of(machines.disks())
                        .filter(disks -> !disks.isEmpty())
                        .map(disks -> disks.stream().anyMatch(disk -> disk.type() == DiskType.ULTRA)),
                AzureArguments.CONTROLLER,
                machines.controller().map(Controller::word),
                AzureArguments.PRIORITY,
                onlyIf(settings.placement().spot()).map(spot -> "Spot"),
                "trusted",
                onlyIf(settings.placement().trustedLaunch()),
                "proximity",
                onlyIf(settings.placement().proximity()),
                AzureArguments.CUSTOM_DATA,
                start.map(MachinePlanner::base64));
    }

    private static String base64(FirstStart start) {
        return Base64.getEncoder().encodeToString(start.text().getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> volumes(Machines machines) {
        return machines.volumes().stream().map(Volume::name).toList();
    }

    /** Installs the database on the first node before the others, which join it. */
    private void software(String name, List<String> nodes, Machines machines, Software software) {
        String kind = software.kind().word();
        Optional<String> password = software.kind().user().map(user -> StepPlanner.passwordFile(run, name));
        password.ifPresent(file -> add(
                name + "/password",
                Kind.PASSWORD,
                "a password for " + name + ", in " + run.directory(),
                Map.of(AzureArguments.KEY_FILE, file)));
        for (String node : nodes) {
            Map<String, Object> arguments = AzureArguments.of(
                    AzureArguments.NAME, settings.name(run, node),
                    AzureArguments.NODE, node,
                    AzureArguments.SOFTWARE, kind,
                    AzureArguments.NODES, nodes,
                    AzureArguments.DOWNLOAD, software.download(),
                    AzureArguments.VOLUMES,
                            Optional.of(volumes(machines)).filter(names -> !names.equals(List.of(Volume.DATA))),
                    AzureArguments.PASSWORD, password.map(file -> "file:" + file));
            List<String> after = new ArrayList<>(List.of(name + "/password"));
            machines.volumes().forEach(volume -> after.add(volumeStep(node, volume)));
            // The nodes must know each other's addresses, and they join one after the other.
            nodes.forEach(other -> after.add(other + "/interface"));
            nodes.subList(0, nodes.indexOf(node)).forEach(earlier -> after.add(earlier + "/software"));
            add(node + "/software", Kind.SOFTWARE, kind + " on " + node, arguments, after.toArray(String[]::new));
        }
    }
}
