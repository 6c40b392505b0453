package io.dbharness.provisioning.spi;

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
