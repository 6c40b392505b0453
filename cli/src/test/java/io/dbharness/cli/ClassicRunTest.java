package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.model.Caveat;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of cassandra-stress that say neither how long nor how hard to run, in virtual time. */
class ClassicRunTest {

    @TempDir
    private Path folder;

    private final Captured out = new Captured();
    private final Captured err = new Captured();

    private int execute(String line) {
        WorkloadCommand.Context context = TestContexts.of(Catalog.found(), out, err);
        int code = new Cli(context, new Machine(2, false)).execute(line.split(" "));
        context.terminal().flush();
        return code;
    }

    private RunResult result(String run) {
        return new ResultCodec().read(folder.resolve(run));
    }

    @Test
    void aLineWithoutALengthRunsUntilItsMeanIsCertain() {
        int code = execute("cassandra-stress write err<0.03 no-warmup -rate threads=2 -errors ignore"
                + " --target sim:service=exp(100ms) --out " + folder.resolve("run"));

        assertThat(code).as(err.text()).isEqualTo(ExitCode.OK);
        RunResult result = result("run");
        assertThat(result.measuredSeconds()).isBetween(30.0, 120.0);
        assertThat(result.caveats()).extracting(Caveat::code).contains("PRECISION_REACHED");
        assertThat(err.text()).contains(" std_error=0.0", " of=0.0300");
    }

    @Tag("slow")
    @Test
    void aLineWithoutThreadsRaisesThemUntilThroughputGrowsNoMore() {
        int code = execute("cassandra-stress read err<0.02 no-warmup -rate auto -errors ignore"
                + " --target sim:service=exp(100ms),servers=8 --out " + folder.resolve("ramp"));

        assertThat(code).as(err.text()).isEqualTo(ExitCode.OK);
        List<Integer> threads = IntStream.iterate(
                        1, run -> Files.isDirectory(folder.resolve("ramp/run-%03d".formatted(run))), run -> run + 1)
                .mapToObj(run -> result("ramp/run-%03d".formatted(run)).plan().users())
                .toList();
        assertThat(threads).startsWith(4, 8, 16, 24).hasSizeLessThan(9);
    }

    @Test
    void aTranslationThatItsRunWouldRefuseIsPrintedAndRefused() {
        int code = execute("cassandra-stress write duration=1hour -rate threads=1 -node h --translate");

        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(out.text()).contains("java -jar harness.jar cql write --duration 1hour");
        assertThat(err.text()).contains("error: --duration must be a time above 0");
    }
}
