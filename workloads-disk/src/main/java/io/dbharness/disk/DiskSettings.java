package io.dbharness.disk;

import io.dbharness.disk.data.WorkFile;
import io.dbharness.disk.device.FileAddress;
import io.dbharness.disk.device.FileAddress.Direct;
import io.dbharness.disk.device.FileTarget;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.util.List;
import java.util.OptionalLong;

/**
 * The validated parameters of the disk workload.
 *
 * @param block  bytes of each I/O
 * @param read   per cent of the I/Os that read
 * @param random per cent of the I/Os at random positions; the others are sequential
 * @param file   the work file
 */
record DiskSettings(int block, int read, int random, WorkFile.Plan file) {

    static final String BLOCK = "block";

    /** A multiple of every file system's block and every device's sector. */
    private static final int SIZE_UNIT = 4096;

    static final List<Parameter> PARAMETERS = List.of(
            new Parameter(
                    "file",
                    "the file or block device to use, like --target file:PATH; created and filled if it does not exist",
                    "",
                    Domain.matching("PATH", text -> !text.isBlank(), "the path of a file or a block device")
                            .optional()),
            new Parameter(
                    "size",
                    "bytes of the file to use, in whole 4k; by default the existing file, the whole device, or 1GiB",
                    "",
                    Domain.sizes(List.of(), 1L << 50).optional()),
            new Parameter(BLOCK, "bytes of each I/O", "8k", Domain.sizes(List.of(), 16L << 20)),
            new Parameter("read", "per cent of the I/Os that read; the others write", "75", Domain.whole(0, 100)),
            new Parameter(
                    "random",
                    "per cent of the I/Os at random blocks; the others are sequential",
                    "100",
                    Domain.whole(0, 100)),
            new Parameter(
                    "direct",
                    "direct I/O, past the page cache: if the file system supports it, always or never",
                    Direct.AUTO.word(),
                    Domain.choice(Direct.words())),
            new Parameter("sync", "end each write only when the data are on the medium", Domain.NO, Domain.SWITCH),
            new Parameter("overwrite", "overwrite a file or device that holds other data", Domain.NO, Domain.SWITCH));

    /** Returns the target that the parameters name; invalid words are reported elsewhere. */
    static String address(Parameters parameters) {
        String direct = parameters.text("direct");
        return FileAddress.url(
                parameters.text("file"),
                Direct.words().contains(direct) ? direct : Direct.AUTO.word(),
                parameters.text("sync").equals(Domain.YES));
    }

    /** Validates the parameters and adds every bad combination to {@code problems}. */
    static DiskSettings of(Parameters parameters, Problems problems) {
        int block = (int) Quantities.bytes(parameters.text(BLOCK)).orElseThrow();
        OptionalLong asked = Quantities.bytes(parameters.text("size"));
        // Sizes in powers of ten are seldom whole blocks: 1GB is rounded by 2,560 bytes.
        OptionalLong size =
                asked.isEmpty() ? asked : OptionalLong.of(asked.getAsLong() - asked.getAsLong() % SIZE_UNIT);
        // The smallest sector of any disk.
        problems.require(block % 512 == 0, "--block must be a multiple of 512, not '" + parameters.text(BLOCK) + "'");
        // The first unit holds the file's header.
        problems.require(
                size.isEmpty() || size.getAsLong() >= 2 * SIZE_UNIT,
                "--size must be 8k or more, not '" + parameters.text("size") + "'");
        int read = parameters.whole("read");
        boolean overwrite = parameters.text("overwrite").equals(Domain.YES);
        return new DiskSettings(
                block, read, parameters.whole("random"), new WorkFile.Plan(size, read < 100, overwrite));
    }

    /** Adds a problem for each parameter that the target does not support. */
    void requireFit(FileTarget target, Parameters parameters, Problems problems) {
        FileAddress address = target.address();
        int alignment = target.alignment();
        problems.require(
                address.direct() == Direct.NO || block % alignment == 0,
                "direct I/O needs multiples of " + alignment + " bytes here, so --block cannot be '"
                        + parameters.text(BLOCK) + "'; or give --direct no");
        FileAddress named = FileAddress.parse(address(parameters), new Problems());
        problems.require(
                parameters.text("file").isEmpty() || named.path().equals(address.path()),
                "--file and --target name two files; give one of them");
        boolean sameWay = (named.direct() == Direct.AUTO || named.direct() == address.direct())
                && (!named.sync() || address.sync());
        problems.require(
                sameWay,
                "--direct and --sync belong to --file; with --target write them behind it, as in file:PATH?direct=no&sync=yes");
    }
}
