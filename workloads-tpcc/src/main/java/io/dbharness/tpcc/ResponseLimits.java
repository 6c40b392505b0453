package io.dbharness.tpcc;

import io.dbharness.model.Caveat;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.tpcc.operation.TransactionType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What clauses 5.2.3 and 5.2.5 ask of a measurement: nine responses of ten within a limit, for each transaction, and a least share of the
 * mix for all but New-Order. Pure.
 */
final class ResponseLimits {

    private static final double REQUIRED_PERCENT = 90;
    /** Chance alone leaves a share that is drawn at its minimum below it half the time, but further than this once in 700 runs. */
    private static final double DEVIATIONS = 3;

    private ResponseLimits() {}

    /** For each transaction: {@code newOrderMixPercent} and {@code newOrderWithinLimitPercent}, where there were any. */
    static void score(RunResult result, Map<String, Double> scores) {
        double all = completed(result);
        for (TransactionType type : TransactionType.values()) {
            response(result, type).ifPresent(response -> {
                scores.put(name(type, "MixPercent"), 100 * response.count() / all);
                scores.put(name(type, "WithinLimitPercent"), withinLimit(response, type));
            });
        }
    }

    static List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        List<Caveat> caveats = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            Double within = scores.get(name(type, "WithinLimitPercent"));
            if (within != null && within < REQUIRED_PERCENT) {
                caveats.add(Caveat.note(
                        "RESPONSE_LIMIT",
                        text(
                                "%.1f %% of %s answered within %d s, clause 5.2.5 asks for %.0f %%: the tpmC would not count as TPC-C",
                                within, type.operation().name(), limit(type).toSeconds(), REQUIRED_PERCENT)));
            }
        }
        if (completed(result) > 0) {
            caveats.addAll(mix(result, scores));
        }
        return caveats;
    }

    private static List<Caveat> mix(RunResult result, Map<String, Double> scores) {
        List<Caveat> caveats = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            double share = scores.getOrDefault(name(type, "MixPercent"), 0.0);
            double deviation = Math.sqrt(leastMixPercent(type) * (100 - leastMixPercent(type)) / completed(result));
            if (share < leastMixPercent(type) - DEVIATIONS * deviation) {
                caveats.add(Caveat.note(
                        "MIX_BELOW_MINIMUM",
                        text(
                                "%s is %.1f %% of the mix, clause 5.2.3 asks for %.0f %%: the tpmC would not count as TPC-C",
                                type.operation().name(), share, leastMixPercent(type))));
            }
        }
        return caveats;
    }

    /** Clauses 5.2.5.3 and 5.2.5.4; of a Delivery it is the response to its request, which here does all of the work. */
    private static Duration limit(TransactionType type) {
        return Duration.ofSeconds(type == TransactionType.STOCK_LEVEL ? 20 : 5);
    }

    /** Clause 5.2.3. */
    private static double leastMixPercent(TransactionType type) {
        return switch (type) {
            case NEW_ORDER -> 0;
            case PAYMENT -> 43;
            case ORDER_STATUS, DELIVERY, STOCK_LEVEL -> 4;
        };
    }

    private static double withinLimit(LatencyResult response, TransactionType type) {
        long limit = limit(type).toNanos();
        return response.maxNanos() <= limit
                ? 100
                : response.distribution().histogram().getPercentileAtOrBelowValue(limit);
    }

    private static double completed(RunResult result) {
        double all = 0;
        for (TransactionType type : TransactionType.values()) {
            all += response(result, type).map(LatencyResult::count).orElse(0L);
        }
        return all;
    }

    /** Of completed ones, unless there is none. */
    private static Optional<LatencyResult> response(RunResult result, TransactionType type) {
        return result.operation(type.operation().name())
                .map(OperationResult::response)
                .filter(response -> response.count() > 0);
    }

    /** For example {@code newOrderMixPercent}. */
    private static String name(TransactionType type, String what) {
        String name = type.operation().name();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1) + what;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
