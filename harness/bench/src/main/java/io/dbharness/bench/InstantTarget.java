package io.dbharness.bench;

import io.dbharness.model.FailureKind;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetInfo;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A target in this process that is always available and takes no time, so that a run against it measures the harness only. Thread-safe. */
final class InstantTarget implements Target<InstantTarget.Nothing> {

    /** A session without state that all users share at once. */
    enum Nothing implements Session, SessionSource<Nothing> {
        SESSION;

        @Override
        public void reset() {}

        @Override
        public Nothing acquire() {
            return this;
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
        return Nothing.SESSION;
    }

    @Override
    public SessionSource<Nothing> leasedSessions(int size) {
        return Nothing.SESSION;
    }

    @Override
    public Target.FailureClassifier failures() {
        return failure -> FailureKind.OTHER;
    }

    @Override
    public OptionalLong usableBytes() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {}
}
