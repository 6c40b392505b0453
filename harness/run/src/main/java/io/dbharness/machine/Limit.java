package io.dbharness.machine;

/**
 * A limit of a control group.
 *
 * @param amount number of processors or bytes; infinite for no limit
 * @param text   value as the kernel reports it, for example {@code 50000 us of each 100000 us}
 * @param group  group that sets the limit, with its version, for example {@code cgroup v1 /small}
 */
public record Limit(double amount, String text, String group) {

    static final Limit NONE = new Limit(Double.POSITIVE_INFINITY, "none", "");

    public boolean isNone() {
        return Double.isInfinite(amount);
    }
}
