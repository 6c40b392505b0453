package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The block device of an image. Its reads and writes go past the page cache of the file system that the image is on, or a part of them
 * would cost nothing.
 *
 * @param patience waits for a device to be let go
 */
record LoopPart(Patience patience) implements Part {

    private static final Path BLOCK_DEVICES = Path.of("/sys/block");
    private static final Duration LETTING_GO = Duration.ofSeconds(10);

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        String image = step.argument(Names.IMAGE);
        List<String> devices = devices(image);
        String device;
        if (devices.isEmpty()) {
            device = Programs.run("losetup", "--find", "--show", "--direct-io=on", image);
        } else {
            device = devices.get(0);
        }
        Path directory = BLOCK_DEVICES.resolve(Path.of(device).getFileName());
        return Map.of(
                Names.DEVICE,
                device,
                Names.NUMBERS,
                Files.readString(directory.resolve("dev")).strip(),
                Names.DIRECT,
                Files.readString(directory.resolve("loop/dio")).strip().equals("1") ? "yes" : "no");
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        String image = step.argument(Names.IMAGE);
        for (String device : devices(image)) {
            Programs.run("losetup", "--detach", device);
        }
        if (!patience.until(LETTING_GO, () -> devices(image).isEmpty())) {
            throw new HarnessException(devices(image) + " is still in use; unmount what is on it and try again");
        }
    }

    @Override
    public Presence presence(Step step, Facts facts) throws IOException {
        return Part.present(!devices(step.argument(Names.IMAGE)).isEmpty());
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
