package io.dbharness.provisioning.spi;

import java.time.Instant;
import java.util.List;

/** A provider that tags the resources it makes, so that they can be found and removed without a ledger. */
public interface Finder {

    /** Returns all tagged runs that this account can see; empty if no account is configured. */
    List<Leftover> leftovers() throws InterruptedException;

    /** Removes a run with everything in it. Succeeds if the run is gone already. */
    void remove(Leftover leftover) throws InterruptedException;

    /**
     * A run that its provider finds by tags, with or without a ledger.
     *
     * @param run     id of the run
     * @param owner   user who made it
     * @param region  region of its resources
     * @param expires time at which it expires
     */
    public record Leftover(String run, String owner, String region, Instant expires) {}
}
