package io.dbharness.cli.testkit;

import io.dbharness.model.FailureKind;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server and a target without anything behind them, which write down what is done with them. {@code embedded:fake} starts the
 * server; {@code fake:...} is a target, {@code fake:down} one that cannot be reached, {@code fake:wrong} an address that can never work.
 */
public final class FakeServices {

    /** A session that does nothing. */
    public static final class FakeSession implements Session {
        @Override
        public void reset() {}

        @Override
        public void close() {}
    }

    private final List<String> diary = new CopyOnWriteArrayList<>();
    private final Path dataDirectory;

    /** @param dataDirectory of the server, must exist */
    public FakeServices(Path dataDirectory) {
        this.dataDirectory = dataDirectory;
    }

    /** What was done, in order. */
    public List<String> diary() {
        return diary;
    }

    public ServerProvider servers() {
        return new ServerProvider() {
            @Override
            public boolean accepts(String url) {
                return url.equals("embedded:fake");
            }

            @Override
            public RunningServer start(TargetSpec spec) {
                diary.add("start server for " + spec.options().get("connections") + " connections");
                return new FakeServer();
            }
        };
    }

    public TargetProvider targets() {
        return new TargetProvider() {
            @Override
            public boolean accepts(String url) {
                return url.startsWith("fake:");
            }

            @Override
            public Target<?> open(TargetSpec spec) {
                if (spec.url().equals("fake:wrong")) {
                    throw new UsageException(List.of("fake:wrong can never work"));
                }
                return new FakeTarget(spec);
            }
        };
    }

    private final class FakeServer implements RunningServer {

        @Override
        public TargetSpec address() {
            return new TargetSpec(
                    "fake:embedded", Optional.of("someone"), Optional.empty(), Optional.empty(), Map.of());
        }

        @Override
        public Path dataDirectory() {
            return dataDirectory;
        }

        @Override
        public void close() {
            diary.add("stop server");
        }
    }

    private final class FakeTarget implements Target<FakeSession> {

        private final TargetSpec spec;

        FakeTarget(TargetSpec spec) {
            this.spec = spec;
        }

        @Override
        public Class<FakeSession> sessionType() {
            return FakeSession.class;
        }

        @Override
        public TargetInfo info() {
            if (spec.url().equals("fake:down")) {
                throw new TargetUnreachableException("nobody answers at " + spec.url(), null);
            }
            diary.add("info");
            return new TargetInfo("Fake", "1", spec.url(), spec.options(), List.of());
        }

        @Override
        public SessionSource<FakeSession> dedicatedSessions() {
            return new Source();
        }

        @Override
        public SessionSource<FakeSession> leasedSessions(int size) {
            return new Source();
        }

        @Override
        public FailureClassifier failures() {
            return failure -> FailureKind.OTHER;
        }

        @Override
        public OptionalLong usableBytes() {
            return Optional.ofNullable(spec.options().get("usableBytes"))
                    .map(text -> OptionalLong.of(Long.parseLong(text)))
                    .orElseGet(OptionalLong::empty);
        }

        @Override
        public void close() {}
    }

    private static final class Source implements SessionSource<FakeSession> {

        @Override
        public FakeSession acquire() {
            return new FakeSession();
        }

        @Override
        public void release(FakeSession session) {}

        @Override
        public void discard(FakeSession session) {}

        @Override
        public void close() {}
    }
}
