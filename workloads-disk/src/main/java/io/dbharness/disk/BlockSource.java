package io.dbharness.disk;

import io.dbharness.disk.target.BlockSession;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/** One user: draws whether to read and where. One thread at a time. */
final class BlockSource implements OperationSource<BlockSession> {

    private final DiskSettings settings;
    private final Operation reading;
    private final Operation writing;
    private final Sequence sequence;
    private final RandomGenerator random;

    /** @param operations the reading one first, the writing one last */
    BlockSource(DiskSettings settings, List<Operation> operations, Sequence sequence, RandomGenerator random) {
        this.settings = settings;
        this.reading = operations.get(0);
        this.writing = operations.get(operations.size() - 1);
        this.sequence = sequence;
        this.random = random;
    }

    /** A read, or a write of what {@code stamp} makes unique. */
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

    @Override
    public Invocation<BlockSession> next() {
        Operation operation = happens(settings.read()) ? reading : writing;
        long position = happens(settings.random()) ? sequence.any(random) : sequence.next();
        return new BlockIo(operation, position, sequence.block(), random.nextLong());
    }

    private boolean happens(int percent) {
        return random.nextInt(DiskSettings.ALL) < percent;
    }
}
