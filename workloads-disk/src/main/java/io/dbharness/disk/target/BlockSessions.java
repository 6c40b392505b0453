package io.dbharness.disk.target;

import io.dbharness.model.TargetUnreachableException;
import io.dbharness.target.SessionSource;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Opens a session when none is idle. Whoever bounds the I/Os outstanding bounds the sessions. Thread-safe. */
final class BlockSessions implements SessionSource<BlockSession> {

    private final FileTarget target;
    private final Queue<BlockSession> idle = new ConcurrentLinkedQueue<>();

    BlockSessions(FileTarget target) {
        this.target = target;
    }

    @Override
    public BlockSession acquire() {
        BlockSession session = idle.poll();
        if (session != null) {
            return session;
        }
        try {
            return new BlockSession(target.open().channel(), target.alignment());
        } catch (IOException e) {
            throw new TargetUnreachableException(
                    "cannot open " + target.address().path() + ": " + FileTarget.reason(e), e);
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
