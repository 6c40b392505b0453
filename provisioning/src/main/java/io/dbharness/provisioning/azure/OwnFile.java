package io.dbharness.provisioning.azure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A file for its owner alone. */
final class OwnFile {

    private OwnFile() {}

    /** Clears its place. Nobody else reads the file, not even for the moment between its making and its filling. */
    static void prepare(Path file) throws IOException {
        Files.deleteIfExists(file);
        if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
    }
}
