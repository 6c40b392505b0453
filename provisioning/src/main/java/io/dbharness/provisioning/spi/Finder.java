package io.dbharness.provisioning.spi;

import java.time.Instant;
import java.util.List;

/** A provider that marks what it makes, so that it can be found and removed without a ledger. */
public interface Finder {

    /** All runs with its marks that this account can see; none when no account is given. */
    List<Leftover> leftovers() throws InterruptedException;

    /** Takes one away with everything in it. That it is gone already is success. */
    void remove(Leftover leftover) throws InterruptedException;

    /**
     * A run that its provider knows by marks of its own, whether or not a ledger tells of it.
     *
     * @param run     its id
     * @param owner   who made it
     * @param region  where it is
     * @param expires when its time is over
     */
    public record Leftover(String run, String owner, String region, Instant expires) {}
}
