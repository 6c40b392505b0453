package io.dbharness.disk;

import io.dbharness.disk.data.Area;
import io.dbharness.disk.target.BlockSession;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.random.Seed;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The probe on one file, or on none. Thread-safe. */
final class BoundDisk implements BoundWorkload<BlockSession> {

    static final String READ = "Read";
    static final String WRITE = "Write";

    private final DiskSettings settings;
    private final DataSet dataSet;
    private final Supplier<Area> areas;
    private final List<Operation> operations;
    private @Nullable Sequence ofThisRun;

    /** @param areas asked for at the first user of each run, as the file has to be there */
    BoundDisk(DiskSettings settings, DataSet dataSet, Supplier<Area> areas) {
        this.settings = settings;
        this.dataSet = dataSet;
        this.areas = areas;
        this.operations = operations(settings.read());
    }

    /** Only what is done, so that no report has an empty column. */
    private static List<Operation> operations(int read) {
        List<Operation> operations = new ArrayList<>();
        if (read > 0) {
            operations.add(new Operation(0, READ, OperationKind.READ));
        }
        if (read < DiskSettings.ALL) {
            operations.add(new Operation(operations.size(), WRITE, OperationKind.WRITE));
        }
        return List.copyOf(operations);
    }

    @Override
    public List<Operation> operations() {
        return operations;
    }

    /** Needs the file. The first user of a run begins the sequence that its users share. */
    @Override
    public synchronized OperationSource<BlockSession> source(int user, Seed seed) {
        Sequence shared = ofThisRun;
        if (user == 0 || shared == null) {
            shared = new Sequence(areas.get());
            ofThisRun = shared;
        }
        return new BlockSource(settings, operations, shared, seed.stream("disk-user", user));
    }

    /** One, as in the peers. */
    @Override
    public int defaultUsers() {
        return 1;
    }

    @Override
    public ThinkTime thinkTime() {
        return ThinkTime.NONE;
    }

    @Override
    public DataSet dataSet() {
        return dataSet;
    }
}
