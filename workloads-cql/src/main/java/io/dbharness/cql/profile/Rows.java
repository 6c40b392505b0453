package io.dbharness.cql.profile;

import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Generates the rows of a profile's table. Key and number of rows of a partition are functions of the seed and the partition's number, and
 * everything else is a function of the key. Partitions whose numbers draw the same key are one partition with the same rows. Thread-safe.
 */
public final class Rows {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final List<Column> columns;
    private final int partitionColumns;
    private final int keyColumns;
    private final Ratio populated;
    private final Seed seed;
    /** Time of the load in microseconds since 1970. */
    private final long version;
    /** For each nullable column, its position among them from 1, in the server's order. */
    private final Map<Integer, Integer> places = new HashMap<>();
    /** Keys of existing rows, each of which counts as one partition; empty if keys are drawn. */
    private final List<List<ByteBuffer>> listed;

    public Rows(CqlProfile profile, Seed seed) {
        this(profile, seed, 0, List.of());
    }

    /**
     * Creates the rows of a profile.
     *
     * @param version time of the load in microseconds since 1970, for values that are times of writes
     * @param listed  the keys of all rows, or of partitions, in the order of the key's columns; empty for keys that are drawn
     */
    public Rows(CqlProfile profile, Seed seed, long version, List<List<ByteBuffer>> listed) {
        this.version = version;
        this.listed = List.copyOf(listed);
        this.columns = profile.columns();
        this.partitionColumns = (int) columns.stream()
                .filter(column -> column.kind() == Column.Kind.PARTITION)
                .count();
        this.keyColumns = profile.keys().size();
        this.populated = profile.insert().populated();
        this.seed = seed;
        // The server's order of columns, which cassandra-stress uses, too.
        IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).kind() == Column.Kind.REGULAR)
                .boxed()
                .sorted(Comparator.comparing(i -> columns.get(i).name()))
                .forEach(i -> places.put(i, places.size() + 1));
    }

    /** Returns the number of listed keys; empty if keys are drawn. */
    public OptionalLong listed() {
        return listed.isEmpty() ? OptionalLong.empty() : OptionalLong.of(listed.size());
    }

    /**
     * Returns all rows of a partition, clustering column by clustering column.
     *
     * @param number from 1, as cassandra-stress counts
     */
    public Iterator<ProfileRow> of(long number) {
        return new RowIterator(partition(number));
    }

    /** Returns one row of a partition; within each clustering column every value is equally likely. */
    public ProfileRow any(long number, RandomGenerator random) {
        Key key = partition(number);
        while (key.depth() < keyColumns) {
            key = anyChild(key, random);
        }
        return new ProfileRow(this, key, version);
    }

    private Key anyChild(Key key, RandomGenerator random) {
        Column column = columns.get(key.depth());
        long count = count(column, key, new Seed(key.hash()).stream(column.name(), 0));
        if (column.isDistinct(count)) {
            // Without the others: a large partition has many.
            int index = random.nextInt((int) count);
            return key.child(column.draw(random, index), index);
        }
        List<ByteBuffer> values = children(key);
        int index = random.nextInt(values.size());
        return key.child(values.get(index), index);
    }

    /** Returns true if each write makes a new row, because a clustering column has another value each time. */
    public boolean grow() {
        return columns.subList(partitionColumns, keyColumns).stream().anyMatch(Column::isPerWrite);
    }

    /**
     * Returns a new row of a partition, where {@link #grow} is true.
     *
     * @param newVersion time of its write in microseconds since 1970
     */
    public ProfileRow added(long number, RandomGenerator random, long newVersion) {
        Key key = partition(number);
        while (key.depth() < keyColumns) {
            Column column = columns.get(key.depth());
            key = column.isPerWrite()
                    ? key.child(perWrite(column, key.hash(), newVersion, 0), 0)
                    : anyChild(key, random);
        }
        return new ProfileRow(this, key, newVersion);
    }

    /** Returns the value of a column for one write; {@code back} counts seconds before it, for the rows of a load. */
    private static ByteBuffer perWrite(Column column, long hash, long version, long back) {
        return column.moment(version - back * MICROS_PER_SECOND)
                .orElseGet(() -> column.draw(new Seed(hash ^ version * GOLDEN_GAMMA).stream(column.name(), 1), back));
    }

    private Key partition(long number) {
        if (!listed.isEmpty()) {
            return listed(listed.get((int) Math.floorMod(number - 1, (long) listed.size())));
        }
        Key key = new Key(new ByteBuffer[keyColumns], 0, seed.value(), 0, 0);
        for (int i = 0; i < partitionColumns; i++) {
            Column column = columns.get(i);
            RandomGenerator random = seed.stream(column.name(), number);
            Key before = key;
            ByteBuffer value = column.value(
                    random,
                    number - 1,
                    name -> name.equals(ColumnSource.ORDINAL)
                            ? (Object) (number - 1)
                            : other(name, at -> before.keys()[at]));
            key = key.child(value, 0);
        }
        return new Key(key.keys(), partitionColumns, key.hash(), key.hash(), 0);
    }

    /** Returns the key of a listed row, or of a listed partition whose rows are drawn. */
    private Key listed(List<ByteBuffer> values) {
        Key key = new Key(new ByteBuffer[keyColumns], 0, seed.value(), 0, 0);
        for (int i = 0; i < values.size(); i++) {
            key = key.child(values.get(i), 0);
            if (i + 1 == partitionColumns) {
                key = new Key(key.keys(), key.depth(), key.hash(), key.hash(), 0);
            }
        }
        return key;
    }

    /** Draws the number of values of the next clustering column. */
    private static long count(Column column, Key key, RandomGenerator random) {
        return column.spec().cluster().draw(random, key.hash() >>> 1);
    }

    /** Draws the values of the next clustering column within a part of a key. Equal values count once. */
    private List<ByteBuffer> children(Key key) {
        Column column = columns.get(key.depth());
        RandomGenerator random = new Seed(key.hash()).stream(column.name(), 0);
        long count = count(column, key, random);
        Set<ByteBuffer> values = new LinkedHashSet<>();
        for (long i = 0; i < count; i++) {
            values.add(
                    column.isPerWrite()
                            ? perWrite(column, key.hash(), version, i)
                            : column.value(random, i, name -> other(name, at -> key.keys()[at])));
        }
        return new ArrayList<>(values);
    }

    /** Generates the rows of a partition one after the other; holds the values of one branch at a time. One thread. */
    private final class RowIterator implements Iterator<ProfileRow> {

        private final Deque<Iterator<Key>> open = new ArrayDeque<>();

        RowIterator(Key partition) {
            open.push(List.of(partition).iterator());
        }

        @Override
        public boolean hasNext() {
            while (!open.isEmpty() && !open.element().hasNext()) {
                open.pop();
            }
            return !open.isEmpty();
        }

        @Override
        public ProfileRow next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no further row");
            }
            Key key = open.element().next();
            while (key.depth() < keyColumns) {
                Key parent = key;
                List<ByteBuffer> values = children(parent);
                Iterator<Key> below = IntStream.range(0, values.size())
                        .mapToObj(index -> parent.child(values.get(index), index))
                        .iterator();
                open.push(below);
                key = below.next();
            }
            return new ProfileRow(Rows.this, key, version);
        }
    }

    /** Returns the value of another column, for one that is made from it. */
    private Object other(String name, IntFunction<ByteBuffer> values) {
        int at = IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new HarnessException("a value is made from " + name + ", which is no column"));
        ByteBuffer value = values.apply(at);
        return value == null ? "" : columns.get(at).plain(value);
    }

    /** Returns the value of a column outside the key, a function of the key and of the time of the write; null for none. */
    @Nullable
    ByteBuffer value(int index, Key key, long ofVersion) {
        Column column = columns.get(index);
        if (column.isPerWrite()) {
            return perWrite(column, column.kind() == Column.Kind.STATIC ? key.partition() : key.hash(), ofVersion, 0);
        }
        Function<String, Object> others =
                name -> other(name, at -> at < keyColumns ? key.value(at) : value(at, key, ofVersion));
        if (column.kind() == Column.Kind.STATIC) {
            return column.value(new Seed(key.partition()).stream(column.name(), 1), 0, others);
        }
        Seed own = new Seed(key.hash());
        // As in cassandra-stress, the first columns have a value, up to this share of the columns.
        double share = populated.draw(own.stream("row-population", 0), key.index());
        int place = Objects.requireNonNullElse(places.get(index), 0);
        return (double) place / places.size() <= share
                ? column.value(own.stream(column.name(), 1), key.index(), others)
                : null;
    }

    /**
     * A key, or the first values of one that is not complete.
     *
     * @param keys      values of the first columns
     * @param depth     number of these values
     * @param hash      of all of them
     * @param partition hash of the partition key
     * @param index     of the last value among its siblings
     */
    // Never changed.
    @SuppressWarnings("ArrayRecordComponent")
    record Key(ByteBuffer[] keys, int depth, long hash, long partition, int index) {

        ByteBuffer value(int column) {
            return keys[column].duplicate();
        }

        private Key child(ByteBuffer value, int at) {
            ByteBuffer[] longer = keys.clone();
            longer[depth] = value;
            return new Key(longer, depth + 1, mix(hash, value), partition, at);
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
