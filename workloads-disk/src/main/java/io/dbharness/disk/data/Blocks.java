package io.dbharness.disk.data;

import io.dbharness.model.UsageException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** The positions of I/Os of one size in a file. Thread-safe. */
public final class Blocks {

    /**
     * The order of positions that is independent of the file. All sizes are bytes.
     *
     * @param block   of each I/O
     * @param step    distance between adjacent positions: I/Os overlap if it is less than {@code block}
     * @param from    beginning of the area for I/O
     * @param to      end of the area; empty for the end of the file
     * @param streams number of sequences, at least 1
     * @param stagger distance between the beginnings of two sequences
     * @param zones   distribution of random positions
     */
    public record Layout(
            int block, long step, long from, OptionalLong to, int streams, long stagger, List<BlockZone> zones) {

        public Layout {
            zones = List.copyOf(zones);
        }

        /** Adjacent blocks of a whole file, all equally likely, with one sequence. */
        public static Layout of(int block) {
            return new Layout(block, block, 0, OptionalLong.empty(), 1, 0, List.of());
        }
    }

    /**
     * An I/O of a run.
     *
     * @param reads true if it reads; false if it writes
     */
    public record RunIo(long position, boolean reads) {}

    private final Layout layout;
    private final long first;
    private final long room;
    private final long count;
    private final BlockZone.Ranges ranges;
    private final List<Sequence> sequences;

    /** Creates the positions in a file, except for those of blocks that touch its first {@code reserved} bytes. */
    public Blocks(int reserved, long bytes, Layout layout) {
        int block = layout.block();
        this.layout = layout;
        this.first = layout.from() >= reserved ? layout.from() : ((long) reserved + block - 1) / block * block;
        this.room = Math.min(bytes, layout.to().orElse(bytes)) - first;
        if (room < block + (layout.streams() - 1) * layout.stagger()) {
            throw new UsageException(List.of("the area for I/O in a file of " + bytes + " bytes has no room for "
                    + (layout.streams() > 1 ? layout.streams() + " sequences of blocks" : "blocks") + " of " + block
                    + "; give a larger --size"));
        }
        this.count = (room - block) / layout.step() + 1;
        this.ranges = BlockZone.ranges(layout.zones(), count, layout.step());
        this.sequences = IntStream.range(0, layout.streams())
                .mapToObj(number -> new Sequence(number * layout.stagger()))
                .toList();
    }

    /** Returns the number of positions for random I/Os, at least one. */
    public long count() {
        return count;
    }

    /** Returns the position of a random block, all equally likely unless there are zones. */
    public long any(RandomGenerator random) {
        return first + ranges.any(random) * layout.step();
    }

    /** Returns the sequence of a user; users of equal remainders share one. */
    public Sequence sequence(int user) {
        return sequences.get(user % sequences.size());
    }

    /** Positions in order, from the beginning again after the last. Its users share it. Thread-safe. */
    public final class Sequence {

        private final long begin;
        private final long length;
        private final AtomicLong next;
        /** Kind of the present run; empty before the first I/O. */
        private Optional<Boolean> reading = Optional.empty();

        /** @param offset of the first position; later rounds include those before it */
        private Sequence(long offset) {
            this.begin = first + offset % layout.step();
            this.length = (room - offset % layout.step() - layout.block()) / layout.step() + 1;
            this.next = new AtomicLong(offset / layout.step());
        }

        /** Returns the next position. */
        public long next() {
            return begin + next.getAndIncrement() % length * layout.step();
        }

        /** Begins a run behind a random position; its I/Os read, or write, like this one. */
        public synchronized void beginRun(long position, boolean reads) {
            reading = Optional.of(reads);
            next.set((position - begin) / layout.step() + 1);
        }

        /** Returns the next I/O of the run. Before the first random position, the first I/O begins a run, as {@code drawn}. */
        public synchronized RunIo continueRun(boolean drawn) {
            boolean reads = reading.orElse(drawn);
            reading = Optional.of(reads);
            return new RunIo(next(), reads);
        }
    }
}
