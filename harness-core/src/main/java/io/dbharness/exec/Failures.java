package io.dbharness.exec;

import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sut.Target.FailureClassifier;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the first failure of each kind in a run, and the time for which no session could be opened. Thread-safe. */
final class Failures {

    /** Characters of a driver's message in the result. */
    private static final int LONGEST_MESSAGE = 500;

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final String GIVEN_UP =
            "no answer within --request-timeout; the connection was cut, so whether the request took effect is unknown";

    private static final long REACHABLE = Long.MIN_VALUE;

    private final FailureClassifier classifier;
    private final long giveUpAfterNanos;
    private final Map<FailureKind, String> first = new ConcurrentHashMap<>();
    private final AtomicLong unreachableSince = new AtomicLong(REACHABLE);
    private final AtomicReference<@Nullable String> targetLost = new AtomicReference<>();

    Failures(FailureClassifier classifier, Duration giveUpAfter) {
        this.classifier = classifier;
        this.giveUpAfterNanos = giveUpAfter.toNanos();
    }

    /** The kind of a failure; the first of each kind is kept and logged. */
    FailureKind classify(Throwable failure) {
        FailureKind kind =
                failure instanceof UnexpectedRowsException ? FailureKind.UNEXPECTED_ROWS : classifier.classify(failure);
        note(kind, failure);
        return kind;
    }

    /** The kind of a failure that came because the attempt was given up. */
    FailureKind givenUp(Throwable failure) {
        note(FailureKind.TIMEOUT, new HarnessException(GIVEN_UP, failure));
        return FailureKind.TIMEOUT;
    }

    /** The kind of a failure to open a session: that of the target's answer, or a lost connection if there was none. */
    FailureKind unopened(Throwable failure) {
        FailureKind answered = classifier.classify(failure);
        FailureKind kind = answered == FailureKind.OTHER ? FailureKind.CONNECTION_LOST : answered;
        note(kind, failure);
        return kind;
    }

    void note(FailureKind kind, Throwable failure) {
        String said = firstLine(failure);
        if (first.putIfAbsent(kind, said) == null) {
            LOG.warn("first failure of kind {}: {}", kind, said);
            LOG.debug("its cause", failure);
        }
    }

    /** Drivers append the statement with its values, in further lines or in one long one. */
    private static String firstLine(Throwable failure) {
        String line = String.valueOf(failure.getMessage())
                .lines()
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("no message");
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "…";
    }

    /** The message of the first failure of each kind. */
    Map<FailureKind, String> first() {
        return first;
    }

    /** The target has answered, or a session was opened. */
    void reached() {
        if (unreachableSince.get() != REACHABLE) {
            unreachableSince.set(REACHABLE);
        }
    }

    /**
     * An attempt to reach the target has failed.
     *
     * @param tried when it began
     * @param now   when it failed
     * @return true if the target has been unreachable for so long that the run must be given up
     */
    boolean unreached(long tried, long now, Throwable failure) {
        unreachableSince.compareAndSet(REACHABLE, tried);
        if (now - unreachableSince.get() < giveUpAfterNanos) {
            return false;
        }
        targetLost.compareAndSet(null, firstLine(failure));
        return true;
    }

    /** Why the run was given up, if it was. */
    Optional<String> targetLost() {
        return Optional.ofNullable(targetLost.get());
    }
}
