package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.sysbench.operation.Query.Step;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One event of a test: a transaction, unless its statements are none together.
 *
 * @param groups     the statements, in their order
 * @param autocommit whether each statement is a transaction by itself
 */
public record Script(List<Group> groups, boolean autocommit) {

    public Script {
        groups = groups.stream().filter(group -> group.times() > 0).toList();
    }

    /** Statements about the same key, so many times. */
    public static Group repeat(int times, Query... queries) {
        return new Group(Arrays.asList(queries), times);
    }

    /**
     * Statements on one table.
     *
     * @param queries about the same key, one after the other
     * @param times   how often, each time about another key
     */
    public record Group(List<Query> queries, int times) {

        public Group {
            queries = List.copyOf(queries);
        }
    }

    /** All statements, in their order. */
    public List<Query> queries() {
        return groups.stream()
                .flatMap(group -> Collections.nCopies(group.times(), group.queries()).stream())
                .flatMap(List::stream)
                .toList();
    }

    /** How many statements of these kinds it has. */
    public int count(Step... steps) {
        List<Step> wanted = Arrays.asList(steps);
        return (int) queries().stream()
                .filter(query -> wanted.contains(query.step()))
                .count();
    }

    /** Whether there is no BEGIN and COMMIT around it. */
    public boolean unbracketed() {
        return autocommit || queries().size() == 1;
    }

    /** What it changes, as {@link MarkedDataSet#changing} takes it; nothing when it only reads. */
    public Set<String> changes() {
        Set<String> changes =
                queries().stream().flatMap(query -> query.changes().stream()).collect(Collectors.toSet());
        if (queries().contains(Query.INSERT_AGAIN)) {
            changes.remove(MarkedDataSet.REMOVED);
        }
        return changes;
    }

    /** Whether a table may have more or fewer rows afterwards. */
    public boolean changesRows() {
        return count(Step.INSERT, Step.DELETE) > 0;
    }
}
