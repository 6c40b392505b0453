package io.dbharness.disk.target;

import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.target.FailureClassifier;
import io.dbharness.target.SessionSource;
import io.dbharness.target.Target;
import io.dbharness.target.TargetInfo;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;

/** A file or a block device. Opens nothing until it is asked. Thread-safe. */
public final class FileTarget implements Target<BlockSession> {

    private final FileAddress address;

    FileTarget(FileAddress address) {
        this.address = address;
    }

    public FileAddress address() {
        return address;
    }

    /** What is there now. */
    public Medium medium() {
        return Medium.at(address.path());
    }

    /** What positions, sizes and memory of direct I/O are multiples of, in bytes. */
    public int alignment() {
        Path path =
                Files.exists(address.path()) ? address.path() : address.path().getParent();
        try {
            return Math.toIntExact(
                    Files.getFileStore(path == null ? address.path() : path).getBlockSize());
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot find out the block size of the file system of " + path + ": " + reason(e), e);
        }
    }

    /** The file as the address says it is to be opened. The caller closes it. */
    public Opening open(StandardOpenOption... more) throws IOException {
        return Opening.of(address, more);
    }

    /** Its length, which for a block device is that of the device. */
    public long bytes() throws IOException {
        try (FileChannel channel = FileChannel.open(address.path(), StandardOpenOption.READ)) {
            return channel.size();
        }
    }

    /** Why something failed, in words: the message of a missing or forbidden file is only its name. */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        return failure instanceof NoSuchFileException ? "there is no such file" : String.valueOf(failure.getMessage());
    }

    @Override
    public Class<BlockSession> sessionType() {
        return BlockSession.class;
    }

    @Override
    public TargetInfo info() {
        return new FileFacts(this).read();
    }

    @Override
    public SessionSource<BlockSession> dedicatedSessions() {
        return new BlockSessions(this);
    }

    /** Never more than {@code size} are asked for at once, so nobody waits. */
    @Override
    public SessionSource<BlockSession> leasedSessions(int size) {
        return new BlockSessions(this);
    }

    @Override
    public Optional<Path> data() {
        return Optional.of(address.path());
    }

    /** An I/O error may have left anything behind, so none is tried again. */
    @Override
    public FailureClassifier failures() {
        return failure -> FailureKind.OTHER;
    }

    /** Left to who makes the file: what is there already counts for it. */
    @Override
    public OptionalLong usableBytes() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {}
}
