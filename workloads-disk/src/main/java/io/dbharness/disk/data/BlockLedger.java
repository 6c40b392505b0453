package io.dbharness.disk.data;

import io.dbharness.disk.data.FileState.Header;
import io.dbharness.disk.device.BlockSession;
import io.dbharness.disk.device.OpenFile;
import io.dbharness.disk.device.TargetFile;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The generations of the blocks of a work file: of each block, the last one that was sent and the last one that was acknowledged. The
 * ledger is a file that is mapped into memory. It survives the death of the process, because the kernel keeps what was written to mapped
 * memory, but not the loss of the machine that it is on. Thread-safe.
 */
public final class BlockLedger {

    private static final int HEADER = 4096;
    private static final int ENTRY = 2 * Integer.BYTES;
    private static final int CHUNK = 1 << 20;
    private static final int LOCKS = 1 << 12;
    private static final int NAMED = 5;
    private static final String TEXT = "# dbharness ledger of written blocks 1\nid=%s\nbytes=%s\nseed=%s\nblock=%s\n";
    private static final String NUMBER = "(-?[0-9]{1,19})";
    private static final Pattern PATTERN =
            Pattern.compile(TEXT.formatted(NUMBER, NUMBER, NUMBER, NUMBER) + "\0*", Pattern.DOTALL);

    private final long id;
    private final int block;
    private final int count;
    private final MappedByteBuffer entries;
    /** One for many blocks: an I/O waits for another to the same block, and seldom for one to another block. */
    private final List<Object> locks = Stream.generate(Object::new).limit(LOCKS).toList();

    private BlockLedger(long id, int block, int count, MappedByteBuffer entries) {
        this.id = id;
        this.block = block;
        this.count = count;
        this.entries = entries;
    }

    /** Opens the ledger of a file; empty if there is none. Refuses one that the file's header does not name. */
    static Optional<BlockLedger> find(Path path, Header file, int block) {
        return FileWork.get("open the ledger " + path, () -> {
            if (!Files.exists(path)) {
                return Optional.empty();
            }
            Matcher text = matcher(path);
            if (!text.matches()) {
                throw new HarnessException(path + " is not a ledger of written blocks; name another file by --ledger");
            }
            String expected = file.bytes() + " bytes, seed " + file.seed() + ", blocks of " + block;
            String found = text.group(2) + " bytes, seed " + text.group(3) + ", blocks of " + text.group(4);
            if (!found.equals(expected)) {
                throw new HarnessException("the ledger " + path + " belongs to a file of " + found
                        + ", and this is one of " + expected + "; delete the ledger, or name another one by --ledger");
            }
            if (!text.group(1).equals(String.valueOf(file.ledger()))) {
                throw new HarnessException(
                        "the ledger " + path + " does not know the present blocks of the file, which was"
                                + " filled, or written to without this ledger, since; delete the ledger, or name another one by"
                                + " --ledger");
            }
            return Optional.of(map(path, file.ledger(), file, block));
        });
    }

    /** Returns true if there is a ledger at the path. */
    static boolean isAt(Path path) {
        return FileWork.get(
                "read " + path, () -> Files.isRegularFile(path) && matcher(path).matches());
    }

    private static Matcher matcher(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return PATTERN.matcher(new String(FileState.beginning(channel, HEADER), StandardCharsets.US_ASCII));
        }
    }

    /** Creates a ledger with a new id. Writes its header last, so that an unfinished ledger is not taken for one. */
    static BlockLedger create(Path path, Header file, int block) {
        return FileWork.get("create the ledger " + path, () -> {
            long bytes = HEADER + (long) count(file, block) * ENTRY;
            long id = UUID.randomUUID().getMostSignificantBits();
            try (FileChannel channel =
                    FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (long at = 0; at < bytes; ) {
                    at += channel.write(ByteBuffer.allocate((int) Math.min(CHUNK, bytes - at)), at);
                }
                channel.write(
                        ByteBuffer.wrap(TEXT.formatted(id, file.bytes(), file.seed(), block)
                                .getBytes(StandardCharsets.US_ASCII)),
                        0);
            }
            return map(path, id, file, block);
        });
    }

    /** Returns the id, which is never {@link Header#NO_LEDGER}. */
    long id() {
        return id;
    }

    private static BlockLedger map(Path path, long id, Header file, int block) throws IOException {
        int count = count(file, block);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new BlockLedger(id, block, count, channel.map(MapMode.READ_WRITE, HEADER, (long) count * ENTRY));
        }
    }

    private static int count(Header file, int block) {
        long count = file.bytes() / block;
        if (count > Integer.MAX_VALUE / ENTRY) {
            throw new HarnessException("--verify knows at most " + Integer.MAX_VALUE / ENTRY
                    + " blocks, and the file has " + count + "; give a larger --block or a smaller --size");
        }
        return (int) count;
    }

    /** Writes a sealed block. One write or read of a block at a time; others wait. */
    public void write(BlockSession session, int file, long position, long stamp) throws IOException {
        int number = number(position);
        synchronized (lock(number)) {
            int generation = sent(number) + 1;
            entries.putInt(number * ENTRY, generation);
            session.write(file, position, block, stamp, new BlockSeal(id, position, generation)::write);
            entries.putInt(number * ENTRY + Integer.BYTES, generation);
        }
    }

    /** Reads a block and compares it with what was written last. Throws if they differ. */
    public void read(BlockSession session, int file, long position) throws IOException {
        int number = number(position);
        Optional<String> finding;
        synchronized (lock(number)) {
            finding = examine(session.read(file, position, block), number);
        }
        if (finding.isPresent()) {
            throw new BlockMismatchException(finding.get());
        }
    }

    private Object lock(int number) {
        return locks.get(number % LOCKS);
    }

    private int number(long position) {
        return Math.toIntExact(position / block);
    }

    private int sent(int number) {
        return entries.getInt(number * ENTRY);
    }

    private int acknowledged(int number) {
        return entries.getInt(number * ENTRY + Integer.BYTES);
    }

    /** Returns the difference of a block to what must be there. A write that was not acknowledged may have happened, in part as well. */
    private Optional<String> examine(ByteBuffer content, int number) {
        int sent = sent(number);
        int acknowledged = acknowledged(number);
        long position = (long) number * block;
        boolean marked = BlockSeal.isMarked(content);
        Optional<BlockSeal> seal = BlockSeal.read(content);
        Optional<BlockSeal> own = seal.filter(found -> found.ledger() == id);
        if (own.isEmpty() && sent > acknowledged) {
            return Optional.empty();
        }
        if (own.isEmpty()) {
            String problem = marked && seal.isEmpty()
                    ? "the checksum does not match; the block was damaged"
                    : "there is no block of this ledger; the write was lost, or the block overwritten";
            return acknowledged == 0
                    ? Optional.empty()
                    : Optional.of("offset " + position + ": generation " + acknowledged + " was acknowledged, and "
                            + problem);
        }
        if (own.get().position() != position) {
            return Optional.of(
                    "offset " + position + ": the block of offset " + own.get().position() + " is there, generation "
                            + own.get().generation() + "; it was misplaced");
        }
        long generation = own.get().generation();
        if (generation < acknowledged) {
            return Optional.of("offset " + position + ": generation " + acknowledged
                    + " was acknowledged, and generation " + generation + " is there; a write was lost");
        }
        return generation <= sent
                ? Optional.empty()
                : Optional.of("offset " + position + ": generation " + generation + " is there, and only " + sent
                        + " were sent; the ledger is older than the file");
    }

    /** Reads all blocks of the file and compares each with what was written last. Names the first differences and counts the others. */
    Check verify(TargetFile file, String name, String when, Progress progress) {
        List<String> named = new ArrayList<>();
        int perChunk = Math.max(1, CHUNK / block);
        ByteBuffer buffer = BlockSession.aligned(perChunk * block, file.alignment());
        int found = file.attempt("verify", () -> {
            int differing = 0;
            try (OpenFile open = file.open(Set.of())) {
                for (int first = 0; first < count; first += perChunk) {
                    int blocks = Math.min(perChunk, count - first);
                    read(open.channel(), buffer.position(0).limit(blocks * block), (long) first * block);
                    for (int i = 0; i < blocks; i++) {
                        Optional<String> finding = examine(buffer.slice(i * block, block), first + i);
                        differing += finding.isPresent() ? 1 : 0;
                        finding.filter(text -> named.size() < NAMED).ifPresent(named::add);
                    }
                    progress.advance("verify", first + blocks, count, "blocks");
                }
            }
            return differing;
        });
        return new Check(name, when, found == 0, summary(named, found));
    }

    private static void read(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("the file ends at " + channel.size());
            }
        }
    }

    private String summary(List<String> named, int differing) {
        int written = 0;
        int unknown = 0;
        for (int number = 0; number < count; number++) {
            written += acknowledged(number) > 0 ? 1 : 0;
            unknown += sent(number) > acknowledged(number) ? 1 : 0;
        }
        String blocks = written + " of " + count + " blocks were written"
                + (unknown > 0 ? ", and " + unknown + " more writes were not acknowledged" : "");
        if (differing == 0) {
            return blocks + "; all have what was written last";
        }
        return blocks + "; " + differing + " differ: " + String.join(". ", named) + (differing > NAMED ? " ..." : "");
    }
}
