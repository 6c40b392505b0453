package io.dbharness.sql;

import io.dbharness.sql.data.SqlProfileDataSet;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.SequenceValue;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.sql.profile.SqlProfile.Parameter;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Draws the inputs of a run's operations. Thread-safe.
 *
 * @param draws draws of each operation, one for each parameter
 */
record Inputs(List<List<Draw>> draws) {

    /** The first value of a timestamp column that is empty, and in a rehearsal. */
    private static final LocalDateTime FIRST = LocalDateTime.of(2000, 1, 1, 0, 0);

    /** Draws one value. */
    @FunctionalInterface
    interface Draw {

        /**
         * Draws a value.
         *
         * @param ordinal number of earlier operations of the same kind by this user
         */
        Object next(RandomGenerator random, long ordinal);
    }

    /** Creates the inputs for loaded data. */
    static Inputs of(List<Operation> operations, SqlProfileDataSet data) {
        return of(
                operations,
                next -> next.step()
                        .map(step -> moments(data.latest(next).orElse(FIRST), step))
                        .orElseGet(() -> numbers(data.highestNumber(next).orElse(0L))));
    }

    /** Creates the inputs for a rehearsal, as if a load had numbered the rows. */
    static Inputs rehearsed(List<Operation> operations, List<ProfileTable> tables) {
        return of(
                operations,
                next -> next.step()
                        .map(step -> moments(FIRST, step))
                        .orElseGet(() -> numbers(rows(next.table(), tables))));
    }

    private static long rows(String name, List<ProfileTable> tables) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .mapToLong(ProfileTable::rows)
                .sum();
    }

    /** Creates the inputs; all users and operations share the next value of a column. */
    private static Inputs of(List<Operation> operations, Function<SequenceValue, Draw> nexts) {
        Map<SequenceValue, Draw> shared = new HashMap<>();
        return new Inputs(operations.stream()
                .map(operation -> operation.parameters().stream()
                        .map(parameter -> draw(parameter, next -> shared.computeIfAbsent(next, nexts)))
                        .toList())
                .toList());
    }

    private static Draw draw(Parameter parameter, Function<SequenceValue, Draw> nexts) {
        return parameter
                .value()
                .map(value -> (Draw) value::draw)
                .orElseGet(() -> nexts.apply(parameter.next().orElseThrow()));
    }

    private static Draw numbers(long last) {
        AtomicLong number = new AtomicLong(last);
        return (random, ordinal) -> number.incrementAndGet();
    }

    private static Draw moments(LocalDateTime last, Duration step) {
        AtomicLong number = new AtomicLong();
        return (random, ordinal) -> last.plus(step.multipliedBy(number.incrementAndGet()));
    }

    /** Draws the inputs of one operation. */
    Object[] draw(int operation, RandomGenerator random, long ordinal) {
        List<Draw> parameters = draws.get(operation);
        Object[] inputs = new Object[parameters.size()];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = parameters.get(i).next(random, ordinal);
        }
        return inputs;
    }
}
