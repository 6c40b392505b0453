package io.dbharness.provisioning.catalogue;

import java.util.Optional;

/**
 * What a machine sustains to its remote disks through one kind of controller, without host cache.
 *
 * @param controller       the kind
 * @param tiered           to Premium and Standard disks
 * @param tieredBurst      the same for up to 30 minutes; equal where the size has no burst
 * @param provisioned      to Premium SSD v2 and Ultra; empty where the size takes neither
 * @param provisionedBurst the same for up to 30 minutes
 */
public record ControllerLimits(
        Controller controller,
        Performance tiered,
        Performance tieredBurst,
        Optional<Performance> provisioned,
        Optional<Performance> provisionedBurst) {

    /** Sustained to disks of this type. */
    public Performance sustained(DiskType type) {
        return type.provisioned() ? provisioned.orElse(Performance.NONE) : tiered;
    }

    /** For up to 30 minutes to disks of this type. */
    public Performance burst(DiskType type) {
        return type.provisioned() ? provisionedBurst.orElse(Performance.NONE) : tieredBurst;
    }
}
