package io.dbharness.provisioning.local;

import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The steps of the disks of one run.
 *
 * @param run       which
 * @param directory where all of it goes
 */
record LocalSteps(Run run, Path directory) {

    private static final String SHARED = "";

    List<Step> of(List<LocalDisk> disks) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(
                LocalProvider.NAME,
                Kind.DIRECTORY.of(LocalProvider.NAME),
                Kind.DIRECTORY.word(),
                SHARED,
                "make the directory " + directory,
                Map.of(
                        Names.DIRECTORY,
                        directory.toString(),
                        Names.BYTES,
                        String.valueOf(
                                disks.stream().mapToLong(LocalDisk::bytes).sum()),
                        Names.FILE_SYSTEMS,
                        disks.stream()
                                .map(disk -> disk.fileSystem().word())
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(",")))));
        disks.forEach(disk -> steps.addAll(of(disk)));
        return steps;
    }

    private List<Step> of(LocalDisk disk) {
        String image = disk.image(directory).toString();
        String point = disk.mountPoint(directory).toString();
        String fileSystem = disk.fileSystem().word();
        List<Step> steps = new ArrayList<>(List.of(
                step(
                        disk,
                        Kind.IMAGE,
                        "make the file " + image,
                        Map.of(Names.IMAGE, image, Names.BYTES, String.valueOf(disk.bytes()))),
                step(disk, Kind.LOOP, "make it a block device", Map.of(Names.IMAGE, image)),
                step(
                        disk,
                        Kind.FORMAT,
                        "format it with " + fileSystem,
                        Map.of(Names.IMAGE, image, Names.FILE_SYSTEM, fileSystem)),
                step(
                        disk,
                        Kind.MOUNT,
                        "mount it on " + point,
                        Map.of(
                                Names.MOUNT_POINT,
                                point,
                                Names.FILE_SYSTEM,
                                fileSystem,
                                Names.OPTIONS,
                                disk.options()))));
        if (disk.memory().isPresent()) {
            String group = run.id() + "-" + disk.subject();
            steps.add(step(
                    disk,
                    Kind.MEMORY,
                    "make the control group " + group + " for what servers on it may use of the memory",
                    Map.of(
                            Names.GROUP,
                            group,
                            Names.BYTES,
                            String.valueOf(disk.memory().getAsLong()))));
        }
        if (disk.isLimited()) {
            steps.add(step(
                    disk,
                    Kind.LIMIT,
                    "limit it to " + disk.sustained().text(),
                    Map.of(
                            Names.IOPS,
                            String.valueOf(disk.sustained().iops()),
                            Names.BANDWIDTH,
                            String.valueOf(disk.sustained().bytesPerSecond()))));
            steps.add(step(disk, Kind.KEEPER, keeping(disk), keeper(disk)));
        }
        return steps;
    }

    private static String keeping(LocalDisk disk) {
        String sum = "start the process that shares this between reads and writes";
        return disk.bursts() ? sum + " and keeps the burst credits" : sum;
    }

    private Map<String, String> keeper(LocalDisk disk) {
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put(Names.TOKEN, run.directory().resolve(disk.subject()).toString());
        arguments.put(Names.IOPS, String.valueOf(disk.sustained().iops()));
        arguments.put(Names.BANDWIDTH, String.valueOf(disk.sustained().bytesPerSecond()));
        arguments.put(Names.BURST_IOPS, String.valueOf(disk.burst().iops()));
        arguments.put(Names.BURST_BANDWIDTH, String.valueOf(disk.burst().bytesPerSecond()));
        arguments.put(Names.BURST_SECONDS, String.valueOf(disk.full().toSeconds()));
        return arguments;
    }

    private static Step step(LocalDisk disk, Kind kind, String summary, Map<String, String> arguments) {
        return new Step(LocalProvider.NAME, kind.of(disk.subject()), kind.word(), disk.subject(), summary, arguments);
    }
}
