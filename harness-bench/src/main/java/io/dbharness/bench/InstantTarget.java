package io.dbharness.bench;

import io.dbharness.model.FailureKind;
import io.dbharness.target.FailureClassifier;
import io.dbharness.target.Session;
import io.dbharness.target.SessionSource;
import io.dbharness.target.Target;
import io.dbharness.target.TargetInfo;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A target in this process that is always there and takes no time: what is left of a run against it is the harness. Thread-safe. */
final class InstantTarget implements Target<InstantTarget.Nothing> {

    /** A session without state. */
    enum Nothing implements Session {
        SESSION;

        @Override
        public void reset() {}

        @Override
        public void close() {}
    }

    /** Lends the one session to everybody at once. */
    private enum Source implements SessionSource<Nothing> {
        SOURCE;

        @Override
        public Nothing acquire() {
            return Nothing.SESSION;
        }

        @Override
        public void release(Nothing session) {}

        @Override
        public void discard(Nothing session) {}

        @Override
        public void close() {}
    }

    @Override
    public Class<Nothing> sessionType() {
        return Nothing.class;
    }

    @Override
    public TargetInfo info() {
        return new TargetInfo("Nothing", "1", "instant:", Map.of(), List.of());
    }

    @Override
    public SessionSource<Nothing> dedicatedSessions() {
        return Source.SOURCE;
    }

    @Override
    public SessionSource<Nothing> leasedSessions(int size) {
        return Source.SOURCE;
    }

    @Override
    public FailureClassifier failures() {
        return failure -> FailureKind.OTHER;
    }

    @Override
    public OptionalLong usableBytes() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {}
}
