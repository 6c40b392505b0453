package io.dbharness.provisioning.azure;

import java.util.Locale;

/** The kinds of steps of this provider. */
enum Kind {
    /** Makes nothing: checks that region, zone and quota allow the later steps. */
    CHECK("", ""),
    GROUP("", ""),
    /** An ssh key pair on this machine, for access to the machines. */
    KEY("", ""),
    /** A password on this machine, for a database on the machines. */
    PASSWORD("", ""),
    /** Groups the client machines, so that one firewall rule can name them all. */
    CLIENTS("Microsoft.Network/applicationSecurityGroups", "2025-03-01"),
    FIREWALL("Microsoft.Network/networkSecurityGroups", "2025-03-01"),
    ADDRESS("Microsoft.Network/publicIPAddresses", "2025-03-01"),
    /** Outgoing internet access of machines without a public address. */
    NAT("Microsoft.Network/natGateways", "2025-03-01"),
    NETWORK("Microsoft.Network/virtualNetworks", "2025-03-01"),
    /** Keeps machines close to each other. */
    PROXIMITY("Microsoft.Compute/proximityPlacementGroups", "2025-04-01"),
    INTERFACE("Microsoft.Network/networkInterfaces", "2025-03-01"),
    DISK("Microsoft.Compute/disks", "2025-01-02"),
    MACHINE("Microsoft.Compute/virtualMachines", "2025-04-01"),
    /** Attaches disks to a machine whose zone was unknown before it was made. */
    ATTACH("", "2025-04-01"),
    /** Switches a machine off when the run expires; runs inside Azure. */
    SCHEDULE("Microsoft.DevTestLab/schedules", "2018-09-15"),
    /** Stripes, formats and mounts the data disks inside a machine. */
    VOLUME("", "2025-04-01"),
    /** Installs and starts a database inside a machine. */
    SOFTWARE("", "2025-04-01"),
    SERVER("Microsoft.Sql/servers", "2021-11-01"),
    /** Deleted with its server. */
    DATABASE("", "2021-11-01"),
    FLEXIBLE("Microsoft.DBforPostgreSQL/flexibleServers", "2025-08-01"),
    /** Deleted with its server. */
    CONTENT("", "2025-08-01");

    private final String type;
    private final String version;

    Kind(String type, String version) {
        this.type = type;
        this.version = version;
    }

    /** Returns the name in ledgers. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of its body in {@code requests.yaml}. */
    String pattern() {
        return (this == ATTACH ? MACHINE : this).word();
    }

    /** Returns true if the resource has a region and carries tags. */
    boolean isTagged() {
        return this != CONTENT;
    }

    /** Returns Azure's resource type; empty if it is not a separate resource, which is then deleted with another one. */
    String type() {
        return type;
    }

    /** Returns the API version for this type. */
    String version() {
        return version;
    }

    static Kind of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
