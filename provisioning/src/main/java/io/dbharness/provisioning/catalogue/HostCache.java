package io.dbharness.provisioning.catalogue;

/**
 * The host's cache of a machine.
 *
 * @param offered whether there is one
 * @param rate    of the cache and the temporary disk together; {@link Performance#NONE} where it is not published
 * @param gib     its size; 0 where it is not published
 */
public record HostCache(boolean offered, Performance rate, long gib) {}
