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
    STANDARD_SSD_ZRS("StandardSSD_ZRS", "standard-ssd-zrs", "Standard SSD ZRS"),
    PREMIUM_SSD_ZRS("Premium_ZRS", "premium-ssd-zrs", "Premium SSD ZRS"),
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
        return replicated() == PREMIUM_SSD || provisioned();
    }

    /** Returns the type whose tiers and options a zone-redundant type has; other types return themselves. */
    public DiskType replicated() {
        return switch (this) {
            case STANDARD_SSD_ZRS -> STANDARD_SSD;
            case PREMIUM_SSD_ZRS -> PREMIUM_SSD;
            default -> this;
        };
    }

    /** Returns true if the disk is copied to three zones. It then belongs to a region, not to a zone. */
    public boolean zoneRedundant() {
        return replicated() != this;
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
