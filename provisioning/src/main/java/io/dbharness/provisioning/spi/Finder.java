package io.dbharness.provisioning.spi;

import java.util.List;

/** A provider that marks what it makes, so that it can be found and removed without a ledger. */
public interface Finder {

    /** All runs with its marks that this account can see; none where nobody says which account. */
    List<Leftover> leftovers() throws InterruptedException;

    /** Takes one away with everything in it. That it is gone already is success. */
    void remove(Leftover leftover) throws InterruptedException;
}
