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
 * Folders that only this user can write to. A folder in {@code /tmp} under a name that can be guessed may have been prepared by somebody
 * else, with links in it to files that we would then overwrite.
 */
public final class PrivateFolder {

    /** Who runs this process, as the system numbers users. */
    public static final long USER = user();

    private static final int ROOT = 0;
    private static final Set<PosixFilePermission> ALL_OURS = PosixFilePermissions.fromString("rwx------");

    private PrivateFolder() {}

    // The JDK's own way knows no user without a name, as containers have.
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

    /** Makes the folder, mode 0700, or accepts it as it is. Throws when it is not ours alone. */
    public static void claim(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(ALL_OURS));
        } catch (FileAlreadyExistsException e) {
            if (!isOurs(folder)) {
                throw new IOException("other users made it or can write to it", e);
            }
        }
    }

    /** Whether it is a folder of this user, not a link to one, and no other user can write to it. */
    public static boolean isOurs(Path folder) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && owner(folder) == USER
                && !permissions(folder).contains(PosixFilePermission.GROUP_WRITE)
                && !permissions(folder).contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** Why a folder that the user named cannot be trusted; empty when it can. Root may own it, and a group may share it. */
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

    /** Lets others, such as the user that a server runs as, pass through to what they are given inside. */
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
