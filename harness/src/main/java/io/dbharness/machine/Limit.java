package io.dbharness.machine;

/**
 * What a control group allows its processes.
 *
 * @param amount processors or bytes; infinite for no limit
 * @param text   as the kernel has it, for example {@code 50000 us of each 100000 us}
 * @param group  whose it is, with the version, for example {@code cgroup v1 /small}
 */
public record Limit(double amount, String text, String group) {

    static final Limit NONE = new Limit(Double.POSITIVE_INFINITY, "none", "");

    public boolean isNone() {
        return Double.isInfinite(amount);
    }
}
