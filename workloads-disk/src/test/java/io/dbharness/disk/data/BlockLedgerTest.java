package io.dbharness.disk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.disk.device.BlockSession;
import io.dbharness.disk.testkit.DiskRun;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.sut.SessionSource;
import io.dbharness.workload.Check;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that are made on purpose in the file of a run with {@code --verify}, which its checks and reads must find and name. */
class BlockLedgerTest {

    private static final int BLOCK = 8192;
    private static final int BLOCKS = 16;
    /** The first block holds the file's header. */
    private static final int WRITTEN = BLOCKS - 1;

    @TempDir
    private Path folder;

    private Path file;
    private DiskRun run;

    @BeforeEach
    void aFileWhoseBlocksAreAllWrittenTwice() throws Exception {
        file = folder.resolve("probe");
        run = new DiskRun(file, "size=" + BLOCKS * BLOCK, "read=0", "random=0", "verify=yes");
        run.prepare(LoadPolicy.AUTO);
        send(2 * WRITTEN);
    }

    private void send(int count) throws Exception {
        send(count, "read=0");
    }

    private void send(int count, String reads) throws Exception {
        DiskRun sender = new DiskRun(file, "size=" + BLOCKS * BLOCK, "random=0", "verify=yes", reads);
        OperationSource<BlockSession> source = sender.bound().source(0, Seed.DEFAULT);
        try (SessionSource<BlockSession> sessions = sender.target().dedicatedSessions()) {
            BlockSession session = sessions.acquire();
            for (int i = 0; i < count; i++) {
                Invocation<BlockSession> io = source.next();
                io.execute(session);
            }
            sessions.release(session);
        }
    }

    private Check blocks() {
        return run.bound().dataSet().check("now", Progress.SILENT).get(1);
    }

    private byte[] block(int number) throws IOException {
        return Arrays.copyOfRange(Files.readAllBytes(file), number * BLOCK, (number + 1) * BLOCK);
    }

    private void overwrite(int number, byte[] content) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek((long) number * BLOCK);
            open.write(content);
        }
    }

    @Test
    void blocksThatHaveWhatWasWrittenPass() {
        assertThat(blocks())
                .isEqualTo(new Check(
                        "blocks", "now", true, "15 of 16 blocks were written; all have what was written last"));
    }

    @Test
    void aFlippedByteIsFoundWithItsOffset() throws Exception {
        byte[] content = block(5);
        content[BLOCK - 7] ^= 1;
        overwrite(5, content);

        assertThat(blocks().passed()).isFalse();
        assertThat(blocks().detail())
                .endsWith("1 differ: offset 40960: generation 2 was acknowledged, and the checksum does not match;"
                        + " the block was damaged");
        assertThatThrownBy(() -> send(WRITTEN, "read=100"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("offset 40960: ");
    }

    @Test
    void aLostWriteIsFoundByItsGeneration() throws Exception {
        byte[] before = block(7);
        send(WRITTEN);
        overwrite(7, before);

        assertThat(blocks().detail())
                .endsWith("1 differ: offset 57344: generation 3 was acknowledged, and generation 2 is there;"
                        + " a write was lost");
    }

    @Test
    void aMisplacedBlockIsFoundInBothPlaces() throws Exception {
        byte[] before = block(4);
        send(WRITTEN);
        byte[] last = block(4);
        overwrite(9, last);
        overwrite(4, before);

        assertThat(blocks().detail())
                .contains("2 differ: ")
                .contains("offset 32768: generation 3 was acknowledged, and generation 2 is there")
                .contains("offset 73728: the block of offset 32768 is there, generation 3; it was misplaced");
    }

    @Test
    void aFirstWriteThatIsLostIsFound() throws Exception {
        overwrite(3, new byte[BLOCK]);

        assertThat(blocks().detail())
                .contains("offset 24576: generation 2 was acknowledged, and there is no block of this ledger");
    }

    @Test
    void aWriteThatWasNotAcknowledgedMayHaveHappenedOrNot() throws Exception {
        byte[] before = block(6);
        send(WRITTEN);
        // As a kill leaves it: sent and not acknowledged.
        try (RandomAccessFile ledger = new RandomAccessFile(file + ".ledger", "rw")) {
            ledger.seek(4096 + 6 * 8 + 4);
            ledger.writeInt(2);
        }
        assertThat(blocks().passed()).isTrue();
        overwrite(6, before);
        assertThat(blocks())
                .isEqualTo(new Check(
                        "blocks",
                        "now",
                        true,
                        "15 of 16 blocks were written, and 1 more writes were not acknowledged;"
                                + " all have what was written last"));
        overwrite(6, new byte[BLOCK]);
        assertThat(blocks().passed()).isTrue();
    }

    @Test
    void aRunWithoutVerificationDoesNotMakeTheLedgerWrong() {
        assertThatThrownBy(() -> new DiskRun(file, "size=" + BLOCKS * BLOCK).prepare(LoadPolicy.AUTO))
                .hasMessageContaining("probe.ledger, which would be wrong after this run; add --verify");
        new DiskRun(file, "size=" + BLOCKS * BLOCK, "read=100").prepare(LoadPolicy.AUTO);
    }

    private DiskRun verifiedBy(String ledger) {
        return new DiskRun(
                file, "size=" + BLOCKS * BLOCK, "read=0", "random=0", "verify=yes", "ledger=" + folder.resolve(ledger));
    }

    /** Begins a run, which opens the ledgers. */
    private static void begin(DiskRun begun) {
        begun.prepare(LoadPolicy.AUTO);
        begun.bound().source(0, Seed.DEFAULT);
    }

    private static void assertRefused(DiskRun stale) {
        assertThatThrownBy(() -> stale.bound().dataSet().check("now", Progress.SILENT))
                .hasMessageContaining("does not know the present blocks of the file");
    }

    @Test
    void aLedgerElsewhereIsRefusedAfterWritesWithoutIt() throws Exception {
        Files.move(Path.of(file + ".ledger"), folder.resolve("moved"));
        assertThat(verifiedBy("moved")
                        .bound()
                        .dataSet()
                        .check("now", Progress.SILENT)
                        .get(1)
                        .passed())
                .isTrue();
        begin(new DiskRun(file, "size=" + BLOCKS * BLOCK, "read=100"));
        begin(verifiedBy("moved"));

        begin(new DiskRun(file, "size=" + BLOCKS * BLOCK));

        assertRefused(verifiedBy("moved"));
    }

    @Test
    void aLedgerElsewhereIsRefusedAfterTheFileIsFilledAgain() throws Exception {
        Files.move(Path.of(file + ".ledger"), folder.resolve("moved"));
        Files.delete(file);

        new DiskRun(file, "size=" + BLOCKS * BLOCK).prepare(LoadPolicy.AUTO);

        assertRefused(verifiedBy("moved"));
    }

    @Test
    void onlyTheLastOfTwoLedgersIsAccepted() {
        begin(verifiedBy("second"));

        assertRefused(run);
        begin(verifiedBy("second"));
    }

    @Test
    void theFirstDifferencesAreNamedAndTheOthersCounted() throws Exception {
        for (int number = 1; number <= 7; number++) {
            overwrite(number, new byte[BLOCK]);
        }

        assertThat(blocks().detail())
                .contains("7 differ: offset 8192: ", "offset 40960: ")
                .doesNotContain("offset 49152: ")
                .endsWith(" ...");
    }

    @Test
    void aLedgerOfOtherBlocksIsRefusedAndOneOfARemovedFileGoesWithIt() {
        DiskRun other = new DiskRun(file, "size=" + BLOCKS * BLOCK, "block=4k", "verify=yes");
        assertThatThrownBy(() -> other.bound().dataSet().check("now", Progress.SILENT))
                .hasMessageContaining("blocks of 8192")
                .hasMessageContaining("blocks of 4096");

        run.bound().dataSet().drop();

        assertThat(folder).isEmptyDirectory();
    }
}
