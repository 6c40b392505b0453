package io.dbharness.disk.device;

import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file or a block device of a target. Opens nothing until the first use. Thread-safe.
 *
 * @param address validated
 */
public record TargetFile(FileAddress address) {

    /** Reads the current state of the path. */
    public PathInfo pathInfo() {
        return PathInfo.at(address.path());
    }

    /** Returns the unit in bytes that positions, sizes and memory addresses of direct I/O must be multiples of. */
    public int alignment() {
        Path path = address.path();
        Path parent = path.getParent();
        return attempt(
                "find out the block size of the file system of",
                () -> Math.toIntExact(Files.getFileStore(parent == null || Files.exists(path) ? path : parent)
                        .getBlockSize()));
    }

    /**
     * Opens the file with the options of the address. The caller closes it.
     *
     * @param more further options, for example to create it
     */
    public OpenFile open(Set<OpenOption> more) throws IOException {
        return OpenFile.of(address, more);
    }

    /** Runs a task on the file; {@code what} completes the message if the task fails. */
    public <T> T attempt(String what, FileWork.Question<T> question) {
        try {
            return question.ask();
        } catch (IOException e) {
            throw failed(what, e);
        }
    }

    /** Creates the exception for a failed task. */
    public HarnessException failed(String what, IOException failure) {
        return new HarnessException("cannot " + what + " " + address.path() + ": " + reason(failure), failure);
    }

    /** Returns the reason of a failure in words: the exception of a missing or forbidden file has only its name as the message. */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        return failure instanceof NoSuchFileException ? "there is no such file" : String.valueOf(failure.getMessage());
    }
}
