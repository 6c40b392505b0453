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
 * Sends the same question to several nodes at once and waits a limited time, so that a hanging node does not hold back the answers of the
 * others. It asks a silent node again once that node has answered, or once the driver has given the answer up. Not thread-safe: one thread.
 */
final class NodeQuestions {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Questions without an answer in time, by node. */
    private final Map<Node, Unanswered> unanswered = new HashMap<>();

    private final RunClock clock;

    NodeQuestions(RunClock clock) {
        this.clock = clock;
    }

    private record Unanswered(Instant asked, CompletableFuture<AsyncResultSet> answer) {}

    /**
     * Returns the answers that arrived in time, without the nodes that failed to answer.
     *
     * @throws InvalidQueryException if the nodes do not know the table
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
                // Given up by the driver: the node is asked again, and its silence continues until it answers.
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

    /** Returns true if no question is unanswered. */
    boolean allAnswered() {
        return unanswered.isEmpty();
    }

    /** Returns when the question was asked that a node has not answered; null if it has answered all. */
    @Nullable
    Instant silentSince(Node node) {
        Unanswered open = unanswered.get(node);
        return open == null ? null : open.asked;
    }
}
