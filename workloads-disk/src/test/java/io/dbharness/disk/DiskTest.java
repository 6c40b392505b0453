package io.dbharness.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.disk.device.BlockSession;
import io.dbharness.disk.testkit.DiskRun;
import io.dbharness.model.Caveat;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.result.RunResult;
import io.dbharness.workload.Check;
import io.dbharness.workload.OperationSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTest {

    @TempDir
    private Path folder;

    private DiskRun probe(String... words) {
        return new DiskRun(folder.resolve("probe"), words);
    }

    @Test
    void aMixIsScoredInIosAndMegabytes() {
        RunResult result = probe("size=8m", "block=16k").run(4, folder.resolve("out"));

        Map<String, Double> scores = result.scores();
        double iops = result.throughputPerSecond().value();
        assertThat(result.totals().failed()).isZero();
        assertThat(iops).isPositive();
        assertThat(new DiskScorecard().names()).containsExactlyInAnyOrderElementsOf(scores.keySet());
        assertThat(scores.get("iops")).isEqualTo(iops);
        assertThat(scores.get("mbPerSecond")).isEqualTo(iops * 16_384 / 1e6, within(1e-6));
        assertThat(scores.get("meanMillis"))
                .isEqualTo(result.combined("total").orElseThrow().response().meanNanos() / 1e6);
        assertThat(scores.get("readIops") + scores.get("writeIops")).isEqualTo(iops, within(1e-6));
        assertThat(scores.get("readIops") / iops).isEqualTo(0.75, within(0.1));
        assertThat(result.checks()).hasSize(2).allMatch(check -> check.passed());
        assertThat(result.target().settings()).containsKeys("direct", "sync", "bytes", "fileSystem");
    }

    @Test
    void theCacheOfTheSystemIsToldOfInTheResult() {
        RunResult result = probe("size=8m", "direct=no").run(1, folder.resolve("out"));

        assertThat(result.target().settings()).containsEntry("direct", "no");
        assertThat(result.caveats()).extracting(Caveat::code).contains("PAGE_CACHE");
    }

    @Test
    void readsAloneHaveNoColumnForWrites() {
        RunResult result = probe("size=8m", "read=100").run(1, folder.resolve("out"));

        assertThat(result.operations())
                .extracting(operation -> operation.name())
                .containsExactly("Read");
        assertThat(result.scores()).containsOnlyKeys("iops", "mbPerSecond", "meanMillis");
    }

    @Test
    void jobsRunAtOnceEachWithItsOwnFileSizesAndMix() {
        Path data = folder.resolve("data");
        Path log = folder.resolve("log");
        RunResult result = new DiskRun(
                        data,
                        "size=8m",
                        "jobs=data: file=" + data + " outstanding=3; log: file=" + log
                                + " block=64k random=0 read=0 sync=yes size=4m")
                .run(4, folder.resolve("out"));

        assertThat(result.totals().failed()).isZero();
        assertThat(result.operations())
                .extracting(operation -> operation.name())
                .containsExactly("data-Read", "data-Write", "log-Write");
        Map<String, Double> scores = result.scores();
        assertThat(new DiskScorecard().names(result.workload().parameters()))
                .containsExactlyInAnyOrderElementsOf(scores.keySet());
        assertThat(scores.get("logMbPerSecond")).isEqualTo(scores.get("logIops") * 65_536 / 1e6, within(1e-6));
        assertThat(scores.get("dataMbPerSecond")).isEqualTo(scores.get("dataIops") * 8_192 / 1e6, within(1e-6));
        assertThat(scores.get("mbPerSecond"))
                .isEqualTo(scores.get("dataMbPerSecond") + scores.get("logMbPerSecond"), within(1e-6));
        assertThat(scores.get("readIops") + scores.get("writeIops")).isEqualTo(scores.get("iops"), within(1e-6));
        assertThat(result.target().settings())
                .containsEntry("data.bytes", String.valueOf(8 << 20))
                .containsEntry("log.bytes", String.valueOf(4 << 20))
                .containsEntry("log.sync", "yes");
        assertThat(result.checks()).extracting(Check::name).contains("size-data", "size-log");
    }

    @Test
    void jobsHaveTheirOutstandingIosWhateverTheOrderOfUsers() {
        DiskRun run = probe(
                "size=8m",
                "jobs=a: file=" + folder.resolve("a") + " outstanding=2; b: file=" + folder.resolve("a")
                        + " random=0 block=64k");
        run.prepare(LoadPolicy.AUTO);

        assertThat(IntStream.range(0, 6)
                        .mapToObj(user -> run.bound().source(user, Seed.DEFAULT).next())
                        .map(io -> io.operation().name().substring(0, 1)))
                .containsExactly("a", "b", "a", "a", "b", "a");
        assertThat(new Disk().users(run.parameters())).hasValue(3);
        assertThat(new Disk().users(probe("size=8m").parameters())).isEmpty();
    }

    @Test
    void whatIsWrongWithAJobIsReportedWithItsName() {
        String file = "file=" + folder.resolve("probe");
        assertThatThrownBy(() -> probe("jobs=ok: " + file + "; a: read=101; b: colour=red; c: block=600 " + file
                        + "; c: outstanding=0"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("job 'a': --read must be")
                .hasMessageContaining("job 'b': unknown parameter 'colour'")
                .hasMessageContaining("job 'c': --block must be a multiple of 512")
                .hasMessageContaining("job 'c' is given twice")
                .hasMessageContaining("job 'c': --outstanding must be");
        assertThatThrownBy(() -> probe("jobs=read: " + file + "; write: " + file))
                .hasMessageContaining("job 'read': readIops is the score of all jobs; give the job another name")
                .hasMessageContaining("job 'write': writeIops");
        assertThatThrownBy(() -> probe("jobs=a: block=8k b: block=4k"))
                .hasMessageContaining("--jobs must be jobs such as");
    }

    @Test
    void badCombinationsAreToldTogether() {
        assertThatThrownBy(() -> probe("size=5000", "block=600", "direct=no"))
                .isInstanceOf(UsageException.class)
                .message()
                .hasLineCount(2)
                .contains("--size must be 8k or more", "--block must be a multiple of 512");
    }

    @Test
    void blocksThatDirectIoCannotDoAreRefused() {
        assertThatThrownBy(() -> probe("block=512", "direct=yes"))
                .hasMessageContaining("direct I/O needs multiples of")
                .hasMessageContaining("'512'");
    }

    @Test
    void theFirstRunReadsUnlessItsFirstDrawWrites() {
        DiskRun run = probe("size=8m", "read=99", "random=1", "runs=yes");
        run.prepare(LoadPolicy.AUTO);

        assertThat(first(run, Seed.DEFAULT, 10)).allMatch(io -> io.contains("name=Read"));
    }

    private static List<String> first(DiskRun run, Seed seed, int count) {
        OperationSource<BlockSession> source = run.bound().source(0, seed);
        return Stream.generate(source::next).limit(count).map(Object::toString).toList();
    }

    @Test
    void theSameSeedDrawsTheSameIosInTheSharesAskedFor() {
        DiskRun run = probe("size=8m", "read=75", "random=50");
        run.prepare(LoadPolicy.AUTO);

        List<String> drawn = first(run, Seed.DEFAULT, 4000);

        assertThat(first(run, Seed.DEFAULT, 4000)).isEqualTo(drawn);
        assertThat(first(run, new Seed(2), 4000)).isNotEqualTo(drawn);
        assertThat(drawn.stream().filter(io -> io.contains("name=Read")).count())
                .isBetween(2880L, 3120L);
    }
}
