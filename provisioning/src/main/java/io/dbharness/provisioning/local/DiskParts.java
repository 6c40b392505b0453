package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.file.ProvisioningFile.FileSystem;
import io.dbharness.provisioning.local.LocalStepKind.Kind;
import io.dbharness.provisioning.local.LocalStepKind.Names;
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

/** The parts of a local disk: an image file, its loop device, a file system on the device, and the mount point. */
final class DiskParts {

    private DiskParts() {}

    /** The image file of a disk. It is sparse and grows as data is written. */
    static final class Image implements LocalStepKind {

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
     * The loop device of an image. Its reads and writes bypass the page cache of the file system that holds the image; otherwise a part of
     * them would be free.
     *
     * @param polling waits until a device is released
     */
    record Loop(Polling polling) implements LocalStepKind {

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

        /** Returns the devices of an image, also of a deleted image. */
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
                // The device has no backing file.
                return "";
            }
        }
    }

    /** The file system on a disk. It lives inside the image, so there is nothing to undo. */
    static final class Format implements LocalStepKind {

        /**
         * Offsets of the magic numbers of both superblocks. ext4: {@code s_magic} at byte 56 of the superblock, which starts at byte 1024.
         * XFS: at the start of the superblock.
         */
        private static final int EXT4_OFFSET = 1024 + 56;

        private static final byte[] EXT4_MAGIC = {0x53, (byte) 0xEF};
        private static final byte[] XFS_MAGIC = {'X', 'F', 'S', 'B'};

        @Override
        public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
            String device = earlier.text(Kind.LOOP.beside(step), Names.DEVICE);
            switch (FileSystem.of(step.argument(Names.FILE_SYSTEM))) {
                // Write all inode tables now: lazy initialization would write them during the first minutes of a
                // measurement.
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
     * @param polling waits until no process uses it
     */
    record Mount(Polling polling) implements LocalStepKind {

        private static final Path MOUNTS = Path.of("/proc/self/mounts");
        /** A server that is shutting down first writes its memory to disk. */
        private static final Duration LEAVING = Duration.ofMinutes(1);

        @Override
        public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
            Path point = point(step);
            Files.createDirectories(point);
            if (!isMounted(point)) {
                String device = earlier.text(Kind.LOOP.beside(step), Names.DEVICE);
                String fileSystem = step.argument(Names.FILE_SYSTEM);
                Programs.run("mount", "-t", fileSystem, "-o", step.argument(Names.OPTIONS), device, point.toString());
            }
            return Map.of(Names.MOUNT_POINT, point.toString());
        }

        @Override
        public void undo(Step step, Facts facts) throws IOException, InterruptedException {
            Path point = point(step);
            // Servers of a killed harness may still be shutting down.
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

        /** Returns a path with the escapes that the kernel uses in that file. */
        private static String escaped(Path point) {
            return point.toString()
                    .replace("\\", "\\134")
                    .replace(" ", "\\040")
                    .replace("\t", "\\011")
                    .replace("\n", "\\012");
        }
    }

    /** Finds the processes that have files open below a directory. */
    static final class Users {

        private Users() {}

        /** Returns a phrase for each process, for example {@code process 4711 (postgres)}. */
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

        /** Returns an empty stream if the process has ended meanwhile. */
        private static Stream<Path> open(Path process) {
            File files = process.resolve("fd").toFile();
            return Stream.ofNullable(files.listFiles()).flatMap(Stream::of).map(File::toPath);
        }

        private static boolean leadsInto(Path link, Path directory) {
            try {
                return Files.readSymbolicLink(link).startsWith(directory);
            } catch (IOException e) {
                // The file was closed meanwhile.
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

    /**
     * The directory of all disks of a run. It is the first step, so it checks that this machine supports local disks before anything is
     * made.
     */
    static final class Directory implements LocalStepKind {

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

        /** Checks the free space first: if the image outgrew its file system, a write would fail halfway for no obvious reason. */
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
