package io.dbharness.sut;

import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The system under test, as a client sees it. Thread-safe.
 *
 * @param <S> its kind of session
 */
public interface Target<S extends Session> extends AutoCloseable {

    /** The kind of session it opens; a workload that needs another kind cannot be bound to it. */
    Class<S> sessionType();

    /**
     * Returns the facts of the target, read from the server through a new session; throws {@code TargetUnreachableException} when it
     * cannot.
     */
    TargetInfo info();

    /** Sessions that belong to one worker each and are opened on first use. One source a worker. */
    SessionSource<S> dedicatedSessions();

    /** One shared source of {@code size} sessions, leased for one invocation at a time. Thread-safe. */
    SessionSource<S> leasedSessions(int size);

    /**
     * Returns true if one session serves any number of invocations at once, each an {@code AsyncInvocation} that is
     * answered on a thread of the target's driver.
     */
    default boolean answersLater() {
        return false;
    }

    FailureClassifier failures();

    /** Bytes that a data set may still take, where the client can know it. */
    default OptionalLong usableBytes() {
        return OptionalLong.empty();
    }

    /**
     * Compares the target with the needs of a command, in a few statements that change nothing.
     *
     * @param clock to compare the server's with
     * @throws io.dbharness.model.UsageException when nothing can run on this target
     */
    default List<Finding> preflight(Needs needs, RunClock clock) {
        return List.of();
    }

    /** Where on this machine its data are, when it knows. */
    default Optional<Path> data() {
        return Optional.empty();
    }

    /** Returns files on disks of this machine whose figures are reported apart, by name; the name is a prefix of the figures. */
    default Map<String, Path> volumes() {
        return Map.of();
    }

    /**
     * Ends all sessions of this harness on the server, but the one that asks for it.
     *
     * @throws io.dbharness.model.HarnessException when the server refuses, or knows no such thing
     */
    default void endSessions() {
        throw new HarnessException("sessions of this kind of target cannot be ended");
    }

    /**
     * Sends the lightest request that there is over a session, and waits for the answer.
     *
     * @return whether there is such a request
     * @throws Exception when it fails, of any kind that {@link #failures()} knows
     */
    default boolean roundTrip(S session) throws Exception {
        return false;
    }

    /** A new probe of the server's own state; the caller closes it. Opens nothing before its first reading. */
    default ServerProbe probe() {
        return ServerProbe.SILENT;
    }

    @Override
    void close();

    /** Classifies a failed attempt by the target's own error codes. Pure. */
    @FunctionalInterface
    interface FailureClassifier {

        /** Never {@code NONE}; {@code OTHER} for what the target does not know. */
        FailureKind classify(Throwable failure);
    }
}
