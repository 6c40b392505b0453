package io.dbharness.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Creates and validates folders that only this user can write to. Another user may have prepared a folder in {@code /tmp} under a
 * predictable name, with links to files that this process would then overwrite.
 */
public final class PrivateFolder {

    /** Numeric id of the user of this process. */
    public static final long USER = user();

    private static final int ROOT = 0;
    private static final Set<PosixFilePermission> ALL_OURS = PosixFilePermissions.fromString("rwx------");

    private PrivateFolder() {}

    // The JDK's method fails for a user without a name, as in containers.
    private static long user() {
        try {
            Path status = Path.of("/proc/self/status");
            if (Files.isReadable(status)) {
                // Uid: real, effective, ...
                return Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("Uid:"))
                        .mapToLong(line -> Long.parseLong(line.split("\\s+", -1)[2]))
                        .findFirst()
                        .orElseThrow(() -> new IOException(status + " names no user"));
            }
            return Long.parseLong(ChildProcess.ask(List.of("id", "-u")).text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Creates the folder with mode 0700, or accepts an existing one. Throws if other users own it or can write to it. */
    public static void claim(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(ALL_OURS));
        } catch (FileAlreadyExistsException e) {
            if (!isOurs(folder)) {
                throw new IOException("other users made it or can write to it", e);
            }
        }
    }

    /** Returns true for a folder of this user, not a link to one, that no other user can write to. */
    public static boolean isOurs(Path folder) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && owner(folder) == USER
                && !permissions(folder).contains(PosixFilePermission.GROUP_WRITE)
                && !permissions(folder).contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** Returns why a folder that the user named cannot be trusted; empty if it can. Root may own it, and a group may share it. */
    public static String objection(Path folder) throws IOException {
        long owner = owner(folder);
        if (owner != USER && owner != ROOT) {
            return "belongs to " + Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS)
                    + "; run as the same user as before";
        }
        return permissions(folder).contains(PosixFilePermission.OTHERS_WRITE)
                ? "can be written by every user of this system; run chmod o-w " + folder + ", name a folder inside it"
                : "";
    }

    /** Lets other users, such as the server's user, traverse the folder to the files inside that they may access. */
    public static void letOthersThrough(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.copyOf(permissions(folder));
        if (permissions.add(PosixFilePermission.OTHERS_EXECUTE)) {
            Files.setPosixFilePermissions(folder, permissions);
        }
    }

    private static Set<PosixFilePermission> permissions(Path folder) throws IOException {
        return Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .permissions();
    }

    private static long owner(Path folder) throws IOException {
        return (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }
}
