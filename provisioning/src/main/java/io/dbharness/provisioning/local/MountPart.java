package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The mount point of a disk.
 *
 * @param patience waits for those who use it
 */
record MountPart(Patience patience) implements Part {

    private static final Path MOUNTS = Path.of("/proc/self/mounts");
    /** A server that is told to stop writes what it has in memory first. */
    private static final Duration LEAVING = Duration.ofMinutes(1);

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        Path point = point(step);
        Files.createDirectories(point);
        if (!isMounted(point)) {
            String device = earlier.text(Kind.LOOP.of(step.subject()), Names.DEVICE);
            Programs.run(
                    "mount",
                    "-t",
                    step.argument(Names.FILE_SYSTEM),
                    "-o",
                    step.argument(Names.OPTIONS),
                    device,
                    point.toString());
        }
        return Map.of(Names.MOUNT_POINT, point.toString());
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        Path point = point(step);
        // Servers of a harness that was killed are on their way out.
        if (!patience.until(LEAVING, () -> !isMounted(point) || Users.of(point).isEmpty())) {
            throw new HarnessException(
                    "in use by " + String.join(", ", Users.of(point)) + "; end them and run 'provision down' again");
        }
        while (isMounted(point)) {
            Programs.run("umount", point.toString());
        }
        Files.deleteIfExists(point);
    }

    @Override
    public Presence presence(Step step, Facts facts) throws IOException {
        return Part.present(isMounted(point(step)));
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
