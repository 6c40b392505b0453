package io.dbharness.provisioning.spi;

import java.time.Instant;

/**
 * A run that its provider knows by marks of its own, whether or not a ledger tells of it.
 *
 * @param run     its id
 * @param owner   who made it
 * @param region  where it is
 * @param expires when its time is over
 */
public record Leftover(String run, String owner, String region, Instant expires) {}
