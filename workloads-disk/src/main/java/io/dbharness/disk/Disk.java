package io.dbharness.disk;

import io.dbharness.disk.data.BlockLedger;
import io.dbharness.disk.data.Blocks;
import io.dbharness.disk.data.WorkFile;
import io.dbharness.disk.data.WorkFiles;
import io.dbharness.disk.device.BlockSession;
import io.dbharness.disk.device.FileAddress;
import io.dbharness.disk.device.FileTarget;
import io.dbharness.load.Slice;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.SharedInputs;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** {@code disk}: reads and writes blocks of a file or device, as DiskSpd, fio and Iometer do. Immutable. */
public final class Disk implements Workload<BlockSession> {

    public static final String NAME = "disk";

    private static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
                    NAME,
                    "Reads and writes blocks of a file or a block device.",
                    "The file is filled with random bytes first, unless an earlier run did; I/O bypasses the page cache if the file"
                            + " system supports it. --outstanding is the number of I/Os in flight, each on its own thread and descriptor. A file"
                            + " or device that holds other data is not written to without --overwrite, a mounted device never."
                            + " --jobs runs several kinds of I/O at once. --diskspd 'LINE' runs a command line of DiskSpd.",
                    DiskSettings.PARAMETERS,
                    FileAddress.SCHEME + "PATH",
                    DiskSettings::address)
            .scaledBy(List.of("size", DiskSettings.JOBS));

    /** Called by {@link java.util.ServiceLoader}. */
    public Disk() {}

    @Override
    public WorkloadDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Internal
    @Override
    public Class<BlockSession> sessionType() {
        return BlockSession.class;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        DiskSettings.of(parameters, problems);
    }

    /** Jobs have their own numbers of I/Os in flight. */
    @Override
    public OptionalInt users(Parameters parameters) {
        return DiskSettings.of(parameters, new Problems()).outstanding();
    }

    @Internal
    @Override
    public BoundWorkload<BlockSession> bind(Target<BlockSession> target, Parameters parameters) {
        if (!(target instanceof FileTarget files)) {
            throw new IllegalArgumentException("sessions of files, but from " + target.getClass());
        }
        Problems problems = new Problems();
        DiskSettings settings = DiskSettings.of(parameters, problems);
        problems.throwIfAny();
        settings.requireFit(files, problems);
        problems.throwIfAny();
        Map<Path, WorkFile> workFiles = settings.workFiles(files);
        return bound(settings, new WorkFiles(List.copyOf(workFiles.values())), slice -> {
            if (settings.verify() && slice.of() > 1) {
                throw new UsageException(
                        List.of("--verify needs one client, because others do not know what it has written"));
            }
            Map<Path, Optional<BlockLedger>> ledgers = new HashMap<>();
            workFiles.forEach((path, file) -> ledgers.put(path, file.ledger()));
            return job -> {
                int index = settings.file(job);
                Path path = files.files().get(index).address().path();
                WorkFile file = Objects.requireNonNull(workFiles.get(path));
                return new Source(index, file.blocks(job.layout()), Objects.requireNonNull(ledgers.get(path)));
            };
        });
    }

    @Internal
    @Override
    public BoundWorkload<BlockSession> rehearse(Parameters parameters) {
        Problems problems = new Problems();
        DiskSettings settings = DiskSettings.of(parameters, problems);
        problems.throwIfAny();
        return bound(settings, DataSet.NONE, slice -> job -> {
            long bytes = job.size().orElse(WorkFile.DEFAULT_BYTES);
            return new Source(0, new Blocks(0, bytes, job.layout()), Optional.empty());
        });
    }

    /**
     * State that the users of a job share.
     *
     * @param file   index of the file in the target
     * @param blocks positions in it
     * @param ledger verifies the blocks
     */
    private record Source(int file, Blocks blocks, Optional<BlockLedger> ledger) {}

    /**
     * Each user draws the operation and the position; users of a job share its sequences. One user by default, as in similar tools.
     *
     * @param sources called at the start of each run, because the files must exist
     */
    private static BoundWorkload<BlockSession> bound(
            DiskSettings settings, DataSet dataSet, Function<Slice, Function<DiskJob, Source>> sources) {
        List<Operation> operations = new ArrayList<>();
        settings.jobs().forEach(job -> job.addTo(operations));
        List<DiskJob> users = settings.users();
        return new SharedInputs<>(
                operations,
                dataSet,
                users.size(),
                "disk-user",
                slice -> new DiskUsers(
                        operations,
                        users,
                        settings.jobs().stream().collect(Collectors.toMap(Function.identity(), sources.apply(slice)))));
    }

    /**
     * The users of one run. Thread-safe.
     *
     * @param jobs    job of each user; further users begin again
     * @param sources shared by the users of each job
     */
    private record DiskUsers(List<Operation> operations, List<DiskJob> jobs, Map<DiskJob, Source> sources)
            implements SharedInputs.Users<BlockSession> {

        @Override
        public OperationSource<BlockSession> user(RandomGenerator random) {
            return user(0, random);
        }

        @Override
        public OperationSource<BlockSession> user(int number, RandomGenerator random) {
            int place = number % jobs.size();
            DiskJob job = jobs.get(place);
            Source source = Objects.requireNonNull(sources.get(job));
            // Counts the users of this job alone, so that they take its sequences alternately.
            int own = number / jobs.size() * job.outstanding() + Collections.frequency(jobs.subList(0, place), job);
            Blocks.Sequence sequence = source.blocks().sequence(own);
            List<Operation> kinds = operations.stream()
                    .filter(operation -> job.has(operation.name()))
                    .toList();
            return () -> {
                boolean reads = happens(job.mix().read(), random);
                boolean jumps = happens(job.mix().random(), random);
                long position;
                if (jumps) {
                    position = source.blocks().any(random);
                    if (job.mix().runs()) {
                        sequence.beginRun(position, reads);
                    }
                } else if (job.mix().runs()) {
                    Blocks.RunIo io = sequence.continueRun(reads);
                    position = io.position();
                    reads = io.reads();
                } else {
                    position = sequence.next();
                }
                return new BlockIo(
                        kinds.get(reads ? 0 : kinds.size() - 1),
                        source.file(),
                        position,
                        job.layout().block(),
                        random.nextLong(),
                        source.ledger());
            };
        }
    }

    private static boolean happens(int percent, RandomGenerator random) {
        return random.nextInt(100) < percent;
    }

    /** A read, or a write whose content {@code stamp} makes unique. */
    private record BlockIo(
            Operation operation, int file, long position, int bytes, long stamp, Optional<BlockLedger> ledger)
            implements Invocation<BlockSession> {

        @Override
        public Outcome execute(BlockSession session) throws IOException {
            boolean reads = operation.kind() == OperationKind.READ;
            if (ledger.isPresent() && reads) {
                ledger.get().read(session, file, position);
            } else if (ledger.isPresent()) {
                ledger.get().write(session, file, position, stamp);
            } else if (reads) {
                session.read(file, position, bytes);
            } else {
                session.write(file, position, bytes, stamp, content -> {});
            }
            return Outcome.COMPLETED;
        }
    }
}
