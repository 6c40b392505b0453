package io.dbharness.provisioning.azure;

import java.util.Arrays;
import java.util.List;

/** What a step of this provider makes. */
enum Kind {
    /** Nothing: asks whether region, zone and quota allow what the later steps make. */
    CHECK("check", "", ""),
    GROUP("group", "", ""),
    /** A pair of keys on this machine, to enter the machines with. */
    KEY("key", "", ""),
    /** A password on this machine, for a database on others. */
    PASSWORD("password", "", ""),
    FIREWALL("firewall", "Microsoft.Network/networkSecurityGroups", Kind.NETWORK_VERSION),
    NETWORK("network", "Microsoft.Network/virtualNetworks", Kind.NETWORK_VERSION),
    ADDRESS("address", "Microsoft.Network/publicIPAddresses", Kind.NETWORK_VERSION),
    INTERFACE("interface", "Microsoft.Network/networkInterfaces", Kind.NETWORK_VERSION),
    DISK("disk", "Microsoft.Compute/disks", "2025-01-02"),
    MACHINE("machine", "Microsoft.Compute/virtualMachines", "2025-04-01"),
    /** Stripes, formats and mounts the data disks inside a machine. */
    VOLUME("volume", "", ""),
    /** Installs and starts a database inside a machine. */
    SOFTWARE("software", "", ""),
    SERVER("server", "Microsoft.Sql/servers", "2021-11-01"),
    DATABASE("database", "", "");

    private static final String NETWORK_VERSION = "2025-03-01";

    private final String word;
    private final String type;
    private final String version;

    Kind(String word, String type, String version) {
        this.word = word;
        this.type = type;
        this.version = version;
    }

    /** Those that make a resource of Azure's, which goes by itself. */
    static List<Kind> made() {
        return Arrays.stream(values()).filter(kind -> !kind.type.isEmpty()).toList();
    }

    /** Of the interface that its type is asked by. */
    String version() {
        return version;
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
