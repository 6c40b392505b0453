package io.dbharness.provisioning;

import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Run;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Subjects that are up. Immutable; released once.
 *
 * @param subjects subject to where it can be worked on, in the file's order
 * @param takeDown takes all of it down
 */
public record Provisioned(Run run, Map<String, ReadySubject> subjects, Runnable takeDown) implements AutoCloseable {

    public Provisioned {
        subjects = Collections.unmodifiableMap(new LinkedHashMap<>(subjects));
    }

    /** Takes all of it down. Whatever works there has to have ended. That it is down already is no error. */
    @Override
    public void close() {
        takeDown.run();
    }
}
