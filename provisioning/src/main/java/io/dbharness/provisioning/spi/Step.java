package io.dbharness.provisioning.spi;

import java.util.Map;
import java.util.TreeMap;

/**
 * One thing that is made, as data: what the ledger keeps, and all that its undoing may rely on in a process that knows nothing else.
 * Never holds a secret.
 *
 * @param provider  who applies and undoes it
 * @param id        unique in its run, for example {@code p15/mount}
 * @param kind      what the provider does, for example {@code mount}
 * @param subject   whom it is for; empty when several share it
 * @param summary   one phrase for people, for example {@code mount /dev/loop3 on /var/lib/disks/p15}
 * @param arguments what it needs, by name
 */
public record Step(
        String provider, String id, String kind, String subject, String summary, Map<String, String> arguments) {

    public Step {
        arguments = Map.copyOf(new TreeMap<>(arguments));
    }

    /** An argument that the provider put in itself. */
    public String argument(String name) {
        String value = arguments.get(name);
        if (value == null) {
            throw new IllegalArgumentException("step " + id + " has no " + name);
        }
        return value;
    }

    /** Whether what a step makes is there. */
    public enum Presence {
        THERE,
        GONE,
        /** It cannot be seen from here, for want of rights or a connection. */
        UNKNOWN;

        /** Whether making it again is not called for. */
        public boolean mayBeThere() {
            return this != GONE;
        }
    }
}
