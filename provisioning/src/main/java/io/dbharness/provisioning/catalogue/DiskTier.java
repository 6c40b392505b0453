package io.dbharness.provisioning.catalogue;

import java.util.Optional;

/**
 * A size step of a disk type; a disk is billed, and performs, as the smallest tier that holds it.
 *
 * @param name            for example {@code P15}
 * @param type            whose step it is
 * @param gib             size, GiB
 * @param base            sustained
 * @param burst           for a while, if it can
 * @param performancePlus sustained with Performance Plus, where offered
 * @param source          of the figures
 */
public record DiskTier(
        String name,
        DiskType type,
        long gib,
        Performance base,
        Optional<Burst> burst,
        Optional<Performance> performancePlus,
        Source source) {}
