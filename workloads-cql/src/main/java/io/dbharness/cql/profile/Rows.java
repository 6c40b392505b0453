package io.dbharness.cql.profile;

import io.dbharness.random.Seed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a profile's table. Key and number of rows of a partition follow from the seed and the partition's number, and everything
 * else from the key: partitions whose numbers draw the same key are one partition with the same rows. Thread-safe.
 */
public final class Rows {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final List<Column> columns;
    private final int partitionColumns;
    private final int keyColumns;
    private final Ratio populated;
    private final Seed seed;

    public Rows(Profile profile, Seed seed) {
        this.columns = profile.columns();
        this.partitionColumns = (int) columns.stream()
                .filter(column -> column.kind() == Column.Kind.PARTITION)
                .count();
        this.keyColumns = profile.keys().size();
        this.populated = profile.insert().populated();
        this.seed = seed;
    }

    /**
     * All rows of a partition, clustering column by clustering column.
     *
     * @param number from 1, as cassandra-stress counts
     */
    public Iterator<Row> of(long number) {
        return new Walk(this, partition(number));
    }

    /** One row of a partition; within each clustering column every value is as likely as any other. */
    public Row any(long number, RandomGenerator random) {
        Node node = partition(number);
        while (node.depth() < keyColumns) {
            List<ByteBuffer> values = children(node);
            int place = random.nextInt(values.size());
            node = node.child(values.get(place), place);
        }
        return row(node);
    }

    private Node partition(long number) {
        Node node = new Node(new ByteBuffer[keyColumns], 0, seed.value(), 0, 0);
        for (int i = 0; i < partitionColumns; i++) {
            Column column = columns.get(i);
            RandomGenerator random = seed.stream(column.name(), number);
            node = node.child(column.type().draw(new Draw(random, number - 1, column.spec())), 0);
        }
        return new Node(node.keys(), partitionColumns, node.hash(), node.hash(), 0);
    }

    /** The values of the next clustering column within a part of a key. Values drawn twice are there once. */
    List<ByteBuffer> children(Node node) {
        Column column = columns.get(node.depth());
        RandomGenerator random = new Seed(node.hash()).stream(column.name(), 0);
        long count = column.spec().cluster().draw(random, node.hash() >>> 1);
        Set<ByteBuffer> values = new LinkedHashSet<>();
        for (long i = 0; i < count; i++) {
            values.add(column.type().draw(new Draw(random, i, column.spec())));
        }
        return new ArrayList<>(values);
    }

    int depth() {
        return keyColumns;
    }

    Row row(Node node) {
        return new Row(this, node.keys(), new Row.Identity(node.partition(), node.hash(), node.place()));
    }

    @Nullable
    ByteBuffer value(int index, Row.Identity identity) {
        Column column = columns.get(index);
        if (column.kind() == Column.Kind.STATIC) {
            RandomGenerator random = new Seed(identity.partition()).stream(column.name(), 1);
            return column.type().draw(new Draw(random, 0, column.spec()));
        }
        Seed own = new Seed(identity.row());
        RandomGenerator random = own.stream(column.name(), 1);
        double share = populated.draw(own.stream("row-population", 0), identity.place());
        return random.nextDouble() < share
                ? column.type().draw(new Draw(random, identity.place(), column.spec()))
                : null;
    }

    /**
     * A key as far as it is drawn.
     *
     * @param keys      values of the first columns
     * @param depth     how many there are
     * @param hash      of them all
     * @param partition hash of the partition's key
     * @param place     of the last value among its siblings
     */
    // Nobody outside this package sees a node, and none is changed.
    @SuppressWarnings("ArrayRecordComponent")
    record Node(ByteBuffer[] keys, int depth, long hash, long partition, int place) {

        Node child(ByteBuffer value, int at) {
            ByteBuffer[] longer = keys.clone();
            longer[depth] = value;
            return new Node(longer, depth + 1, mix(hash, value), partition, at);
        }

        private static long mix(long hash, ByteBuffer value) {
            long mixed = hash + GOLDEN_GAMMA * (value.remaining() + 1);
            for (int i = value.position(); i < value.limit(); i++) {
                mixed = (mixed ^ value.get(i)) * 0xBF58476D1CE4E5B9L;
                mixed ^= mixed >>> 29;
            }
            return mixed;
        }
    }
}
