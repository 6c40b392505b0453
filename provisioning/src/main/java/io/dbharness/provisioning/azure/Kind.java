package io.dbharness.provisioning.azure;

import java.util.Locale;

/** What a step of this provider makes. */
enum Kind {
    /** Nothing: asks whether region, zone and quota allow what the later steps make. */
    CHECK("", ""),
    GROUP("", ""),
    /** A pair of keys on this machine, to enter the machines with. */
    KEY("", ""),
    /** A password on this machine, for a database on others. */
    PASSWORD("", ""),
    /** Makes the machines that send load one word in the rules of the network. */
    CLIENTS("Microsoft.Network/applicationSecurityGroups", "2025-03-01"),
    FIREWALL("Microsoft.Network/networkSecurityGroups", "2025-03-01"),
    ADDRESS("Microsoft.Network/publicIPAddresses", "2025-03-01"),
    /** The way out of machines without an address of their own. */
    NAT("Microsoft.Network/natGateways", "2025-03-01"),
    NETWORK("Microsoft.Network/virtualNetworks", "2025-03-01"),
    /** Keeps machines close to each other. */
    PROXIMITY("Microsoft.Compute/proximityPlacementGroups", "2025-04-01"),
    INTERFACE("Microsoft.Network/networkInterfaces", "2025-03-01"),
    DISK("Microsoft.Compute/disks", "2025-01-02"),
    MACHINE("Microsoft.Compute/virtualMachines", "2025-04-01"),
    /** Gives disks to a machine whose zone was not known before it was made. */
    ATTACH("", "2025-04-01"),
    /** Switches a machine off at the end of the run, inside Azure. */
    SCHEDULE("Microsoft.DevTestLab/schedules", "2018-09-15"),
    /** Stripes, formats and mounts the data disks inside a machine. */
    VOLUME("", "2025-04-01"),
    /** Installs and starts a database inside a machine. */
    SOFTWARE("", "2025-04-01"),
    SERVER("Microsoft.Sql/servers", "2021-11-01"),
    /** Goes with its server. */
    DATABASE("", "2021-11-01"),
    FLEXIBLE("Microsoft.DBforPostgreSQL/flexibleServers", "2024-08-01"),
    /** Goes with its server. */
    CONTENT("", "2024-08-01");

    private final String type;
    private final String version;

    Kind(String type, String version) {
        this.type = type;
        this.version = version;
    }

    /** As in a step. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Name of its body in {@code requests.yaml}. */
    String pattern() {
        return (this == ATTACH ? MACHINE : this).word();
    }

    /** Whether it is in a region and carries tags. */
    boolean isTagged() {
        return this != CONTENT;
    }

    /** Azure's resource type; empty where it is not a resource of its own, which goes by itself. */
    String type() {
        return type;
    }

    /** Of the interface that its type is asked by. */
    String version() {
        return version;
    }

    static Kind of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
