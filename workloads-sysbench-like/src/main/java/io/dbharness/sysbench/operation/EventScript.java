package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.sysbench.operation.SysbenchStatement.Step;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One event of a test: a transaction, or several of one statement each.
 *
 * @param groups     statements in order
 * @param autocommit true if each statement is its own transaction
 */
public record EventScript(List<Group> groups, boolean autocommit) {

    public EventScript {
        groups = groups.stream().filter(group -> group.times() > 0).toList();
    }

    /** Creates a group of statements on the same key, repeated with other keys. */
    public static Group repeat(int times, SysbenchStatement... queries) {
        return new Group(Arrays.asList(queries), times);
    }

    /**
     * Statements on one table.
     *
     * @param queries consecutive statements on the same key
     * @param times   number of repetitions, each with another key
     */
    public record Group(List<SysbenchStatement> queries, int times) {

        public Group {
            queries = List.copyOf(queries);
        }
    }

    /** Returns all statements, in order. */
    public List<SysbenchStatement> queries() {
        return groups.stream()
                .flatMap(group -> Collections.nCopies(group.times(), group.queries()).stream())
                .flatMap(List::stream)
                .toList();
    }

    /** Counts the statements of these kinds. */
    public int count(Step... steps) {
        List<Step> wanted = Arrays.asList(steps);
        return (int) queries().stream()
                .filter(query -> wanted.contains(query.step()))
                .count();
    }

    /** Returns true if the event has no BEGIN and COMMIT. */
    public boolean unbracketed() {
        return autocommit || queries().size() == 1;
    }

    /** Returns its changes in the form of {@link MarkedDataSet#changing}; empty if it only reads. */
    public Set<String> changes() {
        Set<String> changes =
                queries().stream().flatMap(query -> query.changes().stream()).collect(Collectors.toSet());
        if (queries().contains(SysbenchStatement.INSERT_AGAIN)) {
            changes.remove(MarkedDataSet.REMOVED);
        }
        return changes;
    }

    /** Returns true if it may change the number of rows of a table. */
    public boolean changesRows() {
        return count(Step.INSERT, Step.DELETE) > 0;
    }
}
