package io.dbharness.provisioning.catalogue;

import io.dbharness.provisioning.catalogue.DataDisks.Caching;
import io.dbharness.provisioning.catalogue.DiskPerformance.Burst;
import io.dbharness.provisioning.catalogue.DiskPerformance.BurstHorizon;
import io.dbharness.provisioning.catalogue.DiskRules.Findings;
import io.dbharness.provisioning.catalogue.DiskRules.Notes;
import io.dbharness.provisioning.catalogue.VmSize.Controller;
import io.dbharness.provisioning.catalogue.VmSize.ControllerLimits;
import io.dbharness.provisioning.catalogue.VmSize.Lifecycle;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Azure's restrictions for a machine with its disks, and warnings for benchmarks on it. A pure function of the request, the date and the
 * length of the run.
 *
 * @param today date against which retiring sizes are judged
 * @param run   expected duration of the load; zero if unknown
 */
public record MachineRules(Catalogue catalogue, LocalDate today, Duration run) {

    /** Returns all errors and warnings about the machine and its disks. */
    public Findings check(MachineAsk machine) {
        DiskRules disks = new DiskRules(catalogue);
        Findings found = machine.disks().stream().map(disks::check).reduce(Findings.NONE, Findings::plus);
        Notes notes = new Notes(machine.name());
        Optional<VmSize> size = catalogue.size(machine.size());
        notes.warn(
                size.isEmpty(),
                "size " + machine.size() + " is not in the catalogue; its limits can only be asked of Azure");
        size.ifPresent(s -> check(machine, s, notes));
        machine.disks().forEach(disk -> burst(disk, notes));
        return found.plus(notes.findings());
    }

    private void check(MachineAsk machine, VmSize size, Notes notes) {
        lifecycle(size, notes);
        int count = machine.disks().stream().mapToInt(DataDisks::count).sum();
        notes.require(
                count <= size.shape().dataDisks(),
                count + " data disks; " + size.name() + " takes " + size.shape().dataDisks());
        machine.disks().forEach(disk -> compatible(disk, machine, size, notes));
        Optional<ControllerLimits> limits = size.through(machine.controller());
        notes.require(
                limits.isPresent(),
                size.name() + " has no "
                        + machine.controller().map(Controller::word).orElse("") + " controller");
        limits.ifPresent(l -> BindingCap.of(machine, l, catalogue)
                .forEach(cap -> notes.warn(cap.machineBinds(), "the VM holds its disks back; " + cap.sentence())));
        notes.warn(
                machine.controller().isEmpty()
                        && size.controllers().stream()
                                        .map(ControllerLimits::figures)
                                        .distinct()
                                        .count()
                                > 1,
                size.name() + " has different limits by SCSI and NVMe; "
                        + size.controllers().get(0).controller().word() + " is taken, name a controller to choose");
        catalogue
                .differences(size.name())
                .forEach(figure -> notes.warn(true, "an article differs: " + figure.sentence()));
    }

    private void lifecycle(VmSize size, Notes notes) {
        Lifecycle lifecycle = size.lifecycle();
        String instead =
                lifecycle.successors().isEmpty() ? "" : "; instead: " + String.join(", ", lifecycle.successors());
        lifecycle.end().ifPresent(end -> {
            notes.require(!lifecycle.goneOn(today), size.name() + " is gone since " + end + instead);
            notes.warn(
                    !lifecycle.goneOn(today),
                    size.name() + " retires on " + end + " and may be refused to a new subscription" + instead);
        });
    }

    private static void compatible(DataDisks disk, MachineAsk machine, VmSize size, Notes notes) {
        String label = disk.type().label();
        notes.require(
                size.shape().premium() || !disk.type().needsPremiumStorage(),
                size.name() + " takes no premium storage, so no " + label);
        if (disk.type() == DiskType.ULTRA) {
            notes.require(size.shape().ultra(), size.name() + " takes no Ultra disks");
            notes.warn(
                    machine.zone().isEmpty(), "Ultra disks need a zone in regions that have some; name one to be sure");
        }
        if (disk.type() == DiskType.PREMIUM_SSD_V2) {
            notes.require(
                    !size.shape().premium()
                            || size.controllers().get(0).provisioned().isPresent(),
                    size.name() + " takes no Premium SSD v2");
            notes.warn(
                    machine.zone().isEmpty(),
                    "Premium SSD v2 without a zone exists in some regions only; name a zone to be sure");
        }
        notes.require(
                size.cache().offered()
                        || disk.caching() == Caching.NONE
                        || disk.type().provisioned(),
                size.name() + " has no host cache; caching of " + disk.name() + " must be none");
    }

    private void burst(DataDisks disk, Notes notes) {
        DiskPerformance.of(disk, catalogue)
                .flatMap(BurstHorizon::of)
                .ifPresent(horizon -> notes.warn(
                        run.compareTo(Burst.FULL_BUCKET) > 0,
                        disk.name() + " " + horizon.sentence() + "; a run of " + run.toMinutes()
                                + " minutes at full rate outlasts it"));
    }

    /**
     * A request for a machine.
     *
     * @param name       name in messages
     * @param size       name of the VM size in the catalogue
     * @param controller disk controller; empty: the default of the size
     * @param zone       availability zone of the machine and its disks; empty: any
     * @param disks      data disks
     */
    public record MachineAsk(
            String name, String size, Optional<Controller> controller, Optional<String> zone, List<DataDisks> disks) {

        public MachineAsk {
            disks = List.copyOf(disks);
        }
    }

    /**
     * The first limit of a machine's data disks: the disks themselves, or the machine.
     *
     * @param disks      description of the disks
     * @param count      number of disks
     * @param together   sustained performance of the disks together, striped or side by side
     * @param machine    sustained performance of the machine to disks of this kind
     * @param controller disk controller
     */
    public record BindingCap(
            String disks, int count, Performance together, Performance machine, Controller controller) {

        /**
         * Computes the limits of the machine's tiered disks and of its disks with provisioned IOPS, as far as it has them; cached disks are
         * excluded.
         */
        public static List<BindingCap> of(MachineAsk machine, ControllerLimits limits, Catalogue catalogue) {
            List<BindingCap> caps = new ArrayList<>();
            for (boolean provisioned : new boolean[] {false, true}) {
                List<DataDisks> disks = machine.disks().stream()
                        .filter(disk -> disk.type().provisioned() == provisioned && disk.caching() == Caching.NONE)
                        .toList();
                if (!disks.isEmpty()) {
                    caps.add(new BindingCap(
                            provisioned ? "Premium SSD v2 and Ultra" : "Premium and Standard",
                            disks.stream().mapToInt(DataDisks::count).sum(),
                            together(disks, catalogue),
                            limits.sustained(disks.get(0).type()),
                            limits.controller()));
                }
            }
            return List.copyOf(caps);
        }

        private static Performance together(List<DataDisks> disks, Catalogue catalogue) {
            return disks.stream()
                    .map(disk -> DiskPerformance.of(disk, catalogue)
                            .map(delivery -> delivery.lasting(disk.count()))
                            .orElse(Performance.NONE))
                    .reduce(Performance.NONE, Performance::plus);
        }

        /** Returns the performance that remains: the lower of both limits. */
        public Performance effective() {
            return together.atMost(machine);
        }

        /** Returns true if the machine is slower than its disks. */
        public boolean machineBinds() {
            return !together.within(machine);
        }

        /** Returns one sentence for a plan. */
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "%s: IOPS bound by the %s, MB/s bound by the %s (%s %s; the VM to such disks by %s %s)",
                    disks,
                    binder(together.iops(), machine.iops()),
                    binder(together.megabytesPerSecond(), machine.megabytesPerSecond()),
                    count == 1 ? "disk" : count + " disks",
                    together,
                    controller.word(),
                    machine);
        }

        private static String binder(long disks, long machine) {
            return disks <= machine ? "disk" : "VM";
        }
    }
}
