package io.dbharness.disk.data;

import io.dbharness.disk.data.FileState.Header;
import io.dbharness.disk.device.Mounts;
import io.dbharness.disk.device.OpenFile;
import io.dbharness.disk.device.PathInfo;
import io.dbharness.disk.device.TargetFile;
import io.dbharness.model.FileWork;
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
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The file or device for the I/O, filled with random bytes. One thread, except for {@link #blocks}.
 *
 * @param target of the file
 * @param name   of the file in names of checks; empty for a file alone
 * @param plan   requested by the user
 */
public record WorkFile(TargetFile target, String name, Plan plan) implements DataSet {

    /** Length if neither the user nor an existing file determines it. */
    public static final long DEFAULT_BYTES = 1L << 30;

    /**
     * The user's request.
     *
     * @param bytes     length of the file; if empty, the length of the existing file, or {@link #DEFAULT_BYTES}
     * @param writes    true if the run writes to the file
     * @param overwrite true if other data may be overwritten
     * @param verified  verification of the blocks; empty if they are not verified
     */
    public record Plan(OptionalLong bytes, boolean writes, boolean overwrite, Optional<Verified> verified) {}

    /**
     * Verification of the blocks.
     *
     * @param block  bytes of a block
     * @param ledger path of the ledger; if empty, that of the file with {@code .ledger} behind it
     */
    public record Verified(int block, Optional<Path> ledger) {}

    /** Returns the blocks for I/O. Throws a {@link HarnessException} if the file does not exist. */
    public Blocks blocks(Blocks.Layout layout) {
        FileState state = existing();
        return new Blocks(state.header().isPresent() ? Header.BYTES : 0, length(state), layout);
    }

    /**
     * Returns the ledger for a run, which is created if the run writes; empty if nothing is verified. The header names the new ledger,
     * or none if the run writes without one, so that no other ledger is taken for that of the blocks.
     */
    public Optional<BlockLedger> ledger() {
        if (plan.verified().isEmpty()) {
            if (plan.writes()) {
                existing().attach(Header.NO_LEDGER);
            }
            return Optional.empty();
        }
        int block = plan.verified().get().block();
        Header header = filled();
        Optional<BlockLedger> found = BlockLedger.find(ledgerPath(), header, block);
        if (found.isPresent() || !plan.writes()) {
            return found;
        }
        BlockLedger created = BlockLedger.create(ledgerPath(), header, block);
        existing().attach(created.id());
        return Optional.of(created);
    }

    private FileState existing() {
        FileState state = FileState.at(target);
        if (state.bytes() <= 0) {
            throw new HarnessException("there is nothing at " + path() + " to run on; make it first");
        }
        return state;
    }

    private Header filled() {
        return existing()
                .header()
                .orElseThrow(() -> new HarnessException(
                        path() + " was not filled by this tool, so its blocks cannot be verified; leave out --verify"));
    }

    private Path ledgerPath() {
        Optional<Path> given = plan.verified().flatMap(Verified::ledger);
        if (given.isEmpty()
                && plan.verified().isPresent()
                && FileState.at(target).isDevice()) {
            throw new HarnessException(path() + " is a device, so its ledger needs another place; add --ledger PATH");
        }
        return given.orElse(Path.of(path() + ".ledger"));
    }

    private Path path() {
        return target.address().path();
    }

    /** Returns the length in bytes: the requested one, or that of the existing file. */
    private long length(FileState state) {
        if (plan.bytes().isPresent()) {
            long length = plan.bytes().getAsLong();
            if (state.isDevice() && length > state.bytes()) {
                throw new HarnessException(
                        path() + " has only " + gigabytes(state.bytes()) + "; give a smaller --size");
            }
            return length;
        }
        long there = state.bytes() > 0 ? state.bytes() : DEFAULT_BYTES;
        return state.header().map(Header::bytes).orElse(there - there % Header.BYTES);
    }

    @Override
    public String describe() {
        return gigabytes(bytesNeeded()) + " at " + path();
    }

    @Override
    public DataSetState inspect() {
        if (plan.writes()) {
            refuseUsed();
            refuseUnverified();
        }
        FileState state = FileState.at(target);
        long length = length(state);
        if (state.header().isEmpty()) {
            return unmarked(state, length);
        }
        Header header = state.header().get();
        if (state.isLocked()) {
            return new DataSetState(Kind.BUSY, "another process is filling " + path());
        }
        if (header.bytes() != length) {
            return different(header.bytes(), length, Optional.of(load(header)));
        }
        if (!header.complete() || state.bytes() < header.bytes()) {
            return new DataSetState(
                    Kind.INCOMPLETE,
                    gigabytes(Math.min(state.bytes(), header.done())) + " of " + gigabytes(length) + " at " + path());
        }
        return new DataSetState(Kind.COMPLETE, describe(), Optional.of(load(header)));
    }

    private String load(Header header) {
        return path() + ", " + header.bytes() + " bytes, seed " + header.seed();
    }

    private DataSetState different(long there, long length, Optional<String> load) {
        return new DataSetState(
                Kind.DIFFERENT, path() + " has " + gigabytes(there) + ", not " + gigabytes(length), load);
    }

    /** Returns the state of a missing file, or of one that this tool did not write. */
    private DataSetState unmarked(FileState state, long length) {
        if (state.bytes() == 0) {
            return new DataSetState(Kind.ABSENT, "nothing is at " + path());
        }
        if (plan.overwrite()) {
            return new DataSetState(Kind.ABSENT, "what is at " + path() + " may be overwritten");
        }
        if (plan.writes()) {
            throw new HarnessException(
                    path()
                            + " holds data that this tool did not write; name another file, or add --overwrite if it may be lost");
        }
        return state.bytes() < length
                ? different(state.bytes(), length, Optional.empty())
                : new DataSetState(Kind.COMPLETE, path() + ", which is only read");
    }

    /** Refuses writes that a ledger beside the file would not know. */
    private void refuseUnverified() {
        if (plan.verified().isEmpty() && BlockLedger.isAt(ledgerPath())) {
            throw new HarnessException("the blocks of " + path() + " are verified by " + ledgerPath()
                    + ", which would be wrong after this run; add --verify, or delete the ledger");
        }
    }

    /** Refuses a device in use. Must run before the first read of the device, which may not be permitted. */
    private void refuseUsed() {
        PathInfo info = target.pathInfo();
        if (info.kind() != PathInfo.Kind.BLOCK_DEVICE) {
            return;
        }
        Optional<String> use = FileWork.get(
                "find out whether " + path() + " is mounted",
                () -> info.device().isPresent()
                        ? Mounts.use(info.device().get())
                        : Optional.of("this system does not show what it is used for"));
        if (use.isPresent()) {
            throw new HarnessException(path() + " is not written to: " + use.get());
        }
    }

    @Override
    public long bytesNeeded() {
        return length(FileState.at(target));
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        refuseUsed();
        FileState state = FileState.at(target);
        long length = length(state);
        Header header = state.header()
                .filter(h -> h.bytes() == length && h.done() <= state.bytes())
                .orElse(new Header(length, seed.value(), 0, Header.NO_LEDGER));
        if (!header.complete()) {
            deleteLedger();
        }
        if (!state.isDevice() && free() + state.bytes() < header.bytes()) {
            throw new HarnessException(path() + " would take " + gigabytes(header.bytes()) + ", and there is room for "
                    + gigabytes(free() + state.bytes()) + " at " + folder() + "; give a smaller --size");
        }
        Set<OpenOption> anew = state.isDevice() || header.done() > 0
                ? Set.of()
                : Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        try (OpenFile file = target.open(anew);
                FileLock lock = file.channel().tryLock(0, Header.BYTES, false)) {
            if (lock == null) {
                throw new HarnessException("another process is filling " + path() + "; wait until it has finished");
            }
            new FileFiller(file.channel(), loaders, target.alignment(), progress).fill(header);
        } catch (IOException e) {
            throw state.isDevice() ? target.failed("fill", e) : unfinished(length, e);
        }
    }

    private void deleteLedger() {
        Path ledger = ledgerPath();
        if (BlockLedger.isAt(ledger)) {
            target.attempt("delete the ledger of", () -> Files.deleteIfExists(ledger));
        }
    }

    private long free() {
        return target.attempt(
                "find the room for", () -> Files.getFileStore(folder()).getUsableSpace());
    }

    private Path folder() {
        Path folder = path().getParent();
        return folder == null ? path() : folder;
    }

    /** Deletes a file that has filled the disk; keeps any other, so that the next load resumes it. */
    private HarnessException unfinished(long length, IOException failure) {
        if (free() >= FileFiller.STEP) {
            return target.failed("fill", failure);
        }
        try {
            Files.deleteIfExists(path());
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return new HarnessException(
                "the disk of " + folder() + " is full before " + gigabytes(length) + " were written ("
                        + TargetFile.reason(failure) + "); the unfinished file was deleted; give a smaller --size",
                failure);
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        FileState state = FileState.at(target);
        long length = length(state);
        boolean whole =
                state.bytes() >= length && state.header().map(Header::complete).orElse(!plan.writes());
        String detail = path() + " has " + gigabytes(state.bytes()) + " of " + gigabytes(length)
                + (state.header().isPresent() ? "" : " and was not filled by this tool");
        List<Check> checks = new ArrayList<>(List.of(new Check(checkName("size"), when, whole, detail)));
        plan.verified()
                .filter(verified -> whole)
                .ifPresent(verified -> checks.add(BlockLedger.find(ledgerPath(), filled(), verified.block())
                        .map(ledger -> ledger.verify(target, checkName("blocks"), when, progress))
                        .orElseGet(() -> new Check(
                                checkName("blocks"),
                                when,
                                true,
                                "no block was compared: there is no ledger " + ledgerPath()))));
        return checks;
    }

    private String checkName(String check) {
        return name.isEmpty() ? check : check + "-" + name;
    }

    @Override
    public void drop() {
        refuseUsed();
        FileState state = FileState.at(target);
        if (state.bytes() > 0 && state.header().isEmpty()) {
            throw new HarnessException(path() + " was not made by this tool; nothing was removed");
        }
        deleteLedger();
        target.attempt("remove", () -> {
            if (!state.isDevice()) {
                return Files.deleteIfExists(path());
            }
            // A device remains, but loses this tool's header.
            try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.WRITE)) {
                return channel.write(ByteBuffer.allocate(Header.BYTES), 0) > 0;
            }
        });
    }

    private static String gigabytes(long bytes) {
        return String.format(Locale.ROOT, bytes < 1e9 ? "%.3f GB" : "%.1f GB", bytes / 1e9);
    }
}
