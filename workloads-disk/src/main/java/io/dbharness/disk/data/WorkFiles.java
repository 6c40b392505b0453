package io.dbharness.disk.data;

import io.dbharness.random.Seed;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The files of several jobs. One thread.
 *
 * @param files at least one
 */
public record WorkFiles(List<WorkFile> files) implements DataSet {

    /** States that decide for all files, the most urgent one first. */
    private static final List<Kind> DECIDING = List.of(Kind.BUSY, Kind.FOREIGN, Kind.DIFFERENT, Kind.INCOMPLETE);

    public WorkFiles {
        files = List.copyOf(files);
    }

    @Override
    public String describe() {
        return files.stream().map(WorkFile::describe).collect(Collectors.joining(" and "));
    }

    /** A file that is missing beside others makes the whole incomplete. */
    @Override
    public DataSetState inspect() {
        List<DataSetState> states = files.stream().map(WorkFile::inspect).toList();
        Kind kind = DECIDING.stream()
                .filter(deciding -> states.stream().anyMatch(state -> state.kind() == deciding))
                .findFirst()
                .orElseGet(
                        () -> states.stream().map(DataSetState::kind).distinct().count() == 1
                                ? states.get(0).kind()
                                : Kind.INCOMPLETE);
        List<String> loads =
                states.stream().flatMap(state -> state.load().stream()).toList();
        return new DataSetState(
                kind,
                states.stream().map(DataSetState::detail).collect(Collectors.joining("; ")),
                loads.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", loads)));
    }

    @Override
    public long bytesNeeded() {
        return files.stream().mapToLong(WorkFile::bytesNeeded).sum();
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        files.forEach(file -> file.load(loaders, seed, progress, helpers));
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        return files.stream()
                .flatMap(file -> file.check(when, progress).stream())
                .toList();
    }

    @Override
    public void drop() {
        files.forEach(WorkFile::drop);
    }
}
