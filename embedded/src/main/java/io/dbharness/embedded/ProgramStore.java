package io.dbharness.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacked archives, each in a directory named for its content, made once a user. A directory is complete when it exists: it is filled
 * under another name and then renamed. Thread-safe, across processes too.
 *
 * @param root where the directories are
 */
record ProgramStore(Path root) {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramStore.class);
    private static final Object ONE_THREAD = new Object();
    private static final int KEY_BYTES = 8;

    /** The directory with the content of an archive, {@code .tar} or {@code .txz}, unpacked now if it never was. */
    Path unpacked(String name, URL archive) throws IOException {
        return unpacked(name, archive, digest(archive));
    }

    /** The same for an archive whose SHA-256 is known, which saves reading it. */
    Path unpacked(String name, URL archive, String sha256) throws IOException {
        String key = name + "-" + sha256.substring(0, KEY_BYTES * 2);
        Path complete = root.resolve(key);
        if (Files.isDirectory(complete)) {
            return complete;
        }
        // File locks belong to the process; within it threads need one of their own.
        synchronized (ONE_THREAD) {
            unpackLocked(archive, complete);
        }
        return complete;
    }

    private void unpackLocked(URL archive, Path complete) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        root.resolve(complete.getFileName() + ".lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid() || Files.isDirectory(complete)) {
                return;
            }
            LOG.info("Unpacking {} (once)", complete);
            Path partial = root.resolve(complete.getFileName() + ".partial");
            // The lock is ours, so whoever began this one is dead.
            FileTree.delete(partial);
            unpack(archive, partial);
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

    // Whatever the umask: the server may run as another user than the one that unpacks.
    private static void makeOpenDirectory(Path directory) throws IOException {
        Path missing = directory.normalize();
        if (!Files.isDirectory(missing)) {
            makeOpenDirectory(missing.resolveSibling("."));
            Files.createDirectory(missing);
            Files.setPosixFilePermissions(missing, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static String digest(URL archive) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream content = new DigestInputStream(archive.openStream(), digest)) {
            content.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
