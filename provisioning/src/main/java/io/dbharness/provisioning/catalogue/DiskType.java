package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of managed disk. */
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

    /** As Azure calls it, for example {@code Premium_LRS}. */
    @JsonValue
    public String sku() {
        return sku;
    }

    /** As people call it. */
    public String label() {
        return label;
    }

    /** Whether IOPS and MB/s are bought apart from the size. Such disks have no tiers, no host cache and cannot hold a system. */
    public boolean provisioned() {
        return this == PREMIUM_SSD_V2 || this == ULTRA;
    }

    /** Whether the machine must be one that takes premium storage. */
    public boolean needsPremiumStorage() {
        return this == PREMIUM_SSD || provisioned();
    }

    /** By the SKU or by the word, in any case. */
    public static Optional<DiskType> of(String text) {
        String asked = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(type -> type.sku.toLowerCase(Locale.ROOT).equals(asked) || type.word.equals(asked))
                .findFirst();
    }

    /** All words, for a message. */
    public static String words() {
        return Arrays.stream(values()).map(type -> type.word).collect(Collectors.joining(", "));
    }
}
