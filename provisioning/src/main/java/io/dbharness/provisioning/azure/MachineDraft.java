package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Controller;
import io.dbharness.provisioning.catalogue.DiskAsk;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.software.DatabaseSoftware;
import io.dbharness.provisioning.software.FirstStart;
import io.dbharness.provisioning.spi.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Steps of equal machines: each with its address, interface and disks, then a volume on each, then the database over all of them. */
final class MachineDraft {

    private final StepList steps;
    private final Run run;
    private final AzureSettings settings;
    private final Catalogue catalogue;

    MachineDraft(StepList steps, Run run, AzureSettings settings, Catalogue catalogue) {
        this.steps = steps;
        this.run = run;
        this.settings = settings;
        this.catalogue = catalogue;
    }

    /**
     * Adds them.
     *
     * @param name      of the subject, or of the client
     * @param reachable whether they have a public address
     */
    void add(String name, Machines machines, boolean reachable) {
        List<String> nodes = nodes(name, machines);
        for (String node : nodes) {
            card(node, machines, reachable);
            machines.disk().ifPresent(disk -> disks(node, disk));
            machine(node, machines);
        }
        machines.software().ifPresent(software -> software(name, nodes, software));
    }

    static List<String> nodes(String name, Machines machines) {
        List<String> nodes = new ArrayList<>();
        for (int node = 1; node <= machines.nodes(); node++) {
            nodes.add(machines.nodes() == 1 ? name : name + "-" + node);
        }
        return nodes;
    }

    private void card(String node, Machines machines, boolean reachable) {
        if (reachable) {
            steps.add(
                    node + "/address",
                    Kind.ADDRESS,
                    "public address of " + node,
                    Map.of(Arguments.NAME, settings.name(run, node + "-address")));
        }
        boolean accelerated = catalogue
                .size(machines.size())
                .map(VmSize::shape)
                .map(VmSize.Shape::acceleratedNetworking)
                .orElse(false);
        steps.add(
                node + "/interface",
                Kind.INTERFACE,
                "network interface of " + node,
                Map.of(
                        Arguments.NAME,
                        settings.name(run, node + "-interface"),
                        Arguments.NODE,
                        node,
                        Arguments.PUBLIC,
                        String.valueOf(reachable),
                        Arguments.ACCELERATED,
                        String.valueOf(accelerated)));
    }

    private void disks(String node, DiskAsk disk) {
        for (int i = 0; i < disk.count(); i++) {
            Map<String, String> arguments = new TreeMap<>();
            arguments.put(Arguments.NAME, settings.name(run, node + "-disk-" + i));
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
            steps.add(
                    node + "/disk-" + i,
                    Kind.DISK,
                    disk.type().label() + " of " + disk.gib() + " GiB for " + node,
                    arguments);
        }
    }

    private void machine(String node, Machines machines) {
        Map<String, String> arguments = new TreeMap<>();
        arguments.put(Arguments.NAME, settings.name(run, node));
        arguments.put(Arguments.NODE, node);
        arguments.put(Arguments.SIZE, machines.size());
        arguments.put(
                Arguments.IMAGE,
                machines.software().flatMap(AzureSubject.Software::image).orElse(settings.image()));
        arguments.put(Arguments.SYSTEM_DISK, systemDisk(machines.size()).sku());
        arguments.put(
                Arguments.DISKS,
                String.valueOf(machines.disk().map(DiskAsk::count).orElse(0)));
        machines.disk().ifPresent(disk -> {
            arguments.put(Arguments.CACHING, disk.caching().word());
            arguments.put(Arguments.ULTRA, String.valueOf(disk.type() == DiskType.ULTRA));
        });
        controller(machines).ifPresent(controller -> arguments.put(Arguments.CONTROLLER, controller.word()));
        firstStart(node, machines).ifPresent(start -> arguments.put(Arguments.PACKAGES, start.words()));
        steps.add(node + "/machine", Kind.MACHINE, machines.size() + " " + node, arguments);
        machines.fileSystem().ifPresent(fileSystem -> volume(node, arguments, fileSystem));
    }

    private void volume(String node, Map<String, String> machine, String fileSystem) {
        steps.add(
                node + "/volume",
                Kind.VOLUME,
                fileSystem + " at " + AzureDraft.MOUNT + " of " + node,
                Map.of(
                        Arguments.NAME,
                        machine.getOrDefault(Arguments.NAME, node),
                        Arguments.DISKS,
                        machine.getOrDefault(Arguments.DISKS, "0"),
                        Arguments.FILE_SYSTEM,
                        fileSystem));
    }

    private static Optional<FirstStart> firstStart(String node, Machines machines) {
        return node.equals(Arguments.CLIENT)
                ? Optional.of(FirstStart.ofClient())
                : machines.software().map(AzureSubject.Software::kind).map(FirstStart::of);
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

    /** On the first node before the others, which join it. */
    private void software(String name, List<String> nodes, AzureSubject.Software software) {
        DatabaseSoftware kind = software.kind();
        Map<String, String> common = new TreeMap<>();
        common.put(Arguments.SOFTWARE, kind.word());
        common.put(Arguments.NODES, String.join(" ", nodes));
        software.download().ifPresent(download -> common.put(Arguments.DOWNLOAD, download));
        if (kind.user().isPresent()) {
            String file = passwordFile(run, name);
            steps.add(
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
            steps.add(node + "/software", Kind.SOFTWARE, kind.word() + " on " + node, arguments);
        }
    }

    static String passwordFile(Run run, String name) {
        return run.directory().resolve(name + ".password").toString();
    }
}
