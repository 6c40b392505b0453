package io.dbharness.disk;

import io.dbharness.disk.data.Area;
import io.dbharness.disk.data.WorkFile;
import io.dbharness.disk.target.BlockSession;
import io.dbharness.disk.target.FileAddress;
import io.dbharness.disk.target.FileTarget;
import io.dbharness.model.Problems;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.NoData;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;

/** {@code disk}: reads and writes blocks of a file or device, after DiskSpd, fio and Iometer. Immutable. */
public final class Disk implements Workload<BlockSession> {

    public static final String NAME = "disk";

    private static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
            NAME,
            "Reads and writes blocks of a file or a block device.",
            "The file is filled with random bytes first, or used as an earlier run left it; I/O goes past the page cache where the file"
                    + " system lets it. --outstanding is how many I/Os are in flight, each on a thread and a descriptor of its own. A file"
                    + " or device that holds anybody else's data is not written to without --overwrite, a mounted device never.",
            DiskSettings.parameters(),
            FileAddress.SCHEME + "PATH",
            DiskSettings::address);

    /** For {@link java.util.ServiceLoader}. */
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
        WorkFile workFile = new WorkFile(file, settings.wish());
        return new BoundDisk(settings, workFile, () -> workFile.area(settings.block()));
    }

    @Override
    public BoundWorkload<BlockSession> rehearse(Parameters parameters) {
        Problems problems = new Problems();
        DiskSettings settings = DiskSettings.of(parameters, problems);
        problems.throwIfAny();
        long bytes = settings.wish().bytes().orElse(WorkFile.DEFAULT_BYTES);
        return new BoundDisk(settings, new NoData(), () -> Area.of(0, bytes, settings.block()));
    }
}
