package io.dbharness.provisioning.spi;

import java.util.Map;
import java.util.TreeMap;

/**
 * One resource to make, as data: the ledger stores it, and a process that knows nothing else can undo it. Never contains a secret.
 *
 * @param provider  name of the provider that applies and undoes the step
 * @param id        unique in its run, for example {@code p15/mount}
 * @param kind      provider-specific kind, for example {@code mount}
 * @param subject   name of the subject; empty if several subjects share the step
 * @param summary   a phrase for the user, for example {@code mount /dev/loop3 on /var/lib/disks/p15}
 * @param arguments arguments by name
 */
public record Step(
        String provider, String id, String kind, String subject, String summary, Map<String, String> arguments) {

    public Step {
        arguments = Map.copyOf(new TreeMap<>(arguments));
    }

    /** Returns an argument that the provider itself has set. */
    public String argument(String name) {
        String value = arguments.get(name);
        if (value == null) {
            throw new IllegalArgumentException("step " + id + " has no " + name);
        }
        return value;
    }

    /** Presence of the resource that a step makes. */
    public enum Presence {
        THERE,
        GONE,
        /** Cannot be determined, for lack of rights or of a connection. */
        UNKNOWN;

        /** Returns true unless the resource is known to be missing. */
        public boolean mayBeThere() {
            return this != GONE;
        }
    }
}
