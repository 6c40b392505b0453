package io.dbharness.result.analysis;

/**
 * Little's law: in a closed loop users = throughput × (response time + think time) (Little, Operations Research 9, 1961). It needs no
 * assumption about distributions, so it audits a measurement, and recovers the concurrency that a published table leaves out.
 *
 * @param throughput      completions a second
 * @param responseSeconds mean
 * @param thinkSeconds    mean delay of a user between operations; 0 when there is none
 */
public record LittleLaw(double throughput, double responseSeconds, double thinkSeconds) {

    /** The number of users, or of operations outstanding when nobody thinks. */
    public double users() {
        return throughput * (responseSeconds + thinkSeconds);
    }

    /** How far the measurement is from the number of users that there were: 0.01 is 1 % too many. */
    public double residual(double actualUsers) {
        return users() / actualUsers - 1;
    }

    /** The mean response time that a number of users implies. */
    static double responseSeconds(double users, double throughput, double thinkSeconds) {
        return users / throughput - thinkSeconds;
    }
}
