package io.dbharness.load;

/** The windows of a run. */
public enum Phase {
    WARM_UP("warmup"),
    MEASUREMENT("measure"),
    /** After the measurement: nothing starts, what runs is awaited. */
    DRAIN("drain");

    private final String tag;

    Phase(String tag) {
        this.tag = tag;
    }

    /** As written in interval logs. */
    public String tag() {
        return tag;
    }
}
