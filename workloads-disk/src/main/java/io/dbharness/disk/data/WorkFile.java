package io.dbharness.disk.data;

import io.dbharness.disk.target.FileTarget;
import io.dbharness.disk.target.Medium;
import io.dbharness.disk.target.Mounts;
import io.dbharness.disk.target.Opening;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The file or device that the I/O goes to, filled with random bytes. One thread, but for {@link #area}. */
public final class WorkFile implements DataSet {

    /** When neither the user nor what is there says. */
    public static final long DEFAULT_BYTES = 1L << 30;

    private static final double GIGA = 1e9;

    private final FileTarget target;
    private final Wish wish;

    public WorkFile(FileTarget target, Wish wish) {
        this.target = target;
        this.wish = wish;
    }

    /** Where I/O of this size may go. Throws a {@link HarnessException} when nothing is there. */
    public Area area(int block) {
        Found found = find();
        if (found.bytes() <= 0) {
            throw new HarnessException("there is nothing at " + path() + " to run on; make it first");
        }
        return Area.of(found.header().isPresent() ? Header.BYTES : 0, wished(found), block);
    }

    private Path path() {
        return target.address().path();
    }

    private Found find() {
        return Found.at(target);
    }

    /** How long it is to be: as asked for, or as long as what is there. */
    private long wished(Found found) {
        if (wish.bytes().isPresent()) {
            long wished = wish.bytes().getAsLong();
            if (found.isDevice() && wished > found.bytes()) {
                throw new HarnessException(
                        path() + " has only " + gigabytes(found.bytes()) + "; give a smaller --size");
            }
            return wished;
        }
        long there = found.bytes() > 0 ? found.bytes() : DEFAULT_BYTES;
        return found.header().map(Header::bytes).orElse(there - there % Header.BYTES);
    }

    @Override
    public String describe() {
        return gigabytes(bytesNeeded()) + " at " + path();
    }

    @Override
    public DataSetState inspect() {
        if (wish.writes()) {
            refuseUsed();
        }
        Found found = find();
        long wished = wished(found);
        if (found.header().isPresent()) {
            return state(found.header().get(), found, wished);
        }
        return found.bytes() == 0 ? new DataSetState(Kind.ABSENT, "nothing is at " + path()) : foreign(found, wished);
    }

    private DataSetState state(Header header, Found found, long wished) {
        if (found.isLocked()) {
            return new DataSetState(Kind.BUSY, "another process is filling " + path());
        }
        if (header.bytes() != wished) {
            return new DataSetState(
                    Kind.DIFFERENT, path() + " has " + gigabytes(header.bytes()) + ", not " + gigabytes(wished));
        }
        if (!header.complete() || found.bytes() < header.bytes()) {
            return new DataSetState(
                    Kind.INCOMPLETE,
                    gigabytes(Math.min(found.bytes(), header.done())) + " of " + gigabytes(wished) + " at " + path());
        }
        return new DataSetState(Kind.COMPLETE, describe());
    }

    private DataSetState foreign(Found found, long wished) {
        if (!wish.writes() && !wish.overwrite()) {
            return found.bytes() < wished
                    ? new DataSetState(
                            Kind.DIFFERENT, path() + " has " + gigabytes(found.bytes()) + ", not " + gigabytes(wished))
                    : new DataSetState(Kind.COMPLETE, path() + ", which is only read");
        }
        if (wish.overwrite()) {
            return new DataSetState(Kind.ABSENT, "what is at " + path() + " may be overwritten");
        }
        throw new HarnessException(
                path()
                        + " holds data that this tool did not write; name another file, or add --overwrite if they may be lost");
    }

    /** Before anything is read of it, which may not be allowed. */
    private void refuseUsed() {
        Medium medium = target.medium();
        if (medium.kind() != Medium.Kind.BLOCK_DEVICE) {
            return;
        }
        try {
            Optional<String> use = medium.device().isPresent()
                    ? Mounts.now().use(medium.device().get())
                    : Optional.of("who uses it cannot be found out on this system");
            if (use.isPresent()) {
                throw new HarnessException(path() + " is not written to: " + use.get());
            }
        } catch (IOException e) {
            throw new HarnessException("cannot find out whether " + path() + " is mounted: " + e.getMessage(), e);
        }
    }

    @Override
    public long bytesNeeded() {
        return wished(find());
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress) {
        refuseUsed();
        Found found = find();
        long wished = wished(found);
        Header header = found.header()
                .filter(h -> h.bytes() == wished && h.done() <= found.bytes())
                .orElse(new Header(wished, seed.value(), 0));
        if (!found.isDevice()) {
            requireRoom(found, header);
        }
        boolean anew = !found.isDevice() && header.done() == 0;
        StandardOpenOption[] options = anew
                ? new StandardOpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING}
                : new StandardOpenOption[0];
        try (Opening opening = target.open(options);
                FileLock lock = opening.channel().tryLock(0, Header.BYTES, false)) {
            if (lock == null) {
                throw new HarnessException("another process is filling " + path() + "; wait until it has finished");
            }
            Filling.with(opening.channel(), loaders, target.alignment(), progress)
                    .fill(header);
        } catch (IOException e) {
            throw found.isDevice() ? failed("fill", e) : unfinished(wished, e);
        }
    }

    private void requireRoom(Found found, Header header) {
        long free = free() + found.bytes();
        if (free < header.bytes()) {
            throw new HarnessException(path() + " would take " + gigabytes(header.bytes()) + ", and there is room for "
                    + gigabytes(free) + " at " + folder() + "; give a smaller --size");
        }
    }

    private long free() {
        try {
            return Files.getFileStore(folder()).getUsableSpace();
        } catch (IOException e) {
            throw failed("find the room for", e);
        }
    }

    private Path folder() {
        Path folder = path().getParent();
        return folder == null ? path() : folder;
    }

    /** A file that fills the disk is of no use to anybody; any other is kept to go on with. */
    private HarnessException unfinished(long wished, IOException failure) {
        if (free() >= Filling.STEP) {
            return failed("fill", failure);
        }
        try {
            Files.deleteIfExists(path());
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return new HarnessException(
                "the disk of " + folder() + " is full before " + gigabytes(wished) + " were written ("
                        + FileTarget.reason(failure) + "); the unfinished file was deleted; give a smaller --size",
                failure);
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        Found found = find();
        long wished = wished(found);
        boolean whole =
                found.bytes() >= wished && found.header().map(Header::complete).orElse(!wish.writes());
        String detail = path() + " has " + gigabytes(found.bytes()) + " of " + gigabytes(wished)
                + (found.header().isPresent() ? "" : " and was not filled by this tool");
        return List.of(new Check("size", when, whole, detail));
    }

    @Override
    public void drop() {
        refuseUsed();
        Found found = find();
        if (found.isForeign()) {
            throw new HarnessException(path() + " was not made by this tool; nothing was removed");
        }
        try {
            if (found.isDevice()) {
                forget();
            } else {
                Files.deleteIfExists(path());
            }
        } catch (IOException e) {
            throw failed("remove", e);
        }
    }

    /** A device stays where it is, but is no longer this tool's. */
    private void forget() throws IOException {
        try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(Header.BYTES), 0);
        }
    }

    private HarnessException failed(String what, IOException failure) {
        return Found.failed(target, what, failure);
    }

    private static String gigabytes(long bytes) {
        return String.format(Locale.ROOT, bytes < GIGA ? "%.3f GB" : "%.1f GB", bytes / GIGA);
    }
}
