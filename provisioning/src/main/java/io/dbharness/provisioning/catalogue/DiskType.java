package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The types of Azure managed disks. */
public enum DiskType {
    STANDARD_HDD("Standard_LRS", "standard-hdd", "Standard HDD"),
    STANDARD_SSD("StandardSSD_LRS", "standard-ssd", "Standard SSD"),
    PREMIUM_SSD("Premium_LRS", "premium-ssd", "Premium SSD"),
    PREMIUM_SSD_V2("PremiumV2_LRS", "premium-ssd-v2", "Premium SSD v2"),
    ULTRA("UltraSSD_LRS", "ultra", "Ultra Disk");

    private final String sku;
    private final String word;
    private final String label;

    DiskType(String sku, String word, String label) {
        this.sku = sku;
        this.word = word;
        this.label = label;
    }

    /** Returns Azure's SKU, for example {@code Premium_LRS}. */
    @JsonValue
    public String sku() {
        return sku;
    }

    /** Returns the display name. */
    public String label() {
        return label;
    }

    /**
     * Returns true if IOPS and MB/s are provisioned separately from the size. Such disks have no tiers and no host cache, and cannot be
     * system disks.
     */
    public boolean provisioned() {
        return this == PREMIUM_SSD_V2 || this == ULTRA;
    }

    /** Returns true if the VM size must support premium storage. */
    public boolean needsPremiumStorage() {
        return this == PREMIUM_SSD || provisioned();
    }

    /** Finds a type by its SKU or its name, ignoring case. */
    public static Optional<DiskType> of(String text) {
        String asked = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(type -> type.sku.toLowerCase(Locale.ROOT).equals(asked) || type.word.equals(asked))
                .findFirst();
    }

    /** Returns the names of all types, for messages. */
    public static String words() {
        return Arrays.stream(values()).map(type -> type.word).collect(Collectors.joining(", "));
    }
}
