package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.file.ProvisioningFile.FileSystem;
import io.dbharness.provisioning.local.Part.Kind;
import io.dbharness.provisioning.local.Part.Names;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.Polling;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What a disk is made of: a file, the block device that shows it, a file system on that, and where it is mounted. */
final class DiskParts {

    private DiskParts() {}

    /** The file that holds a disk. Sparse: it takes what is written. */
    static final class Image implements Part {

        @Override
        public Map<String, String> apply(Step step, Facts earlier) throws IOException {
            try (RandomAccessFile file = new RandomAccessFile(step.argument(Names.IMAGE), "rw")) {
                file.setLength(Long.parseLong(step.argument(Names.BYTES)));
            }
            return Map.of();
        }

        @Override
        public void undo(Step step, Facts facts) throws IOException {
            Files.deleteIfExists(Path.of(step.argument(Names.IMAGE)));
        }

        @Override
        public boolean isThere(Step step, Facts facts) {
            return Files.isRegularFile(Path.of(step.argument(Names.IMAGE)));
        }
    }

    /**
     * The block device of an image. Its reads and writes go past the page cache of the file system that the image is on, or a part of them
     * would cost nothing.
     *
     * @param polling waits for a device to be let go
     */
    record Loop(Polling polling) implements Part {

        private static final Path BLOCK_DEVICES = Path.of("/sys/block");
        private static final Duration LETTING_GO = Duration.ofSeconds(10);

        @Override
        public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
            String image = step.argument(Names.IMAGE);
            List<String> devices = devices(image);
            String device = devices.isEmpty()
                    ? Programs.run("losetup", "--find", "--show", "--direct-io=on", image)
                    : devices.get(0);
            Path directory = BLOCK_DEVICES.resolve(Path.of(device).getFileName());
            boolean direct =
                    Files.readString(directory.resolve("loop/dio")).strip().equals("1");
            return Map.of(
                    Names.DEVICE,
                    device,
                    Names.NUMBERS,
                    Files.readString(directory.resolve("dev")).strip(),
                    Names.DIRECT,
                    direct ? "yes" : "no");
        }

        @Override
        public void undo(Step step, Facts facts) throws IOException, InterruptedException {
            String image = step.argument(Names.IMAGE);
            for (String device : devices(image)) {
                Programs.run("losetup", "--detach", device);
            }
            if (!polling.until(LETTING_GO, () -> devices(image).isEmpty())) {
                throw new HarnessException(devices(image) + " is still in use; unmount what is on it and try again");
            }
        }

        @Override
        public boolean isThere(Step step, Facts facts) throws IOException {
            return !devices(step.argument(Names.IMAGE)).isEmpty();
        }

        /** The devices of an image, also of one that is deleted already. */
        private static List<String> devices(String image) throws IOException {
            List<String> devices = new ArrayList<>();
            try (DirectoryStream<Path> loops = Files.newDirectoryStream(BLOCK_DEVICES, "loop*")) {
                for (Path loop : loops) {
                    String behind = backingFile(loop);
                    if (behind.equals(image) || behind.equals(image + " (deleted)")) {
                        devices.add("/dev/" + loop.getFileName());
                    }
                }
            }
            return devices;
        }

        private static String backingFile(Path loop) throws IOException {
            try {
                return Files.readString(loop.resolve("loop/backing_file")).strip();
            } catch (NoSuchFileException e) {
                // A device that nothing is behind.
                return "";
            }
        }
    }

    /** The file system on a disk. Its bytes are the image's, so there is nothing to undo. */
    static final class Format implements Part {

        /** The magic numbers of both superblocks: {@code s_magic} at byte 56 of ext4's, which begins at 1024; XFS's begins with it. */
        private static final int EXT4_OFFSET = 1024 + 56;

        private static final byte[] EXT4_MAGIC = {0x53, (byte) 0xEF};
        private static final byte[] XFS_MAGIC = {'X', 'F', 'S', 'B'};

        @Override
        public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
            String device = earlier.text(Kind.LOOP.of(step.subject()), Names.DEVICE);
            switch (FileSystem.of(step.argument(Names.FILE_SYSTEM))) {
                // All inode tables now: put off, they would be written during the first minutes of a measurement.
                case EXT4 ->
                    Programs.run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", device);
                case XFS -> Programs.run("mkfs.xfs", "-q", "-f", device);
            }
            return Map.of();
        }

        @Override
        public boolean isThere(Step step, Facts facts) throws IOException {
            return switch (FileSystem.of(step.argument(Names.FILE_SYSTEM))) {
                case EXT4 -> has(step, EXT4_OFFSET, EXT4_MAGIC);
                case XFS -> has(step, 0, XFS_MAGIC);
            };
        }

        private static boolean has(Step step, int offset, byte[] magic) throws IOException {
            File image = new File(step.argument(Names.IMAGE));
            if (!image.isFile()) {
                return false;
            }
            try (RandomAccessFile file = new RandomAccessFile(image, "r")) {
                byte[] there = new byte[magic.length];
                file.seek(offset);
                return file.read(there) == magic.length && Arrays.equals(there, magic);
            }
        }
    }

    /**
     * The mount point of a disk.
     *
     * @param polling waits for those who use it
     */
    record Mount(Polling polling) implements Part {

        private static final Path MOUNTS = Path.of("/proc/self/mounts");
        /** A server that is told to stop writes what it has in memory first. */
        private static final Duration LEAVING = Duration.ofMinutes(1);

        @Override
        public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
            Path point = point(step);
            Files.createDirectories(point);
            if (!isMounted(point)) {
                String device = earlier.text(Kind.LOOP.of(step.subject()), Names.DEVICE);
                String fileSystem = step.argument(Names.FILE_SYSTEM);
                Programs.run("mount", "-t", fileSystem, "-o", step.argument(Names.OPTIONS), device, point.toString());
            }
            return Map.of(Names.MOUNT_POINT, point.toString());
        }

        @Override
        public void undo(Step step, Facts facts) throws IOException, InterruptedException {
            Path point = point(step);
            // Servers of a harness that was killed are on their way out.
            if (!polling.until(
                    LEAVING, () -> !isMounted(point) || Users.of(point).isEmpty())) {
                throw new HarnessException("in use by " + String.join(", ", Users.of(point))
                        + "; end them and run 'provision down' again");
            }
            while (isMounted(point)) {
                Programs.run("umount", point.toString());
            }
            Files.deleteIfExists(point);
        }

        @Override
        public boolean isThere(Step step, Facts facts) throws IOException {
            return isMounted(point(step));
        }

        private static Path point(Step step) {
            return Path.of(step.argument(Names.MOUNT_POINT));
        }

        private static boolean isMounted(Path point) throws IOException {
            List<String> mounts = Files.readAllLines(MOUNTS);
            return mounts.stream().map(line -> line.split(" ", 3)[1]).anyMatch(escaped(point)::equals);
        }

        /** As the kernel writes a path there. */
        private static String escaped(Path point) {
            return point.toString()
                    .replace("\\", "\\134")
                    .replace(" ", "\\040")
                    .replace("\t", "\\011")
                    .replace("\n", "\\012");
        }
    }

    /** Who has something open below a directory. */
    static final class Users {

        private Users() {}

        /** One phrase a process, for example {@code process 4711 (postgres)}. */
        static List<String> of(Path directory) {
            return ProcessHandle.allProcesses()
                    .map(process -> Path.of("/proc", String.valueOf(process.pid())))
                    .filter(process -> uses(process, directory))
                    .map(process -> "process " + process.getFileName() + " (" + name(process) + ")")
                    .toList();
        }

        private static boolean uses(Path process, Path directory) {
            return Stream.concat(Stream.of(process.resolve("cwd"), process.resolve("root")), open(process))
                    .anyMatch(link -> leadsInto(link, directory));
        }

        /** Nothing of a process that has ended meanwhile. */
        private static Stream<Path> open(Path process) {
            File files = process.resolve("fd").toFile();
            return Stream.ofNullable(files.listFiles()).flatMap(Stream::of).map(File::toPath);
        }

        private static boolean leadsInto(Path link, Path directory) {
            try {
                return Files.readSymbolicLink(link).startsWith(directory);
            } catch (IOException e) {
                // Closed meanwhile.
                return false;
            }
        }

        private static String name(Path process) {
            try {
                return Files.readString(process.resolve("comm")).strip();
            } catch (IOException e) {
                return "ended";
            }
        }
    }

    /** The directory of all disks of a run. Comes first, so it looks whether this machine can have such disks before anything is made. */
    static final class Directory implements Part {

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
        public boolean isThere(Step step, Facts facts) {
            return Files.isDirectory(Path.of(step.argument(Names.DIRECTORY)));
        }

        private static void requireLinuxAndRoot() throws IOException {
            if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
                throw new HarnessException(
                        "local disks need Linux; here, use 'provider: existing' or 'provider: azure'");
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

        /** Checked first, because a file too large for its disk would fail in the middle of a write, with no clear reason. */
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
}
