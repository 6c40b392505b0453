package io.dbharness.embedded;

import io.dbharness.model.Resources;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.jar.JarEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * Stores files that are made once per user, such as unpacked archives, each in a directory named after its content. An existing directory
 * is complete: it is filled under another name and then renamed. Thread-safe, also across processes.
 *
 * @param root parent of the directories
 */
public record ProgramStore(Path root) {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramStore.class);
    private static final Object ONE_THREAD = new Object();
    private static final int KEY_BYTES = 8;

    /** Returns the directory with the content of an archive, {@code .tar} or {@code .txz}; unpacks it at the first call. */
    public Path unpacked(String name, URL archive) throws IOException {
        return once(name + "-" + content(archive), directory -> unpack(archive, directory));
    }

    /** Returns the directory with the content of an archive whose SHA-256 is known, which saves reading the archive. */
    public Path unpacked(String name, URL archive, String sha256) throws IOException {
        return once(name + "-" + shortened(sha256), directory -> unpack(archive, directory));
    }

    /** Identifies the content of an archive: in a jar by the checksum and the length there, because reading all of it takes a second. */
    private static String content(URL archive) throws IOException {
        if (archive.openConnection() instanceof JarURLConnection connection) {
            JarEntry entry = connection.getJarEntry();
            return "%08x-%d".formatted(entry.getCrc(), entry.getSize());
        }
        return shortened(Resources.sha256(archive.openStream()));
    }

    private static String shortened(String sha256) {
        return sha256.substring(0, KEY_BYTES * 2);
    }

    /** Fills a new directory. */
    public interface Filler {
        void fill(Path directory) throws IOException;
    }

    /** Returns the directory of this name; fills it at the first call. */
    public Path once(String name, Filler filler) throws IOException {
        Path complete = root.resolve(name);
        if (!Files.isDirectory(complete)) {
            // A file lock belongs to the whole process, so threads within it need another lock.
            synchronized (ONE_THREAD) {
                fillLocked(complete, filler);
            }
        }
        return complete;
    }

    private void fillLocked(Path complete, Filler filler) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        root.resolve(complete.getFileName() + ".lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid() || Files.isDirectory(complete)) {
                return;
            }
            LOG.info("Making {} (once)", complete);
            Path partial = root.resolve(complete.getFileName() + ".partial");
            // This process holds the lock, so the process that began this directory is dead.
            FileTree.delete(partial);
            filler.fill(partial);
            Files.move(partial, complete, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static void unpack(URL archive, Path directory) throws IOException {
        makeOpenDirectory(directory);
        try (InputStream raw = archive.openStream();
                TarArchiveInputStream entries = new TarArchiveInputStream(
                        archive.getPath().endsWith(".tar") ? raw : new XZInputStream(new BufferedInputStream(raw)))) {
            for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path path = directory.resolve(entry.getName()).normalize();
                if (!path.startsWith(directory)) {
                    throw new IOException(
                            "the archive " + archive + " has an entry outside of itself: " + entry.getName());
                }
                unpack(entries, entry, path);
            }
        }
    }

    private static void unpack(TarArchiveInputStream entries, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isDirectory()) {
            makeOpenDirectory(path);
            return;
        }
        // Some archives name a file before its directory, or never the directory.
        makeOpenDirectory(path.resolveSibling("."));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            try (OutputStream file = Files.newOutputStream(path)) {
                entries.transferTo(file);
            }
            boolean program = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    // Regardless of the umask: the server may run as another user than the one that unpacks.
    private static void makeOpenDirectory(Path directory) throws IOException {
        Path missing = directory.normalize();
        if (!Files.isDirectory(missing)) {
            makeOpenDirectory(missing.resolveSibling("."));
            Files.createDirectory(missing);
            Files.setPosixFilePermissions(missing, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
