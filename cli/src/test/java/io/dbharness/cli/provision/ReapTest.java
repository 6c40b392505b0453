package io.dbharness.cli.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.provision.ProvisionCommand.Recording;
import io.dbharness.cli.testkit.Captured;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.StateDirectory;
import io.dbharness.provisioning.spi.Finder.Leftover;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReapTest {

    private static final Leftover PAST =
            new Leftover("old-abc", "ann", "westus2", Instant.parse("2020-01-01T00:00:00Z"));
    private static final Leftover FUTURE =
            new Leftover("new-def", "ben", "westus2", Instant.parse("2999-01-01T00:00:00Z"));

    @TempDir
    Path directory;

    private final Captured out = new Captured();
    private final Captured err = new Captured();
    private final MarkingProvider provider = new MarkingProvider(List.of(PAST, FUTURE));

    private ProvisionCommand command() {
        Provisioning provisioning = new Provisioning(
                new StateDirectory(directory), List.of(provider), new SystemClock(), Seed.DEFAULT.stream("ids", 0));
        return new ProvisionCommand(() -> provisioning, Optional.empty(), out.stream(), err.stream());
    }

    @Test
    void listsWhatIsFoundAndRemovesNothingUnasked() {
        command().reap(false);

        assertThat(out.text().lines())
                .anySatisfy(line -> assertThat(line).matches("old-abc +ann +westus2 +2020-01-01T00:00:00Z +past"))
                .anySatisfy(line -> assertThat(line).matches("new-def +ben +westus2 +2999-01-01T00:00:00Z"));
        assertThat(err.text()).contains("agree to it with --yes");
        assertThat(provider.leftovers()).containsExactly(PAST, FUTURE);
    }

    @Test
    void removesWhatIsPastItsEndOnceAgreed() {
        command().reap(true);

        assertThat(provider.leftovers()).containsExactly(FUTURE);
    }

    @Test
    void downRemovesARunByItsIdWhereItsLedgerIsLost() {
        command().down("new-def", new Recording());

        assertThat(provider.leftovers()).containsExactly(PAST);
    }
}
