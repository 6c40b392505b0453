package io.dbharness.provisioning;

import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Run;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Subjects that are up. Immutable; released once.
 *
 * @param subjects location of each subject by name, in the file's order
 * @param takeDown takes all subjects down
 */
public record Provisioned(Run run, Map<String, ReadySubject> subjects, Runnable takeDown) implements AutoCloseable {

    public Provisioned {
        subjects = Collections.unmodifiableMap(new LinkedHashMap<>(subjects));
    }

    /** Takes all subjects down. End every process that uses them first. Does nothing if they are down already. */
    @Override
    public void close() {
        takeDown.run();
    }
}
