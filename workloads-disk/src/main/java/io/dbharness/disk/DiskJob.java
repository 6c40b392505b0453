package io.dbharness.disk;

import io.dbharness.disk.data.BlockZone;
import io.dbharness.disk.data.Blocks;
import io.dbharness.disk.device.FileAddress;
import io.dbharness.disk.device.FileAddress.Direct;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.util.List;
import java.util.OptionalLong;

/**
 * One kind of I/O: a file, sizes and a mix.
 *
 * @param name        prefix of its operations; empty for a job alone
 * @param path        of its file as typed; may be empty
 * @param url         address of its file
 * @param size        bytes of the file, in whole {@link #SIZE_UNIT}
 * @param outstanding I/Os in flight, in relation to those of other jobs
 * @param mix         kinds of its I/Os
 * @param layout      positions
 */
record DiskJob(
        String name, String path, String url, OptionalLong size, int outstanding, Mix mix, Blocks.Layout layout) {

    /** A multiple of every file system's block and every device's sector. */
    private static final int SIZE_UNIT = 4096;

    /** The smallest sector of any disk. */
    private static final int SECTOR = 512;

    /**
     * The kinds of the I/Os.
     *
     * @param read   per cent of the I/Os that read
     * @param random per cent of the I/Os at random positions; the others are sequential
     * @param runs   true if sequential I/Os continue after the last random one, and read or write like it
     */
    record Mix(int read, int random, boolean runs) {}

    /** Validates the parameters of a job and adds every bad combination to {@code problems}. */
    static DiskJob of(String name, int outstanding, Parameters parameters, Problems problems) {
        int block = (int) size(parameters, DiskSettings.BLOCK).orElseThrow();
        OptionalLong asked = size(parameters, "size");
        // Sizes in powers of ten are seldom whole blocks: 1GB is rounded by 2,560 bytes.
        OptionalLong size =
                asked.isEmpty() ? asked : OptionalLong.of(asked.getAsLong() - asked.getAsLong() % SIZE_UNIT);
        Problems own = new Problems();
        // The first unit holds the file's header.
        own.require(
                size.isEmpty() || size.getAsLong() >= 2 * SIZE_UNIT,
                "--size must be 8k or more, not '" + parameters.text("size") + "'",
                "size");
        for (String option : List.of(DiskSettings.BLOCK, "step", "from", "to", "stagger")) {
            own.require(
                    size(parameters, option).orElse(0) % SECTOR == 0,
                    "--" + option + " must be a multiple of " + SECTOR + ", not '" + parameters.text(option) + "'",
                    option);
        }
        long from = size(parameters, "from").orElse(0);
        OptionalLong to = size(parameters, "to");
        own.require(to.isEmpty() || to.getAsLong() > from, "--to must be behind --from", "to", "from");
        int random = parameters.whole("random");
        int streams = parameters.whole("streams");
        boolean runs = parameters.text("runs").equals(Domain.YES);
        own.require(
                random > 0 || parameters.text("zones").isEmpty(),
                "--zones distributes random I/Os; give --random or leave it out",
                "zones",
                "random");
        own.require(
                random < 100 || (streams == 1 && !runs),
                "--streams and --runs are about sequential I/Os; give --random below 100 or leave them out",
                "streams",
                "runs",
                "random");
        own.require(
                streams > 1 || parameters.text("stagger").isEmpty(),
                "--stagger is the distance of several sequences; give --streams or leave it out",
                "stagger",
                "streams");
        if (name.isEmpty()) {
            problems.addAll(own);
        } else {
            own.lines().forEach(problem -> problems.add("job '" + name + "': " + problem, "jobs"));
        }
        String direct = parameters.text("direct");
        return new DiskJob(
                name,
                parameters.text("file"),
                FileAddress.url(
                        parameters.text("file"),
                        Direct.words().contains(direct) ? direct : Direct.AUTO.word(),
                        parameters.text("sync").equals(Domain.YES),
                        name),
                size,
                outstanding,
                new Mix(parameters.whole("read"), random, runs),
                new Blocks.Layout(
                        block,
                        size(parameters, "step").orElse(block),
                        from,
                        to,
                        streams,
                        size(parameters, "stagger").orElse(0),
                        BlockZone.parse(parameters.text("zones")).orElse(List.of())));
    }

    private static OptionalLong size(Parameters parameters, String option) {
        return Quantities.bytes(parameters.text(option));
    }

    boolean writes() {
        return mix.read < 100;
    }

    /** Adds its operations. Only those that occur, so that no report has an empty column. */
    void addTo(List<Operation> operations) {
        if (mix.read > 0) {
            operations.add(new Operation(operations.size(), operationName("Read"), OperationKind.READ));
        }
        if (writes()) {
            operations.add(new Operation(operations.size(), operationName("Write"), OperationKind.WRITE));
        }
    }

    private String operationName(String kind) {
        return name.isEmpty() ? kind : name + "-" + kind;
    }

    /** Returns true if an operation of this name is one of this job. */
    boolean has(String operation) {
        return operation.equals(operationName("Read")) || operation.equals(operationName("Write"));
    }
}
