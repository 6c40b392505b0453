package io.dbharness.disk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.disk.data.FileState.Header;
import io.dbharness.disk.testkit.DiskRun;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFileTest {

    private static final int MEGA = 1 << 20;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void aPathWithNothingThere() {
        file = folder.resolve("probe");
    }

    private DiskRun run(String... words) {
        return new DiskRun(file, words);
    }

    private DataSet dataSet(String... words) {
        return run(words).bound().dataSet();
    }

    private static void load(DataSet dataSet) {
        dataSet.load(3, Seed.DEFAULT, Progress.SILENT);
    }

    private static int deflated(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream deflater = new DeflaterOutputStream(out, new Deflater(Deflater.BEST_SPEED))) {
            deflater.write(content);
        }
        return out.size();
    }

    private Header header() throws IOException {
        return Header.parse(Files.readAllBytes(file)).orElseThrow();
    }

    @Test
    void aNewFileHasItsSizeAndDoesNotCompress() throws IOException {
        DataSet dataSet = dataSet("size=5m");
        assertThat(dataSet.inspect().kind()).isEqualTo(Kind.ABSENT);
        List<Long> heard = Collections.synchronizedList(new ArrayList<>());

        dataSet.load(3, Seed.DEFAULT, (phase, done, total, unit) -> heard.add(total - done));

        byte[] content = Files.readAllBytes(file);
        assertThat(content).hasSize(5 * MEGA);
        assertThat(deflated(content)).isGreaterThan((int) (0.999 * (content.length - Header.BYTES)));
        assertThat(header()).isEqualTo(new Header(5 * MEGA, 1, 5 * MEGA, Header.NO_LEDGER));
        assertThat(heard).containsExactlyInAnyOrder(4L, 3L, 2L, 1L, 0L);
        assertThat(dataSet.inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(dataSet.check("before", Progress.SILENT)).allMatch(check -> check.passed());
    }

    @Test
    void aFillingGoesOnWhereItWasCutShort() throws IOException {
        Path whole = folder.resolve("whole");
        load(new DiskRun(whole, "size=66m").bound().dataSet());
        // As a kill leaves it: the first step written, the header telling of it, something of the next.
        load(dataSet("size=66m"));
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            ByteBuffer header = ByteBuffer.allocate(Header.BYTES);
            new Header(66L * MEGA, 1, 64L * MEGA, Header.NO_LEDGER).write(header);
            cut.write(header.array());
            cut.seek(1000);
            cut.setLength(65 * MEGA);
        }
        DataSet left = dataSet("size=66m");
        assertThat(left.inspect().kind()).isEqualTo(Kind.INCOMPLETE);
        List<Long> heard = Collections.synchronizedList(new ArrayList<>());

        left.load(2, new Seed(99), (phase, done, total, unit) -> heard.add(done));

        assertThat(heard).containsExactlyInAnyOrder(65L, 66L);
        assertThat(Files.mismatch(file, whole)).isEqualTo(-1);
    }

    @Test
    void aFileOfAnotherSizeIsNotTakenForTheOneAskedFor() {
        load(dataSet("size=2m"));

        assertThat(dataSet("size=3m").inspect().kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThatThrownBy(() -> run("size=3m").prepare(LoadPolicy.AUTO)).hasMessageContaining("has 0.002 GB");
    }

    @Test
    void othersDataAreNotTouchedUnlessTheyMayBeLost() throws IOException {
        Files.writeString(file, "the only copy of a thesis");

        assertThatThrownBy(() -> run("size=2m").prepare(LoadPolicy.ALWAYS))
                .isInstanceOf(HarnessException.class)
                .hasMessage(
                        file
                                + " holds data that this tool did not write; name another file, or add --overwrite if it may be lost");
        assertThatThrownBy(() -> dataSet("size=2m").drop()).hasMessageContaining("nothing was removed");
        assertThat(file).hasContent("the only copy of a thesis");

        run("size=2m", "overwrite=yes").prepare(LoadPolicy.AUTO);

        assertThat(header().complete()).isTrue();
    }

    @Test
    void othersDataMayBeReadWhenNothingIsWritten() throws IOException {
        Files.write(file, new byte[3 * MEGA + 17]);
        DiskRun reads = run("read=100");

        assertThat(reads.bound().dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(reads.run(2, folder.resolve("out")).totals().failed()).isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(new byte[3 * MEGA + 17]);
    }

    /** On a loop device of its own: were the guard broken, nothing else would be lost. */
    @Test
    void aDeviceIsWrittenToOnlyWhenNobodyHasItMounted() throws Exception {
        Path backing = folder.resolve("backing");
        try (RandomAccessFile holes = new RandomAccessFile(backing.toFile(), "rw")) {
            holes.setLength(16L * MEGA);
        }
        Path answer = folder.resolve("device");
        assumeTrue(
                command(answer, "losetup", "--find", "--show", backing.toString()) == 0,
                "root may attach a loop device");
        file = Path.of(Files.readString(answer).strip());
        Path mount = Files.createDirectory(folder.resolve("mount"));
        try {
            assumeTrue(command("mkfs.ext4", "-q", file.toString()) == 0);
            assumeTrue(command("mount", file.toString(), mount.toString()) == 0);
            for (LoadPolicy policy : LoadPolicy.values()) {
                assertThatThrownBy(() -> run("overwrite=yes").prepare(policy))
                        .hasMessage(file + " is not written to: it is mounted at " + mount);
            }
            assertThatThrownBy(() -> load(dataSet("overwrite=yes", "read=100"))).hasMessageContaining("is mounted at");
            assertThat(command("umount", mount.toString())).isZero();

            assertThatThrownBy(() -> run().prepare(LoadPolicy.AUTO)).hasMessageContaining("add --overwrite");
            DataSet dataSet = dataSet("overwrite=yes");
            load(dataSet);
            assertThat(dataSet().inspect())
                    .usingRecursiveComparison()
                    .ignoringFields("load")
                    .isEqualTo(new DataSetState(Kind.COMPLETE, "0.017 GB at " + file));
            dataSet.drop();
            assertThatThrownBy(() -> dataSet().inspect()).hasMessageContaining("add --overwrite");
        } finally {
            command("umount", mount.toString());
            command("losetup", "--detach", file.toString());
        }
    }

    @Test
    void aFileThatAnotherProcessFillsIsBusy() throws IOException {
        load(dataSet("size=2m"));

        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = other.lock(0, Header.BYTES, false)) {
            assertThat(lock.isValid()).isTrue();
            assertThat(dataSet("size=2m").inspect().kind()).isEqualTo(Kind.BUSY);
        }
    }

    @Test
    void aFileWithoutRoomIsNotBegun() {
        assertThatThrownBy(() -> load(dataSet("size=900t")))
                .hasMessageContaining("would take")
                .hasMessageEndingWith("give a smaller --size");
        assertThat(file).doesNotExist();
    }

    @Test
    void onlyWhatThisToolMadeIsDropped() {
        DataSet dataSet = dataSet("size=2m");
        load(dataSet);

        dataSet.drop();

        assertThat(file).doesNotExist();
    }

    @Test
    void aHeaderIsRecognisedAmongOtherBytes() {
        assertThat(Header.parse(new byte[Header.BYTES])).isEqualTo(Optional.empty());
        assertThat(Header.parse("# dbharness disk work file 1\nbytes=x\nseed=1\ndone=1\n\0"
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                .isEqualTo(Optional.empty());
        assertThat(Header.parse("# dbharness disk work file 1\nbytes=4\nseed=2\ndone=3\n\0"
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                .hasValue(new Header(4, 2, 3, Header.NO_LEDGER));
    }

    @Test
    void aDiskThatIsFullBeforeItsTimeIsOneErrorAndLeavesNothing() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        assumeTrue(
                command("mount", "-t", "tmpfs", "-o", "size=16m", "none", small.toString()) == 0,
                "root may mount a small file system");
        try {
            file = small.resolve("probe");
            // A file with a hole: it seems to have the room that it does not have.
            try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
                holes.setLength(80L * MEGA);
            }

            assertThatThrownBy(() -> load(dataSet("size=80m", "overwrite=yes")))
                    .hasMessageStartingWith("the disk of " + small + " is full before 0.084 GB were written");
            assertThat(small).isEmptyDirectory();
        } finally {
            command("umount", small.toString());
        }
    }

    private static int command(String... words) throws IOException, InterruptedException {
        return command(Path.of("/dev/null"), words);
    }

    private static int command(Path output, String... words) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
        } catch (IOException e) {
            // There is no such command here.
            return 127;
        }
    }
}
