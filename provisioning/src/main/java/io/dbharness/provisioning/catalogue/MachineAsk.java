package io.dbharness.provisioning.catalogue;

import java.util.List;
import java.util.Optional;

/**
 * A machine that somebody wants.
 *
 * @param name       for messages
 * @param size       its name in the catalogue
 * @param controller of its disks; empty: the size's default
 * @param zone       of the machine and its disks; empty: any
 * @param disks      for data
 */
public record MachineAsk(
        String name, String size, Optional<Controller> controller, Optional<String> zone, List<DiskAsk> disks) {

    public MachineAsk {
        disks = List.copyOf(disks);
    }
}
