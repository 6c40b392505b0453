package io.dbharness.testkit;

import java.util.function.DoubleUnaryOperator;

/** Known distributions of response times. */
public final class Queues {

    private Queues() {}

    /**
     * M/M/c: Erlang's C formula gives the share that waits; a wait is exponential with the rate left over.
     *
     * @return share of requests that take longer than so many seconds
     */
    public static DoubleUnaryOperator beyondOfMmc(double arrivals, double services, int servers) {
        double offered = arrivals / services;
        double blocked = 1;
        for (int i = 1; i <= servers; i++) {
            blocked = offered * blocked / (i + offered * blocked);
        }
        double waits = blocked / (1 - offered / servers * (1 - blocked));
        double left = servers * services - arrivals;
        return t -> (1 - waits) * Math.exp(-services * t)
                + waits * (left * Math.exp(-services * t) - services * Math.exp(-left * t)) / (left - services);
    }

    /** A quantile of a distribution, in seconds, from the share beyond. */
    public static double quantile(DoubleUnaryOperator beyond, double quantile) {
        double low = 0;
        double high = 1e3;
        for (int i = 0; i < 200; i++) {
            double middle = (low + high) / 2;
            if (beyond.applyAsDouble(middle) > 1 - quantile) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
