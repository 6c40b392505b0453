package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.data.IndexBuilds.Builds;
import io.dbharness.model.HarnessException;
import io.dbharness.testkit.JumpingClock;
import io.dbharness.workload.Progress;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IndexBuildsTest {

    private final JumpingClock clock = new JumpingClock();

    @Test
    void aNodeThatRefusesIsAskedAgain() throws Exception {
        long minute = Duration.ofMinutes(1).toNanos();
        Builds builds = new Builds(Set.of("by_v"), () -> {
            if (clock.now() < minute) {
                throw new HarnessException("no node is available");
            }
            return clock.now() < 2 * minute ? Set.of("by_v") : Set.of();
        });

        builds.await(clock, Progress.SILENT, "k.t is not built on n");

        assertThat(clock.now()).isBetween(2 * minute, 3 * minute);
    }

    @Test
    void theLastRefusalIsTheCauseAfterAnHour() {
        Builds builds = new Builds(Set.of("by_v"), () -> {
            throw new HarnessException("no node is available");
        });

        assertThatThrownBy(() -> builds.await(clock, Progress.SILENT, "k.t is not built on n"))
                .hasMessage("the index by_v of k.t is not built on n after an hour")
                .cause()
                .hasMessage("no node is available");
        assertThat(clock.now()).isEqualTo(Duration.ofHours(1).toNanos());
    }
}
