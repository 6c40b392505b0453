package io.dbharness.tpcc;

import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.result.LoadFacts;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.Scorecard;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.TransactionType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Scores results of this workload: tpmC, efficiency, the mix and the response time limits. Immutable. */
@Internal
public final class TpccScorecard implements Scorecard {

    /** The efficiency above which the terminals set the pace; terminals that deal from the deck reach at most 98 %. */
    private static final double PINNED_PERCENT = 95;

    private static final String MESSAGES = "messagesPerTransaction";

    /** For {@link java.util.ServiceLoader}. */
    public TpccScorecard() {}

    @Override
    public boolean knows(String workload) {
        return workload.equals(Tpcc.NAME);
    }

    @Override
    public Set<String> perClient() {
        return Set.of(Tpcc.RANGE);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>(ResponseLimits.names());
        names.addAll(List.of(TpccScore.TPM_C, TpccScore.EFFICIENCY_PERCENT, MESSAGES));
        return names;
    }

    @Override
    public Optional<String> mainScore() {
        return Optional.of(TpccScore.TPM_C);
    }

    @Override
    public Map<String, Double> scores(RunResult result) {
        Map<String, Double> scores = new TreeMap<>();
        double perMinute = 60 * newOrdersPerSecond(result);
        scores.put(TpccScore.TPM_C, perMinute);
        if (paced(result)) {
            double kept = Math.min(perMinute, mostPerMinute(result));
            scores.put(TpccScore.EFFICIENCY_PERCENT, TpccScore.efficiency(kept, warehouses(result)));
        }
        messages(result).ifPresent(messages -> scores.put(MESSAGES, messages));
        ResponseLimits.score(result, scores);
        return Collections.unmodifiableMap(scores);
    }

    @Override
    public List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        List<Caveat> caveats = new ArrayList<>(ResponseLimits.caveats(result, scores));
        String percent = parameter(result, Tpcc.ROWS_PERCENT, Tpcc.ALL_ROWS);
        if (!percent.equals(Tpcc.ALL_ROWS)) {
            caveats.add(
                    Caveat.suspect(
                            "REDUCED_ROWS",
                            "--rows-percent " + percent + ": each warehouse has " + percent
                                    + " % of the specification's rows, so tpmC is no measure of TPC-C; leave the option out to measure"));
        }
        if (paced(result)) {
            double efficiency = scores.getOrDefault(TpccScore.EFFICIENCY_PERCENT, 0.0);
            double perMinute = scores.getOrDefault(TpccScore.TPM_C, 0.0);
            if (efficiency >= PINNED_PERCENT) {
                caveats.add(ResponseLimits.note(
                        "PINNED_BY_THINK_TIME",
                        "efficiency is %.1f %% of what keying and think times allow: the terminals set the pace, so tpmC cannot rank"
                                + " faster systems; compare response times",
                        efficiency));
            }
            if (perMinute > mostPerMinute(result)) {
                caveats.add(ResponseLimits.note(
                        "ABOVE_THE_PACE",
                        "tpmC is %.1f, terminals of this pace make %.1f in the long run: so short a window holds more of them by"
                                + " chance, and the efficiency is reported as if it did not; warm up and run longer",
                        perMinute,
                        mostPerMinute(result)));
            }
        }
        if (homesLeftOut(result) > 0) {
            caveats.add(ResponseLimits.note(
                    "HOMES_LEFT_OUT",
                    "%d users have a home warehouse each, so %d of %d warehouses are no user's home; give more --users or"
                            + " --warehouse-binding uniform",
                    result.plan().users(),
                    homesLeftOut(result),
                    warehouses(result)));
        }
        return caveats;
    }

    /** Returns the messages to the server for each transaction; empty unless they were timed individually. */
    private static OptionalDouble messages(RunResult result) {
        long transactions = result.operations().stream()
                .mapToLong(one -> one.counts().completed())
                .sum();
        double messages = result.steps().stream()
                .filter(step -> !step.name().equals(Mode.BETWEEN_MESSAGES))
                .mapToLong(StepResult::count)
                .sum();
        return messages == 0 || transactions == 0 ? OptionalDouble.empty() : OptionalDouble.of(messages / transactions);
    }

    /** Returns true if keying and think times determine when a transaction is sent. */
    private static boolean paced(RunResult result) {
        LoadFacts sent = result.plan().loadModel();
        // The actual load counts: a load from Java may have no think time regardless of the parameter. Old results have
        // only the parameter.
        String thinkTime = sent == null ? parameter(result, Tpcc.THINK_TIME, Tpcc.NAME) : sent.thinkTime();
        return result.plan().closed() && !Tpcc.NONE.equals(thinkTime);
    }

    private static double mostPerMinute(RunResult result) {
        return TpccScore.mostPerMinute(
                result.plan().users(), TransactionMix.parse(parameter(result, Tpcc.MIX, TransactionMix.DECK)));
    }

    private static double newOrdersPerSecond(RunResult result) {
        return result.operation(TransactionType.NEW_ORDER.operation().name())
                .map(OperationResult::throughputPerSecond)
                .orElse(0.0);
    }

    private static int homesLeftOut(RunResult result) {
        boolean uniform = parameter(result, Tpcc.BINDING, Tpcc.HOME).equals(Tpcc.UNIFORM);
        return uniform ? 0 : Math.max(0, warehouses(result) - result.plan().users());
    }

    /** Returns the number of warehouses in the ranges of all clients of a result. */
    private static int warehouses(RunResult result) {
        int all = Integer.parseInt(parameter(result, Tpcc.WAREHOUSES, "1"));
        return WarehouseRange.size(parameter(result, Tpcc.RANGE, WarehouseRange.ALL), all);
    }

    private static String parameter(RunResult result, String name, String otherwise) {
        return result.workload().parameters().getOrDefault(name, otherwise);
    }

    /** Computes the figures of clause 5 from counts. Pure functions. */
    static final class TpccScore {

        /** New-Orders a minute. */
        static final String TPM_C = "tpmC";
        /** tpmC in per cent of {@link #MOST_PER_WAREHOUSE} for each warehouse. */
        static final String EFFICIENCY_PERCENT = "efficiencyPercent";

        /**
         * The maximum of New-Orders a minute by ten terminals with instantaneous answers: 100 transactions of the mix 45/43/4/4/4 take one
         * terminal 45 x 30 + 43 x 15 + 4 x 12 + 4 x 7 + 4 x 7 = 2,099 seconds of keying and thinking. A figure above it means wrong pacing
         * or a wrong window. The deck of 23 cards has slightly fewer New-Orders (43.5 %, 476 seconds for ten), so that its terminals reach
         * at most 12.61, an efficiency of 98 %.
         */
        static final double MOST_PER_WAREHOUSE = 12.86;

        private TpccScore() {}

        /** Returns the efficiency in percent for a number of New-Orders a minute. */
        static double efficiency(double perMinute, int warehouses) {
            return 100.0 * perMinute / (MOST_PER_WAREHOUSE * warehouses);
        }

        /**
         * Returns the New-Orders a minute of a number of terminals with instantaneous answers.
         *
         * @param mix mix of transactions
         */
        static double mostPerMinute(int terminals, TransactionMix mix) {
            List<Integer> weights = mix.shares();
            double seconds = 0;
            for (TransactionType type : TransactionType.values()) {
                double cycle = type.keying().plus(type.meanThink()).toSeconds();
                seconds += weights.get(type.operation().index()) * cycle;
            }
            return terminals
                    * 60.0
                    * weights.get(TransactionType.NEW_ORDER.operation().index())
                    / seconds;
        }
    }
}
