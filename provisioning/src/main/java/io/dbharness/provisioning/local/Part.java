package io.dbharness.provisioning.local;

import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.util.Map;

/** One kind of step of a local disk. The methods are those of the provider. */
interface Part {

    Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException;

    void undo(Step step, Facts facts) throws IOException, InterruptedException;

    Presence presence(Step step, Facts facts) throws IOException, InterruptedException;

    static Presence present(boolean there) {
        return there ? Presence.THERE : Presence.GONE;
    }
}
