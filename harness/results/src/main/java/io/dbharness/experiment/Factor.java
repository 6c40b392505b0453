package io.dbharness.experiment;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.RateProfile;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A factor that an experiment can vary: a named change of a plan. */
public enum Factor {
    /**
     * Sessions open at once. Users follow where there is one for each connection and nothing makes them think: they could not use more
     * connections, and would only queue for fewer.
     */
    CONNECTIONS,
    /** Users, on the connections that the plan has. */
    USERS,
    /** Requests in flight at once: users, each with a connection. */
    OUTSTANDING,
    /** Arrivals a second of an open load; spacing, late policy and users stay. */
    RATE;

    /** The plan with this factor at a level. */
    @Internal
    public RunPlan set(RunPlan plan, double level) {
        return switch (this) {
            case CONNECTIONS -> {
                RunPlan changed = plan.withConnections(whole(level));
                boolean oneEach = plan.load().users() == plan.connections();
                boolean thinks = plan.load() instanceof ClosedLoop closed && closed.thinkTime() != ThinkTime.NONE;
                yield oneEach && !thinks ? changed.withLoad(users(plan.load(), whole(level))) : changed;
            }
            case USERS -> plan.withLoad(users(plan.load(), whole(level)));
            case OUTSTANDING -> USERS.set(plan, level).withConnections(whole(level));
            case RATE -> {
                if (plan.load() instanceof OpenArrivals open) {
                    yield plan.withLoad(
                            new OpenArrivals(RateProfile.constant(level), open.spacing(), open.late(), open.users()));
                }
                throw new IllegalArgumentException("a closed loop has no rate");
            }
        };
    }

    /** Returns true if the plan has this factor: a closed loop has no rate. */
    @Internal
    public boolean fits(RunPlan plan) {
        return this != RATE || plan.load() instanceof OpenArrivals;
    }

    /** Returns true if levels are whole numbers. */
    public boolean inWholes() {
        return this != RATE;
    }

    /** As a user types it, for example {@code connections}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Formats a level for a plan's factors: {@code 8}, {@code 907.9}. */
    public static String text(double level) {
        return BigDecimal.valueOf(level).stripTrailingZeros().toPlainString();
    }

    /** The factor of this name. */
    public static Optional<Factor> named(String word) {
        return Arrays.stream(values()).filter(f -> f.word().equals(word)).findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(Factor::word).collect(Collectors.joining(", "));
    }

    private static LoadModel users(LoadModel load, int users) {
        if (load instanceof OpenArrivals open) {
            return new OpenArrivals(open.rate(), open.spacing(), open.late(), users);
        }
        if (load instanceof ClosedLoop closed) {
            return new ClosedLoop(users, closed.thinkTime());
        }
        throw new IllegalArgumentException("not a load with users: " + load.describe());
    }

    private static int whole(double level) {
        if (level != Math.rint(level) || level < 1 || level > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("not a whole number from 1: " + level);
        }
        return (int) level;
    }
}
