package io.dbharness.cli.option;

import io.dbharness.model.Problems;
import io.dbharness.target.TargetSpec;

/** What is known about target addresses before anything is opened. */
public interface Addresses {

    /** Whether the address names a server that this process starts itself. */
    boolean embedded(String url);

    /** Notes everything that can never work about an address that is not embedded. */
    void check(TargetSpec target, Problems problems);
}
