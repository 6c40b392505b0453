package io.dbharness.provisioning.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What limits a machine's data disks first: the disks themselves, or the machine.
 *
 * @param disks      which ones
 * @param count      how many
 * @param together   what they sustain, striped or side by side
 * @param machine    what the machine sustains to disks of this kind
 * @param controller through which
 */
public record BindingCap(String disks, int count, Performance together, Performance machine, Controller controller) {

    /** One for the disks with tiers and one for those bought by IOPS, as far as the machine has them; cached disks are left out. */
    public static List<BindingCap> of(MachineAsk machine, ControllerLimits limits, Catalogue catalogue) {
        List<BindingCap> caps = new ArrayList<>();
        for (boolean provisioned : new boolean[] {false, true}) {
            List<DiskAsk> disks = machine.disks().stream()
                    .filter(disk -> disk.type().provisioned() == provisioned && disk.caching() == Caching.NONE)
                    .toList();
            if (!disks.isEmpty()) {
                caps.add(new BindingCap(
                        provisioned ? "Premium SSD v2 and Ultra" : "Premium and Standard",
                        disks.stream().mapToInt(DiskAsk::count).sum(),
                        together(disks, catalogue),
                        limits.sustained(disks.get(0).type()),
                        limits.controller()));
            }
        }
        return List.copyOf(caps);
    }

    private static Performance together(List<DiskAsk> disks, Catalogue catalogue) {
        return disks.stream()
                .map(disk -> Delivery.of(disk, catalogue)
                        .map(delivery -> delivery.sustained(disk.count()))
                        .orElse(Performance.NONE))
                .reduce(Performance.NONE, Performance::plus);
    }

    /** What is left to use. */
    public Performance effective() {
        return together.atMost(machine);
    }

    /** Whether the machine keeps the disks from what they could do. */
    public boolean machineBinds() {
        return !together.within(machine);
    }

    /** One sentence for a plan. */
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
