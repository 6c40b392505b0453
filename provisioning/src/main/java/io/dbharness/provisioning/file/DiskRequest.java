package io.dbharness.provisioning.file;

import io.dbharness.config.Fields;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The disk that a subject asks for; what is absent follows from the tier or the provider.
 *
 * @param tier           a name in the catalogue, for example {@code P15}, {@code PremiumV2_LRS}
 * @param iops           reads and writes a second, together
 * @param bytesPerSecond reads and writes together
 * @param bytes          its size
 * @param fileSystem     what it is formatted with
 */
public record DiskRequest(
        Optional<String> tier,
        OptionalLong iops,
        OptionalLong bytesPerSecond,
        OptionalLong bytes,
        Optional<FileSystem> fileSystem) {

    /** More than any disk of any catalogue. */
    private static final long MOST_IOPS = 10_000_000;

    static DiskRequest read(Fields fields) {
        return new DiskRequest(
                fields.text("tier"),
                fields.whole("iops", 1, MOST_IOPS),
                fields.bytesPerSecond("bandwidth"),
                fields.bytes("size"),
                fields.word("file-system", FileSystem.WORDS).map(FileSystem::of));
    }
}
