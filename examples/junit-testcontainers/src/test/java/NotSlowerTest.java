import static io.dbharness.junit.RunAssertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.dbharness.junit.RunWorkload;
import io.dbharness.result.RunResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Compares with the run in baseline/. -Ddbharness.baseline=write replaces it. */
class NotSlowerTest {

    @Test
    @RunWorkload(
            value = "tpcc",
            options = {"think-time=none", "connections=4", "warmup=5s", "duration=40s"},
            target = "sim:service=exp(5ms)")
    void isNotSlowerThanTheBaseline(RunResult result) {
        assertThat(result).isNotSlowerThan(Path.of("baseline"), withPercentage(20));
    }
}
