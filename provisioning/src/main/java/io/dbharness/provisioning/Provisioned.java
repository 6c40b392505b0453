package io.dbharness.provisioning;

import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Run;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Subjects that are up. Immutable; released once. */
public final class Provisioned implements AutoCloseable {

    private final Runnable release;
    private final Run run;
    private final Map<String, ReadySubject> subjects;

    /** @param release takes all of it down */
    Provisioned(Run run, Map<String, ReadySubject> subjects, Runnable release) {
        this.release = release;
        this.run = run;
        this.subjects = Collections.unmodifiableMap(new LinkedHashMap<>(subjects));
    }

    public Run run() {
        return run;
    }

    /** Subject to where it can be worked on, in the file's order. */
    public Map<String, ReadySubject> subjects() {
        return subjects;
    }

    /** Takes all of it down. Whatever works there has to have ended. That it is down already is no error. */
    public void release() {
        release.run();
    }

    @Override
    public void close() {
        release();
    }
}
