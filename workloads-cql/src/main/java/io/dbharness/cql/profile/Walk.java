package io.dbharness.cql.profile;

import io.dbharness.cql.profile.Rows.Node;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The rows of a partition one after the other; holds the values of one branch at a time. One thread. */
final class Walk implements Iterator<Row> {

    private final Rows rows;
    private final Deque<Level> open = new ArrayDeque<>();

    /** The only row of a table without clustering columns. */
    private boolean single;

    private final Node partition;

    /** The values below a part of a key, and which comes next. */
    private static final class Level {
        private final Node parent;
        private final List<ByteBuffer> values;
        private int next;

        Level(Node parent, List<ByteBuffer> values) {
            this.parent = parent;
            this.values = values;
        }
    }

    Walk(Rows rows, Node partition) {
        this.rows = rows;
        this.partition = partition;
        this.single = partition.depth() == rows.depth();
        if (!single) {
            open.push(new Level(partition, rows.children(partition)));
        }
    }

    @Override
    public boolean hasNext() {
        while (!open.isEmpty() && open.peek().next == open.peek().values.size()) {
            open.pop();
        }
        return single || !open.isEmpty();
    }

    @Override
    public Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no further row");
        }
        if (single) {
            single = false;
            return rows.row(partition);
        }
        while (true) {
            Level level = open.element();
            int place = level.next++;
            Node node = level.parent.child(level.values.get(place), place);
            if (node.depth() == rows.depth()) {
                return rows.row(node);
            }
            open.push(new Level(node, rows.children(node)));
        }
    }
}
