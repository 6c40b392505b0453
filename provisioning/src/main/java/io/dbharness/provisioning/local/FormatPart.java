package io.dbharness.provisioning.local;

import io.dbharness.provisioning.file.FileSystem;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** The file system on a disk. It goes with the image, so there is nothing to undo. */
final class FormatPart implements Part {

    /** The magic numbers of both superblocks: {@code s_magic} at byte 56 of ext4's, which begins at 1024; XFS's begins with it. */
    private static final int EXT4_OFFSET = 1024 + 56;

    private static final byte[] EXT4_MAGIC = {0x53, (byte) 0xEF};
    private static final byte[] XFS_MAGIC = {'X', 'F', 'S', 'B'};

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        String device = earlier.text(Kind.LOOP.of(step.subject()), Names.DEVICE);
        switch (fileSystem(step)) {
            // All inode tables now: put off, they would be written during the first minutes of a measurement.
            case EXT4 -> Programs.run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", device);
            case XFS -> Programs.run("mkfs.xfs", "-q", "-f", device);
        }
        return Map.of();
    }

    @Override
    public void undo(Step step, Facts facts) {
        // Its bytes are the image's.
    }

    @Override
    public Presence presence(Step step, Facts facts) throws IOException {
        return Part.present(
                switch (fileSystem(step)) {
                    case EXT4 -> has(step, EXT4_OFFSET, EXT4_MAGIC);
                    case XFS -> has(step, 0, XFS_MAGIC);
                });
    }

    private static FileSystem fileSystem(Step step) {
        return FileSystem.valueOf(step.argument(Names.FILE_SYSTEM).toUpperCase(Locale.ROOT));
    }

    private static boolean has(Step step, int offset, byte[] magic) throws IOException {
        java.io.File image = new java.io.File(step.argument(Names.IMAGE));
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
