package io.dbharness.tpcc;

import io.dbharness.model.Caveat;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.tpcc.operation.TransactionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks the requirements of clauses 5.2.3 and 5.2.5: for each transaction, 90 % of the responses within a limit, and a minimum share of
 * the mix for all but New-Order. Pure functions.
 */
final class ResponseLimits {

    private static final double REQUIRED_PERCENT = 90;
    /**
     * The tolerance in standard deviations. A share that is drawn at its minimum is below it in half of the runs by chance, but by more
     * than this in only one of 700 runs.
     */
    private static final double DEVIATIONS = 3;

    private static final String MIX = "MixPercent";
    private static final String WITHIN = "WithinLimitPercent";

    private ResponseLimits() {}

    /** Returns the names of all scores of {@link #score}. */
    static List<String> names() {
        return Arrays.stream(TransactionType.values())
                .flatMap(type -> Stream.of(name(type, MIX), name(type, WITHIN)))
                .toList();
    }

    /** Adds scores for each transaction that occurred: {@code newOrderMixPercent} and {@code newOrderWithinLimitPercent}. */
    static void score(RunResult result, Map<String, Double> scores) {
        double all = completed(result);
        for (TransactionType type : TransactionType.values()) {
            response(result, type).ifPresent(response -> {
                scores.put(name(type, MIX), 100 * response.count() / all);
                scores.put(name(type, WITHIN), withinLimit(response, type));
            });
        }
    }

    /** Returns the caveats about responses, then those about the mix. */
    static List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        List<Caveat> caveats = new ArrayList<>();
        List<Caveat> mix = new ArrayList<>();
        double all = completed(result);
        for (TransactionType type : TransactionType.values()) {
            Double within = scores.get(name(type, WITHIN));
            if (within != null && within < REQUIRED_PERCENT) {
                caveats.add(note(
                        "RESPONSE_LIMIT",
                        "%.1f %% of %s answered within %d s, clause 5.2.5 asks for %.0f %%: the tpmC would not count as TPC-C",
                        within,
                        type.operation().name(),
                        type.limit().toSeconds(),
                        REQUIRED_PERCENT));
            }
            double share = scores.getOrDefault(name(type, MIX), 0.0);
            double deviation = Math.sqrt(type.leastMixPercent() * (100 - type.leastMixPercent()) / all);
            if (all > 0 && share < type.leastMixPercent() - DEVIATIONS * deviation) {
                mix.add(note(
                        "MIX_BELOW_MINIMUM",
                        "%s is %.1f %% of the mix, clause 5.2.3 asks for %.0f %%: the tpmC would not count as TPC-C",
                        type.operation().name(),
                        share,
                        type.leastMixPercent()));
            }
        }
        caveats.addAll(mix);
        return caveats;
    }

    private static double withinLimit(LatencyResult response, TransactionType type) {
        long limit = type.limit().toNanos();
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

    /** Returns the response times of completed transactions of a type; empty if there are none. */
    private static Optional<LatencyResult> response(RunResult result, TransactionType type) {
        return result.operation(type.operation().name())
                .map(OperationResult::response)
                .filter(response -> response.count() > 0);
    }

    /** Returns the name of a score, for example {@code newOrderMixPercent}. */
    private static String name(TransactionType type, String what) {
        String name = type.operation().name();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1) + what;
    }

    /** Creates a caveat with values in its text. */
    static Caveat note(String code, String format, Object... values) {
        return Caveat.note(code, String.format(Locale.ROOT, format, values));
    }
}
