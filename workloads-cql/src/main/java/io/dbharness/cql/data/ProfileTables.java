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

/**
 * Combines the tables of several profiles into one data set. Not thread-safe: one thread.
 *
 * @param tables one per profile
 */
public record ProfileTables(List<ProfileData> tables) implements DataSet {

    public ProfileTables {
        tables = List.copyOf(tables);
    }

    /** Runs work on a table; a failure names the profile, unless the cluster itself is the reason. */
    public static <T> T named(ProfileData table, Supplier<T> work) {
        try {
            return work.get();
        } catch (HarnessException e) {
            if (e.getClass() != HarnessException.class) {
                throw e;
            }
            throw new HarnessException("profile " + table.name() + ": " + e.getMessage(), e);
        }
    }

    private <T> List<T> each(Function<ProfileData, T> work) {
        return tables.stream()
                .map(table -> named(table, () -> work.apply(table)))
                .toList();
    }

    @Override
    public String describe() {
        return tables.stream().map(DataSet::describe).collect(Collectors.joining(", "));
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
        return tables.stream().mapToLong(DataSet::bytesNeeded).sum();
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
        tables.get(0).settle(progress);
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
