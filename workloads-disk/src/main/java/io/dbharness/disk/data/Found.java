package io.dbharness.disk.data;

import io.dbharness.disk.target.FileTarget;
import io.dbharness.disk.target.Medium;
import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * What is where a work file should be.
 *
 * @param target where
 * @param medium the kind of thing
 * @param bytes  its length; 0 for nothing
 * @param header empty when this tool did not write it
 */
record Found(FileTarget target, Medium medium, long bytes, Optional<Header> header) {

    /** Looks without changing anything. */
    static Found at(FileTarget target) {
        Medium medium = target.medium();
        if (medium.kind() == Medium.Kind.NOTHING) {
            return new Found(target, medium, 0, Optional.empty());
        }
        try (FileChannel channel = FileChannel.open(target.address().path(), StandardOpenOption.READ)) {
            ByteBuffer beginning = ByteBuffer.allocate(Header.BYTES);
            for (int read = 0; read >= 0 && beginning.hasRemaining(); ) {
                read = channel.read(beginning, beginning.position());
            }
            return new Found(target, medium, channel.size(), Header.parse(beginning.array()));
        } catch (IOException e) {
            throw failed(target, "read", e);
        }
    }

    boolean isDevice() {
        return medium.kind() == Medium.Kind.BLOCK_DEVICE;
    }

    /** Whether somebody else's data are there. */
    boolean isForeign() {
        return bytes > 0 && header.isEmpty();
    }

    /** Whether another process is filling it. */
    boolean isLocked() {
        try (FileChannel channel = FileChannel.open(target.address().path(), StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Header.BYTES, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            throw failed(target, "lock", e);
        }
    }

    static HarnessException failed(FileTarget target, String what, IOException failure) {
        return new HarnessException(
                "cannot " + what + " " + target.address().path() + ": " + FileTarget.reason(failure), failure);
    }
}
