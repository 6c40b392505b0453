package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.report.TextReport;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.ResultFiles;
import io.dbharness.testkit.SourceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each family of workloads prints at its end, in virtual time; {@code -Dgolden.update=true} writes the expected texts. */
@Tag("slow")
class SummaryTest {

    private static final Path EXPECTED = SourceTree.path("cli/src/test/resources/io/dbharness/cli/summary");
    private static final String SLOW = " --target sim:service=lognormal(20ms;0.3),fail=OTHER:0.5%";

    @TempDir
    Path directory;

    private final Captured err = new Captured();

    private String execute(String line) {
        Captured out = new Captured();
        WorkloadCommand.Context context = TestContexts.of(Catalog.found(), out, err);
        int code = new Cli(context, new Machine(2, false)).execute(line.split(" "));
        context.terminal().flush();
        context.interruption().finished();
        assertThat(code).as(err.text()).isZero();
        return out.text();
    }

    /** Runs for a short time and returns what it printed, without times and folders. */
    private String summary(String line) {
        String text = execute(line + " --warmup 1s --duration 40s --out " + result())
                .replace(directory.toString(), "DIR")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME");
        assertThat(text.lines().count()).as(text).isLessThanOrEqualTo(30);
        assertThat(text.lines()).allMatch(one -> one.length() <= 100);
        assertThat(text).endsWith("report      DIR/result/report.html\n");
        return text;
    }

    private Path result() {
        return directory.resolve("result");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "tpcc | tpcc --think-time none --connections 4" + SLOW,
                "sysbench | sysbench read-write --connections 4" + SLOW,
                "insert-delete | insert-delete --rate 300/s --late skip --connections 4" + SLOW,
                "sql-user | sql user profile=../examples/sql/job-queue.yaml ops=take=3,add=1 --connections 4" + SLOW,
                "sql-ycsb-a | sql ycsb-a --connections 4" + SLOW,
                "cql | cql mixed --connections 4" + SLOW,
                "cql-kv | cql kv --connections 4" + SLOW,
                "disk | disk --outstanding 8 --target sim:iops=500 --fail-if errors>1%",
                "repeats | tpcc --think-time none --connections 4 --repeat 3" + SLOW,
                "sweep | disk --sweep outstanding=4,8,16 --read 0 --target sim:iops=500 --guard mean<=20ms"
            })
    void theAnswerFitsOneScreen(String name, String line) throws Exception {
        String text = summary(line);
        Path file = EXPECTED.resolve(name + ".txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }

    /** tpmC counts one transaction of the mix, whose share differs a little from run to run. */
    @Test
    void aComparisonLeavesOutAScoreThatIsTheThroughputInAnotherUnit() {
        execute("tpcc --think-time none --connections 4 --repeat 2 --warmup 1s --duration 40s --out " + result()
                + SLOW);

        assertThat(execute("compare one=" + result().resolve("run-001") + " two=" + result().resolve("run-002")))
                .contains(" throughput ", " newOrderWithinLimitPercent ")
                .doesNotContain("tpmC");
    }

    @Test
    void verbosePrintsAllOfARun() {
        String printed = execute(
                "disk --target sim:iops=500 --outstanding 2 --warmup 1s --duration 5s --fail-if errors>1% --verbose"
                        + " --out " + result());
        String expected = new TextReport().report(new ResultFiles(result()).read()) + "report      "
                + result().resolve("report.html") + "\nfail-if     errors>1%: does not hold\n";

        assertThat(printed).isEqualTo(expected);
        assertThat(execute("report " + result() + " --verbose")).isEqualTo(expected);
        assertThat(execute("report " + result())).startsWith("VALID  disk on ").doesNotContain("windows ");
    }

    @Test
    void verbosePrintsAllOfAnExperimentAndOfAMergedResult() {
        String printed =
                execute("disk --target sim:iops=500 --repeat 2 --warmup 1s --duration 5s --verbose --out " + result());
        String merge = "merge " + result().resolve("run-001") + " " + result().resolve("run-002") + " --out "
                + directory.resolve("merged");

        assertThat(printed)
                .isEqualTo(new ExperimentDirectory(result()).fullText() + "\nreport      "
                        + result().resolve("report.html") + "\n")
                .contains("Repeats: all runs, 2 runs");
        assertThat(execute(merge + " --verbose")).contains("\nworkload    disk, ", "\nwindows     ");
    }
}
