import io.dbharness.run.Harness;
import io.dbharness.request.RunSpec;
import io.dbharness.tpcc.Tpcc;
import java.time.Duration;

/** Starts an embedded PostgreSQL, loads one warehouse, measures, and prints the 99th percentile of New-Order. */
public final class FirstRun {
    public static void main(String[] arguments) {
        try (Harness harness = Harness.create()) {
            var result = harness.run(RunSpec.of(Tpcc.warehouses(1)).with("think-time", "none").closed(4)
                    .warmUp(Duration.ofSeconds(2)).duration(Duration.ofSeconds(5))).result();
            var newOrder = result.operation("NewOrder").orElseThrow();
            System.out.println(result.verdict() + " " + newOrder.response().nanos("p99") / 1e6 + " ms");
        }
    }
}
