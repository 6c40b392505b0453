package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The directory of all disks of a run. Comes first, so it looks whether this machine can have such disks before anything is made. */
final class DirectoryPart implements Part {

    private static final int ROOT_USER = 0;
    private static final Path SELF = Path.of("/proc/self");
    private static final double MIB = 1024.0 * 1024;

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException {
        requireLinuxAndRoot();
        requirePrograms(step.argument(Names.FILE_SYSTEMS));
        Throttle.here();
        Path directory = Path.of(step.argument(Names.DIRECTORY));
        boolean made = !Files.isDirectory(directory);
        Files.createDirectories(directory);
        requireSpace(directory, Long.parseLong(step.argument(Names.BYTES)));
        return Map.of(Names.MADE, String.valueOf(made));
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException {
        boolean ours = facts.of(step.id(), Names.MADE).map("true"::equals).orElse(true);
        if (ours) {
            try {
                Files.deleteIfExists(Path.of(step.argument(Names.DIRECTORY)));
            } catch (DirectoryNotEmptyException e) {
                throw new HarnessException(
                        "it holds files that this run did not make; look at them, remove them and try again", e);
            }
        }
    }

    @Override
    public Presence presence(Step step, Facts facts) {
        return Part.present(Files.isDirectory(Path.of(step.argument(Names.DIRECTORY))));
    }

    private static void requireLinuxAndRoot() throws IOException {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
            throw new HarnessException("local disks need Linux; here, use 'provider: existing' or 'provider: azure'");
        }
        if (!Files.getAttribute(SELF, "unix:uid").equals(ROOT_USER)) {
            throw new HarnessException("local disks need root, and this is " + System.getProperty("user.name")
                    + "; run it with sudo, or use 'provider: existing'");
        }
    }

    private static void requirePrograms(String fileSystems) {
        List<String> needed = new ArrayList<>(List.of("losetup", "mount", "umount", "setsid"));
        for (String fileSystem : fileSystems.split(",", -1)) {
            needed.add("mkfs." + fileSystem);
        }
        List<String> missing =
                needed.stream().filter(program -> !Programs.exists(program)).toList();
        if (!missing.isEmpty()) {
            throw new HarnessException("local disks need " + String.join(", ", missing)
                    + " (packages util-linux, mount, e2fsprogs, xfsprogs)");
        }
    }

    /** A file that turns out larger than its disk fails in the middle of a write, where nobody can tell why. */
    private static void requireSpace(Path directory, long bytes) throws IOException {
        long usable = Files.getFileStore(directory).getUsableSpace();
        if (usable < bytes) {
            throw new HarnessException(String.format(
                    Locale.ROOT,
                    "%s has %,.0f MiB free, and the disks may take %,.0f MiB; make them smaller or name another directory",
                    directory,
                    usable / MIB,
                    bytes / MIB));
        }
    }
}
