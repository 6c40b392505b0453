package io.dbharness.disk;

import io.dbharness.disk.data.Blocks;
import io.dbharness.disk.data.WorkFile;
import io.dbharness.disk.device.BlockSession;
import io.dbharness.disk.device.FileAddress;
import io.dbharness.disk.device.FileTarget;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.Problems;
import io.dbharness.sut.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.SharedInputs;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** {@code disk}: reads and writes blocks of a file or device, as DiskSpd, fio and Iometer do. Immutable. */
public final class Disk implements Workload<BlockSession> {

    public static final String NAME = "disk";

    private static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
            NAME,
            "Reads and writes blocks of a file or a block device.",
            "The file is filled with random bytes first, unless an earlier run did; I/O bypasses the page cache if the file"
                    + " system supports it. --outstanding is the number of I/Os in flight, each on its own thread and descriptor. A file"
                    + " or device that holds other data is not written to without --overwrite, a mounted device never.",
            DiskSettings.PARAMETERS,
            FileAddress.SCHEME + "PATH",
            DiskSettings::address);

    /** Called by {@link java.util.ServiceLoader}. */
    public Disk() {}

    @Override
    public WorkloadDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Class<BlockSession> sessionType() {
        return BlockSession.class;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        DiskSettings.of(parameters, problems);
    }

    @Override
    public BoundWorkload<BlockSession> bind(Target<BlockSession> target, Parameters parameters) {
        if (!(target instanceof FileTarget file)) {
            throw new IllegalArgumentException("sessions of files, but from " + target.getClass());
        }
        Problems problems = new Problems();
        DiskSettings settings = DiskSettings.of(parameters, problems);
        settings.requireFit(file, parameters, problems);
        problems.throwIfAny();
        WorkFile workFile = new WorkFile(file, settings.file());
        return bound(settings, workFile, () -> workFile.blocks(settings.block()));
    }

    @Override
    public BoundWorkload<BlockSession> rehearse(Parameters parameters) {
        Problems problems = new Problems();
        DiskSettings settings = DiskSettings.of(parameters, problems);
        problems.throwIfAny();
        long bytes = settings.file().bytes().orElse(WorkFile.DEFAULT_BYTES);
        return bound(settings, DataSet.NONE, () -> new Blocks(0, bytes, settings.block()));
    }

    /**
     * Each user draws the operation and the position; all users share the sequence of blocks. One user by default, as in similar tools.
     *
     * @param blocks called at the start of each run, because the file must exist
     */
    private static BoundWorkload<BlockSession> bound(DiskSettings settings, DataSet dataSet, Supplier<Blocks> blocks) {
        // Only operations that occur, so that no report has an empty column.
        List<Operation> operations = new ArrayList<>();
        if (settings.read() > 0) {
            operations.add(new Operation(0, "Read", OperationKind.READ));
        }
        if (settings.read() < 100) {
            operations.add(new Operation(operations.size(), "Write", OperationKind.WRITE));
        }
        return new SharedInputs<>(operations, dataSet, 1, "disk-user", () -> {
            Blocks shared = blocks.get();
            return random -> () -> {
                Operation operation = operations.get(happens(settings.read(), random) ? 0 : operations.size() - 1);
                long position = happens(settings.random(), random) ? shared.any(random) : shared.next();
                return new BlockIo(operation, position, settings.block(), random.nextLong());
            };
        });
    }

    private static boolean happens(int percent, RandomGenerator random) {
        return random.nextInt(100) < percent;
    }

    /** A read, or a write whose content {@code stamp} makes unique. */
    private record BlockIo(Operation operation, long position, int bytes, long stamp)
            implements Invocation<BlockSession> {

        @Override
        public Outcome execute(BlockSession session) throws IOException {
            if (operation.kind() == OperationKind.READ) {
                session.read(position, bytes);
            } else {
                session.write(position, bytes, stamp);
            }
            return Outcome.COMPLETED;
        }
    }
}
