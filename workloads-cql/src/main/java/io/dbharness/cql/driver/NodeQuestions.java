package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks several nodes the same at once and waits for them, but not long: one that stands still must not keep what the others tell. It is
 * asked again when it has answered, or when the driver has given its answer up. One thread.
 */
final class NodeQuestions {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Questions that have not been answered in time, by node. */
    private final Map<Node, Unanswered> unanswered = new HashMap<>();

    private final RunClock clock;

    NodeQuestions(RunClock clock) {
        this.clock = clock;
    }

    private record Unanswered(Instant asked, CompletableFuture<AsyncResultSet> answer) {}

    /**
     * The answers that came in time; a node that failed to answer is left out.
     *
     * @throws InvalidQueryException when the nodes do not know what is asked for
     */
    Map<Node, AsyncResultSet> ask(Collection<Node> nodes, Function<Node, CompletionStage<AsyncResultSet>> question) {
        unanswered.values().removeIf(old -> old.answer.isDone() && !old.answer.isCompletedExceptionally());
        Instant now = clock.wallTime();
        Map<Node, CompletableFuture<AsyncResultSet>> asked = new LinkedHashMap<>();
        for (Node node : nodes) {
            Unanswered before = unanswered.get(node);
            if (before == null) {
                asked.put(node, question.apply(node).toCompletableFuture());
            } else if (before.answer.isDone()) {
                // Given up by the driver: it is asked again, and its silence goes on until it answers.
                unanswered.put(
                        node, new Unanswered(before.asked, question.apply(node).toCompletableFuture()));
            }
        }
        Map<Node, AsyncResultSet> answers = new LinkedHashMap<>();
        long deadline = clock.now() + PATIENCE.toNanos();
        asked.forEach((node, answer) -> {
            try {
                answers.put(node, answer.get(Math.max(0, deadline - clock.now()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                unanswered.put(node, new Unanswered(now, answer));
            } catch (ExecutionException e) {
                if (e.getCause() instanceof InvalidQueryException unknown) {
                    throw unknown;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HarnessException("interrupted while waiting for a node's answer", e);
            }
        });
        return answers;
    }

    /** Whether a node has been silent. */
    boolean allAnswered() {
        return unanswered.isEmpty();
    }

    /** When the question was asked that a node has not answered; null when it has answered all. */
    @Nullable
    Instant silentSince(Node node) {
        Unanswered open = unanswered.get(node);
        return open == null ? null : open.asked;
    }
}
