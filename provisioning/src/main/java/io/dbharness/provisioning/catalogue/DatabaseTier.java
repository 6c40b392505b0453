package io.dbharness.provisioning.catalogue;

/**
 * A compute size of Azure SQL Database.
 *
 * @param name       for example {@code S1}
 * @param edition    Basic, Standard or Premium
 * @param dtu        database throughput units
 * @param includedGb storage in the price
 * @param maxGb      largest database
 * @param workers    requests at the same time
 * @param sessions   connections at the same time
 * @param source     of the figures
 */
public record DatabaseTier(
        String name, String edition, int dtu, int includedGb, int maxGb, int workers, int sessions, Source source) {}
