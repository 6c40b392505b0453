package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.dbharness.model.HarnessException;
import io.dbharness.time.Polling;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the indexes of a table. A node builds an index after the statement that creates it has returned, and refuses queries of an
 * index that is not built.
 *
 * @param admin    reads the schema
 * @param keyspace of the table
 * @param table    its name
 */
record IndexBuilds(AdminSession admin, String keyspace, String table) {

    private static final Duration STEP = Duration.ofSeconds(10);
    private static final int MOST_STEPS = 360;

    /** Throws a {@link HarnessException} that names an index that is not built within an hour. */
    void await(RunClock clock, Progress progress) {
        Set<String> wanted = admin.execute(CqlText.of("indexes", Map.of()), keyspace).stream()
                .filter(row -> table.equals(row.getString("table_name")))
                .map(row -> String.valueOf(row.getString("index_name")))
                .collect(Collectors.toSet());
        if (wanted.isEmpty()) {
            return;
        }
        String question = CqlText.of("built-indexes", Map.of());
        try {
            for (Node node : admin.connectedNodes()) {
                Builds builds = new Builds(wanted, () -> missing(wanted, node, question));
                builds.await(clock, progress, keyspace + "." + table + " is not built on " + node.getEndPoint());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting for indexes", e);
        } catch (IOException e) {
            throw new HarnessException("cannot ask for the state of indexes: " + e.getMessage(), e);
        }
    }

    /** The indexes of one node, by its last answer. One thread. */
    static final class Builds {

        private final Supplier<Set<String>> question;
        private Set<String> missing;
        private @Nullable HarnessException refusal;

        /**
         * Creates a wait.
         *
         * @param wanted   names of indexes
         * @param question returns those that the node has not built
         */
        Builds(Set<String> wanted, Supplier<Set<String>> question) {
            this.missing = wanted;
            this.question = question;
        }

        /** Throws a {@link HarnessException} after an hour, with the node's last refusal as its cause. */
        void await(RunClock clock, Progress progress, String problem) throws IOException, InterruptedException {
            for (int step = 1; !new Polling(clock).until(STEP, this::areBuilt); step++) {
                progress.advance("build indexes", step, MOST_STEPS, "steps of 10 s at most");
                if (step == MOST_STEPS) {
                    throw new HarnessException(
                            "the index " + String.join(", ", missing) + " of " + problem + " after an hour", refusal);
                }
            }
        }

        /** A node that does not answer may have restarted, and goes on building. */
        private boolean areBuilt() {
            try {
                missing = question.get();
                refusal = null;
                return missing.isEmpty();
            } catch (HarnessException e) {
                refusal = e;
                return false;
            }
        }
    }

    private Set<String> missing(Set<String> wanted, Node node, String question) {
        Set<String> missing = new HashSet<>(wanted);
        for (Row row : admin.executeOn(node, question, keyspace)) {
            missing.remove(row.getString(0));
        }
        return missing;
    }
}
