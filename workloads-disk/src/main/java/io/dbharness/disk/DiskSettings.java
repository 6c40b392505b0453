package io.dbharness.disk;

import io.dbharness.disk.data.Wish;
import io.dbharness.disk.target.FileAddress;
import io.dbharness.disk.target.FileAddress.Direct;
import io.dbharness.disk.target.FileTarget;
import io.dbharness.model.Problems;
import io.dbharness.workload.Optionally;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Choice;
import io.dbharness.workload.Parameter.Switch;
import io.dbharness.workload.Parameter.Whole;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Sizes;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is read and written.
 *
 * @param block  bytes of each I/O
 * @param read   per cent of them that read
 * @param random per cent of them that go anywhere; the others follow each other
 * @param wish   the file they go to
 */
record DiskSettings(int block, int read, int random, Wish wish) {

    static final int ALL = 100;

    static final String FILE = "file";
    static final String SIZE = "size";
    static final String BLOCK = "block";
    static final String READ = "read";
    static final String RANDOM = "random";
    static final String DIRECT = "direct";
    static final String SYNC = "sync";
    static final String OVERWRITE = "overwrite";

    /** The smallest unit that any disk knows. */
    private static final int SECTOR = 512;

    private static final long MOST_BLOCK = 16L << 20;
    private static final long MOST_SIZE = 1L << 50;
    /** Every file system's blocks and every device's sectors divide it. */
    private static final int WHOLE = 4096;
    /** The first of them says whose file it is. */
    private static final long LEAST_SIZE = 2L * WHOLE;

    static List<Parameter> parameters() {
        return List.of(
                new Parameter(
                        FILE,
                        "the file or block device to use, the same as --target file:PATH; made and filled if it is not there",
                        "",
                        new Optionally(new PathText())),
                new Parameter(
                        SIZE,
                        "how much of it is used, in whole 4k; left out, all of what an earlier run made, all of a device, or 1GiB",
                        "",
                        new Optionally(new Sizes(List.of(), MOST_SIZE, false))),
                new Parameter(BLOCK, "bytes of each I/O", "8k", new Sizes(List.of(), MOST_BLOCK, false)),
                new Parameter(READ, "per cent of the I/Os that read; the others write", "75", new Whole(0, ALL)),
                new Parameter(
                        RANDOM,
                        "per cent of the I/Os that go to random blocks; the others go to one block after the other",
                        "100",
                        new Whole(0, ALL)),
                new Parameter(
                        DIRECT,
                        "past the page cache: where the file system can, always or not at all",
                        Direct.AUTO.word(),
                        new Choice(Direct.words())),
                new Parameter(SYNC, "whether a write ends only when it is on the medium", Switch.OFF, new Switch()),
                new Parameter(
                        OVERWRITE,
                        "whether a file or device that holds the data of others may be filled",
                        Switch.OFF,
                        new Switch()));
    }

    /** Any path. */
    private record PathText() implements Parameter.Domain {
        @Override
        public String label() {
            return "PATH";
        }

        @Override
        public boolean contains(String text) {
            return !text.isBlank();
        }

        @Override
        public String expectation() {
            return "the path of a file or a block device";
        }
    }

    /** The target that the parameters name; words that are wrong are told of elsewhere. */
    static String address(Parameters parameters) {
        return FileAddress.url(
                parameters.text(FILE),
                right(parameters, DIRECT, Direct.words(), Direct.AUTO.word()),
                right(parameters, SYNC, List.of(Switch.ON, Switch.OFF), Switch.OFF));
    }

    private static String right(Parameters parameters, String name, List<String> words, String otherwise) {
        String text = parameters.text(name);
        return words.contains(text) ? text : otherwise;
    }

    /** Notes every bad combination. */
    static DiskSettings of(Parameters parameters, Problems problems) {
        int block = (int) Sizes.parse(parameters.text(BLOCK)).orElseThrow();
        OptionalLong asked = Sizes.parse(parameters.text(SIZE));
        // Sizes in powers of ten are seldom whole blocks: 1GB is 2,560 bytes more.
        OptionalLong size = asked.isEmpty() ? asked : OptionalLong.of(asked.getAsLong() - asked.getAsLong() % WHOLE);
        problems.require(
                block % SECTOR == 0,
                "--block must be a multiple of " + SECTOR + ", not '" + parameters.text(BLOCK) + "'");
        problems.require(
                size.orElse(LEAST_SIZE) >= LEAST_SIZE,
                "--size must be 8k or more, not '" + parameters.text(SIZE) + "'");
        int read = parameters.whole(READ);
        return new DiskSettings(
                block,
                read,
                parameters.whole(RANDOM),
                new Wish(size, read < ALL, parameters.text(OVERWRITE).equals(Switch.ON)));
    }

    /** Notes what does not go together with the target. */
    void requireFit(FileTarget target, Parameters parameters, Problems problems) {
        FileAddress address = target.address();
        int alignment = target.alignment();
        problems.require(
                address.direct() == Direct.NO || block % alignment == 0,
                "direct I/O goes in multiples of " + alignment + " bytes here, so --block cannot be '"
                        + parameters.text(BLOCK) + "'; or say --direct no");
        FileAddress named = FileAddress.parse(address(parameters), new Problems());
        problems.require(
                parameters.text(FILE).isEmpty() || named.path().equals(address.path()),
                "--file and --target name two files; give one of them");
        boolean sameWay = (named.direct() == Direct.AUTO || named.direct() == address.direct())
                && (!named.sync() || address.sync());
        problems.require(
                sameWay,
                "--direct and --sync belong to --file; with --target write them behind it, as in file:PATH?direct=no&sync=yes");
    }
}
