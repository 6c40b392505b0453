package io.dbharness.embedded.postgresql;

import io.dbharness.embedded.FileTree;
import io.dbharness.embedded.PrivateFolder;
import io.dbharness.embedded.ProgramStore;
import io.dbharness.embedded.RunAs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new, empty data directory that is created once per user and then copied, which cuts the time to start a server to about a third. An
 * existing template is complete, and each copy is verified against the checksum written at its creation.
 *
 * @param store parent directory, which no other user can write to
 * @param name  encodes everything that decides the content: the programs and their arguments
 */
record DataTemplate(ProgramStore store, String name) {

    private static final Logger LOG = LoggerFactory.getLogger(DataTemplate.class);
    private static final String DATA = "data";
    private static final String CHECKSUM = "checksum";
    private static final FileAttribute<Set<PosixFilePermission>> OUR_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OUR_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    Path folder() {
        return store.root().resolve(name);
    }

    /**
     * Copies the template into an empty directory. Returns false if no trustworthy template exists; the directory may then be partly
     * filled.
     *
     * @param runAs owner of the copy
     */
    boolean copyTo(Path data, RunAs runAs) throws IOException {
        if (Files.notExists(folder(), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            String expected = PrivateFolder.isOurs(folder()) ? Files.readString(folder().resolve(CHECKSUM)) : "";
            if (copy(folder().resolve(DATA), data, runAs).equals(expected)) {
                return true;
            }
            LOG.warn("{} is damaged, or other users can write to it; creating it again", folder());
        } catch (IOException e) {
            // Another start may be replacing the template.
            LOG.warn("Cannot copy {}; creating it again", folder(), e);
        }
        FileTree.delete(folder());
        return false;
    }

    /** Stores a copy of a directory that no server has run on, unless a template exists. A failure to store it is only logged. */
    void keep(Path data) {
        try {
            store.once(name, folder -> {
                Files.createDirectory(folder, OUR_FOLDER);
                Path copy = Files.createDirectory(folder.resolve(DATA), OUR_FOLDER);
                Files.writeString(folder.resolve(CHECKSUM), copy(data, copy, RunAs.self()));
            });
        } catch (IOException e) {
            LOG.warn("Cannot keep {} for the next start", folder(), e);
        }
    }

    /** Returns the checksum of all names and contents. */
    private static String copy(Path from, Path to, RunAs owner) throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(from)) {
            sources = files.filter(file -> !file.equals(from)).sorted().toList();
        }
        CRC32C checksum = new CRC32C();
        for (Path source : sources) {
            String name = from.relativize(source).toString();
            Path target = to.resolve(name);
            checksum.update(name.getBytes(StandardCharsets.UTF_8));
            if (Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(target, OUR_FOLDER);
            } else if (Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
                byte[] content = Files.readAllBytes(source);
                checksum.update(content);
                Files.write(Files.createFile(target, OUR_FILE), content);
            } else {
                throw new IOException(source + " is neither a file nor a directory");
            }
            owner.giveAway(target);
        }
        return Long.toHexString(checksum.getValue());
    }
}
