package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses a cache directory of this user, which outlives the run; its content can be built again.
 *
 * @param candidates in order of preference
 */
public record UserCache(List<Path> candidates) {

    private static final Set<PosixFilePermission> OPEN_TO_READ = PosixFilePermissions.fromString("rwxr-xr-x");

    public UserCache {
        candidates = List.copyOf(candidates);
    }

    /** Returns the cache directories of the XDG base directory specification, with the temporary directory as the last choice. */
    public static UserCache standard(Map<String, String> environment) {
        List<Path> candidates = new ArrayList<>();
        String cacheHome = environment.getOrDefault("XDG_CACHE_HOME", "");
        // The specification requires that a relative path is ignored.
        if (cacheHome.startsWith("/")) {
            candidates.add(Path.of(cacheHome, "dbharness"));
        }
        // A user without a name, as in containers, has the home "?".
        if (System.getProperty("user.home").startsWith("/")) {
            candidates.add(Path.of(System.getProperty("user.home"), ".cache", "dbharness"));
        }
        candidates.add(Path.of(System.getProperty("java.io.tmpdir"), "dbharness-" + System.getProperty("user.name")));
        return new UserCache(candidates);
    }

    /**
     * Returns the first candidate that only this user can write to.
     *
     * @param readByOthers true if programs of another user run from it
     */
    public Path directory(boolean readByOthers) {
        List<String> reasons = new ArrayList<>();
        for (Path candidate : candidates) {
            try {
                claim(candidate);
                if (!readByOthers || reachableByOthers(candidate)) {
                    return candidate;
                }
                reasons.add(candidate + " is not open to other users");
            } catch (IOException e) {
                reasons.add(candidate + ": " + e);
            }
        }
        throw new HarnessException("no directory to unpack the server into (" + String.join("; ", reasons)
                + "); set XDG_CACHE_HOME to a directory that can be written");
    }

    // Programs run from this folder, so it refuses one that another user may have prepared under a predictable name.
    private static void claim(Path folder) throws IOException {
        Files.createDirectories(folder.resolveSibling(""));
        boolean isNew = Files.notExists(folder, LinkOption.NOFOLLOW_LINKS);
        PrivateFolder.claim(folder);
        if (isNew) {
            Files.setPosixFilePermissions(folder, OPEN_TO_READ);
        }
        if (!Files.isWritable(folder)) {
            throw new IOException("it cannot be written");
        }
    }

    private static boolean reachableByOthers(Path directory) throws IOException {
        for (Path part = directory.toRealPath(); part != null; part = part.getParent()) {
            if (!Files.getPosixFilePermissions(part).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }
}
