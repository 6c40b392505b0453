package io.dbharness.workload;

import io.dbharness.random.Seed;
import java.util.List;

/** The data set of a rehearsal: always there, never anything in it. */
public record NoData() implements DataSet {

    @Override
    public String describe() {
        return "no data";
    }

    @Override
    public DataSetState inspect() {
        return new DataSetState(DataSetState.Kind.COMPLETE, "a simulation needs no data");
    }

    @Override
    public long bytesNeeded() {
        return 0;
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress) {}

    @Override
    public List<Check> check(String when, Progress progress) {
        return List.of();
    }

    @Override
    public void drop() {}
}
