package io.dbharness.disk.device;

import io.dbharness.model.FailureKind;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sut.TargetInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One or more files or block devices. Opens nothing until the first use. Thread-safe.
 *
 * @param files in the order of the address
 */
public record FileTarget(List<TargetFile> files) implements Target<BlockSession> {

    public FileTarget {
        files = List.copyOf(files);
    }

    @Override
    public Class<BlockSession> sessionType() {
        return BlockSession.class;
    }

    @Override
    public TargetInfo info() {
        return FileFacts.read(this);
    }

    @Override
    public SessionSource<BlockSession> dedicatedSessions() {
        return new Sessions();
    }

    /** The harness never acquires more than {@code size} at once, so no user waits. */
    @Override
    public SessionSource<BlockSession> leasedSessions(int size) {
        return new Sessions();
    }

    @Override
    public Optional<Path> data() {
        return Optional.of(files.get(0).address().path());
    }

    @Override
    public Map<String, Path> volumes() {
        Map<String, Path> volumes = new TreeMap<>();
        files.stream()
                .map(TargetFile::address)
                .filter(address -> !address.name().isEmpty())
                .forEach(address -> volumes.put(address.name(), address.path()));
        return volumes;
    }

    /** An I/O error may leave any state behind, so no I/O is retried. */
    @Override
    public FailureClassifier failures() {
        return failure -> FailureKind.OTHER;
    }

    /** The creator of the file checks the space, because an existing file counts towards it. */
    @Override
    public OptionalLong usableBytes() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {}

    /** Opens a session if none is idle, so the limit of outstanding I/Os limits the sessions. Thread-safe. */
    private final class Sessions implements SessionSource<BlockSession> {

        private final Queue<BlockSession> idle = new ConcurrentLinkedQueue<>();

        @Override
        public BlockSession acquire() {
            BlockSession session = idle.poll();
            if (session != null) {
                return session;
            }
            return BlockSession.open(files);
        }

        @Override
        public void release(BlockSession session) {
            idle.add(session);
        }

        @Override
        public void discard(BlockSession session) {
            session.close();
        }

        @Override
        public void close() {
            for (BlockSession session = idle.poll(); session != null; session = idle.poll()) {
                session.close();
            }
        }
    }
}
