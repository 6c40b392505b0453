package io.dbharness.sql;

import io.dbharness.distribution.Sequence;
import io.dbharness.sql.data.SqlProfileDataSet;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.SequenceValue;
import io.dbharness.sql.profile.SequenceValue.Choice;
import io.dbharness.sql.profile.SequenceValue.Kind;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.sql.profile.SqlProfile.Parameter;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /**
     * Draws one parameter.
     *
     * @param name     of the parameter
     * @param value    draws its value
     * @param sequence whose new number the value is; empty for any other value
     */
    record Draw(String name, Generation value, Optional<Sequence> sequence) {}

    /** Draws one value. */
    @FunctionalInterface
    interface Generation {

        /**
         * Draws a value.
         *
         * @param ordinal number of earlier operations of the same kind by this user
         * @param others  parameters drawn before, by name
         */
        Object next(RandomGenerator random, long ordinal, Function<String, Object> others);
    }

    /** The values of a column of numbered rows or of times: the new ones, and for numbers the existing ones. */
    private record Column(Generation next, Optional<Sequence> sequence) {

        static Column of(Sequence rows) {
            return new Column((random, ordinal, others) -> rows.next(), Optional.of(rows));
        }

        static Column of(LocalDateTime last, Duration step) {
            AtomicLong number = new AtomicLong();
            return new Column(
                    (random, ordinal, others) -> last.plus(step.multipliedBy(number.incrementAndGet())),
                    Optional.empty());
        }

        Draw draw(String name, SequenceValue wanted) {
            return wanted.isNew()
                    ? new Draw(name, next, sequence)
                    : new Draw(name, existing(sequence.orElseThrow(), wanted.choice()), Optional.empty());
        }

        private static Generation existing(Sequence rows, Choice choice) {
            return choice.kind() == Kind.LATEST
                    ? (random, ordinal, others) -> rows.latest(random)
                    : (random, ordinal, others) -> rows.recent(choice.rows(), random);
        }
    }

    /** Creates the inputs for loaded data. */
    static Inputs of(List<Operation> operations, SqlProfileDataSet data) {
        return of(
                operations,
                next -> next.step()
                        .map(step -> Column.of(data.latest(next).orElse(FIRST), step))
                        .orElseGet(() -> Column.of(new Sequence(
                                data.lowestNumber(next).orElse(1L),
                                data.highestNumber(next).orElse(0L)))));
    }

    /** Creates the inputs for a rehearsal, as if a load had numbered the rows. */
    static Inputs rehearsed(List<Operation> operations, List<ProfileTable> tables) {
        return of(
                operations,
                next -> next.step()
                        .map(step -> Column.of(FIRST, step))
                        .orElseGet(() -> Column.of(new Sequence(1, rows(next.table(), tables)))));
    }

    private static long rows(String name, List<ProfileTable> tables) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .mapToLong(ProfileTable::rows)
                .sum();
    }

    /** Creates the inputs; all users and operations share the values of a column. */
    private static Inputs of(List<Operation> operations, Function<SequenceValue, Column> columns) {
        Map<SequenceValue, Column> shared = new HashMap<>();
        return new Inputs(operations.stream()
                .map(operation -> operation.parameters().stream()
                        .map(parameter -> draw(parameter, next -> shared.computeIfAbsent(next.sequence(), columns)))
                        .toList())
                .toList());
    }

    private static Draw draw(Parameter parameter, Function<SequenceValue, Column> columns) {
        return parameter
                .value()
                .map(value -> new Draw(parameter.name(), value::draw, Optional.empty()))
                .orElseGet(() -> {
                    SequenceValue next = parameter.next().orElseThrow();
                    return columns.apply(next).draw(parameter.name(), next);
                });
    }

    /** Draws the inputs of one operation. */
    Object[] draw(int operation, RandomGenerator random, long ordinal) {
        List<Draw> parameters = draws.get(operation);
        Object[] inputs = new Object[parameters.size()];
        Function<String, Object> others = name -> inputs[index(parameters, name)];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = parameters.get(i).value().next(random, ordinal, others);
        }
        return inputs;
    }

    private static int index(List<Draw> parameters, String name) {
        int index = 0;
        while (!parameters.get(index).name().equals(name)) {
            index++;
        }
        return index;
    }

    private static void nothing() {
        // Most operations add no numbered row.
    }

    /** Returns the recording of an operation's new numbers as existing rows. */
    Runnable acknowledgement(int operation, Object[] inputs) {
        List<Draw> parameters = draws.get(operation);
        Runnable done = Inputs::nothing;
        for (int i = 0; i < inputs.length; i++) {
            Optional<Sequence> sequence = parameters.get(i).sequence();
            if (sequence.isPresent() && inputs[i] instanceof Long number) {
                Runnable before = done;
                done = () -> {
                    before.run();
                    sequence.get().acknowledge(number);
                };
            }
        }
        return done;
    }
}
