package io.dbharness.disk.device;

import io.dbharness.model.FailureKind;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sut.TargetInfo;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A file or a block device. Opens nothing until the first use. Thread-safe.
 *
 * @param address validated
 */
public record FileTarget(FileAddress address) implements Target<BlockSession> {

    /** Reads the current state of the path. */
    public PathInfo pathInfo() {
        return PathInfo.at(address.path());
    }

    /** Returns the unit in bytes that positions, sizes and memory addresses of direct I/O must be multiples of. */
    public int alignment() {
        Path path = address.path();
        Path parent = path.getParent();
        return attempt(
                "find out the block size of the file system of",
                () -> Math.toIntExact(Files.getFileStore(parent == null || Files.exists(path) ? path : parent)
                        .getBlockSize()));
    }

    /**
     * Opens the file with the options of the address. The caller closes it.
     *
     * @param more further options, for example to create it
     */
    public OpenFile open(Set<OpenOption> more) throws IOException {
        return OpenFile.of(address, more);
    }

    /** Runs a task on the file; {@code what} completes the message if the task fails. */
    public <T> T attempt(String what, FileWork.Question<T> question) {
        try {
            return question.ask();
        } catch (IOException e) {
            throw failed(what, e);
        }
    }

    /** Creates the exception for a failed task. */
    public HarnessException failed(String what, IOException failure) {
        return new HarnessException("cannot " + what + " " + address.path() + ": " + reason(failure), failure);
    }

    /** Returns the reason of a failure in words: the exception of a missing or forbidden file has only its name as the message. */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        return failure instanceof NoSuchFileException ? "there is no such file" : String.valueOf(failure.getMessage());
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
        return Optional.of(address.path());
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
            try {
                return new BlockSession(open(Set.of()).channel(), alignment());
            } catch (IOException e) {
                throw new TargetUnreachableException("cannot open " + address.path() + ": " + reason(e), e);
            }
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
