package io.dbharness.provisioning.local;

import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The file that holds a disk. Sparse: it takes what is written. */
final class ImagePart implements Part {

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(step.argument(Names.IMAGE), "rw")) {
            file.setLength(Long.parseLong(step.argument(Names.BYTES)));
        }
        return Map.of();
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException {
        Files.deleteIfExists(image(step));
    }

    @Override
    public Presence presence(Step step, Facts facts) {
        return Part.present(Files.isRegularFile(image(step)));
    }

    private static Path image(Step step) {
        return Path.of(step.argument(Names.IMAGE));
    }
}
