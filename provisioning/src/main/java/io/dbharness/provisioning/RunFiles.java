package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a run leaves in its directory when nothing of it stands any more. */
final class RunFiles {

    private RunFiles() {}

    /**
     * Deletes the directory, its ledger last: while anything is left, {@code down} can be repeated. Not into depth: what a provider
     * leaves is files, and a directory with something in it may be a disk that is still mounted.
     */
    static void delete(Path directory) {
        try {
            for (Path file : inside(directory)) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory.resolve(Ledger.FILE));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new HarnessException("cannot delete " + directory + ": " + e, e);
        }
    }

    private static List<Path> inside(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.endsWith(Ledger.FILE)).toList();
        }
    }
}
