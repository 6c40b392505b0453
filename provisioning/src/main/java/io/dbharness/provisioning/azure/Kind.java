package io.dbharness.provisioning.azure;

import java.util.Arrays;

/** What a step of this provider makes. */
enum Kind {
    /** Nothing: asks whether region, zone and quota allow what the later steps make. */
    CHECK("check", ""),
    GROUP("group", ""),
    /** A pair of keys on this machine, to enter the machines with. */
    KEY("key", ""),
    FIREWALL("firewall", "Microsoft.Network/networkSecurityGroups"),
    NETWORK("network", "Microsoft.Network/virtualNetworks"),
    ADDRESS("address", "Microsoft.Network/publicIPAddresses"),
    INTERFACE("interface", "Microsoft.Network/networkInterfaces"),
    DISK("disk", "Microsoft.Compute/disks"),
    MACHINE("machine", "Microsoft.Compute/virtualMachines"),
    /** Stripes, formats and mounts the data disks inside a machine. */
    VOLUME("volume", ""),
    SERVER("server", "Microsoft.Sql/servers"),
    DATABASE("database", "");

    private final String word;
    private final String type;

    Kind(String word, String type) {
        this.word = word;
        this.type = type;
    }

    /** As in a step. */
    String word() {
        return word;
    }

    /** Azure's resource type; empty where it is not a resource of its own. */
    String type() {
        return type;
    }

    static Kind of(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind of step " + word));
    }
}
