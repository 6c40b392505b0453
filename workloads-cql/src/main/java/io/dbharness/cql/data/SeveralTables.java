package io.dbharness.cql.data;

import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Combines several tables into one data set. Not thread-safe: one thread.
 *
 * @param tables at least one
 */
public record SeveralTables(List<Table> tables) implements DataSet {

    public SeveralTables {
        tables = List.copyOf(tables);
    }

    /**
     * A table.
     *
     * @param owner in messages, such as {@code profile people}
     * @param data  its rows
     */
    public record Table(String owner, DataSet data) {

        /** Runs work on the table; a failure names the owner, unless the cluster itself is the reason. */
        public <T> T named(Supplier<T> work) {
            try {
                return work.get();
            } catch (HarnessException e) {
                if (e.getClass() != HarnessException.class) {
                    throw e;
                }
                throw new HarnessException(owner + ": " + e.getMessage(), e);
            }
        }
    }

    /** Returns the only table itself, or several as one data set. */
    public static DataSet of(List<Table> tables) {
        return tables.size() == 1 ? tables.get(0).data() : new SeveralTables(tables);
    }

    private <T> List<T> each(Function<DataSet, T> work) {
        return tables.stream()
                .map(table -> table.named(() -> work.apply(table.data())))
                .toList();
    }

    private Stream<DataSet> all() {
        return tables.stream().map(Table::data);
    }

    @Override
    public String describe() {
        return all().map(DataSet::describe).collect(Collectors.joining(", "));
    }

    /** Returns complete if all tables are complete, and unfinished if some exist and others do not. */
    @Override
    public DataSetState inspect() {
        List<DataSetState> states = each(DataSet::inspect);
        Set<Kind> kinds = states.stream().map(DataSetState::kind).collect(Collectors.toCollection(LinkedHashSet::new));
        Kind kind = List.of(Kind.BUSY, Kind.FOREIGN, Kind.DIFFERENT).stream()
                .filter(kinds::contains)
                .findFirst()
                .orElse(kinds.size() == 1 ? states.get(0).kind() : Kind.INCOMPLETE);
        Set<Optional<String>> loads = states.stream().map(DataSetState::load).collect(Collectors.toSet());
        return new DataSetState(
                kind,
                states.stream().map(DataSetState::detail).collect(Collectors.joining("; ")),
                loads.contains(Optional.<String>empty())
                        ? Optional.empty()
                        : Optional.of(states.stream()
                                .flatMap(state -> state.load().stream())
                                .collect(Collectors.joining("; "))));
    }

    @Override
    public long bytesNeeded() {
        return all().mapToLong(DataSet::bytesNeeded).sum();
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        each(table -> {
            if (table.inspect().kind() != Kind.COMPLETE) {
                table.load(loaders, seed, progress, helpers);
            }
            return table;
        });
    }

    /** Tables are loaded one after the other, so at most one is being loaded. */
    @Override
    public void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        each(table -> {
            if (table.inspect().kind() == Kind.BUSY) {
                table.loadSlice(slice, loaders, seed, progress);
            }
            return table;
        });
    }

    /** Waits once: compactions of one table are those of all. */
    @Override
    public void settle(Progress progress) {
        tables.get(0).data().settle(progress);
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        return each(table -> table.check(when, progress)).stream()
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<Check> checkAcknowledged(Progress progress) {
        return each(table -> table.checkAcknowledged(progress)).stream()
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void drop() {
        each(table -> {
            if (table.inspect().kind() != Kind.ABSENT) {
                table.drop();
            }
            return table;
        });
    }
}
