import static io.dbharness.junit.RunAssertions.assertThat;
import static java.time.Duration.ofMillis;

import io.dbharness.junit.RunWorkload;
import io.dbharness.result.RunResult;
import org.junit.jupiter.api.Test;

/** On a PostgreSQL that is started for it, or with -Ddbharness.target=ADDRESS on another. */
class NewOrderTest {

    @Test
    @RunWorkload(
            value = "tpcc",
            options = {
                "warehouses=1", "think-time=none", "connections=2", "warmup=2s", "duration=6s"
            },
            target = "embedded:postgresql")
    void newOrdersAreQuick(RunResult result) {
        assertThat(result).isValid().p99("NewOrder").isLessThan(ofMillis(500));
        assertThat(result).tpmC().isGreaterThan(100);
    }
}
