package io.dbharness.cli.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cli.provision.Places.Held;
import io.dbharness.config.ExperimentUnit.Provision;
import io.dbharness.model.Problems;
import io.dbharness.provisioning.Following;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.StateDirectory;
import io.dbharness.provisioning.existing.ExistingProvider;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacesTest {

    @TempDir
    Path directory;

    private Provisioning provisioning;
    private Places places;
    private Path file;

    @BeforeEach
    void writeAFile() throws Exception {
        file = Files.writeString(directory.resolve("ours.yaml"), """
                name: ours
                subjects:
                  here: {provider: existing, directory: %s}
                  there: {provider: existing, target: 'jdbc:postgresql://db/x'}
                """.formatted(directory));
        provisioning = new Provisioning(
                new StateDirectory(directory.resolve("state")),
                List.of(new ExistingProvider()),
                new SystemClock(),
                Seed.DEFAULT.stream("ids", 0));
        places = new Places(provisioning);
    }

    private Provision provision(String subject) {
        return new Provision(file, subject, 1);
    }

    @Test
    void aSubjectIsBroughtUpAloneAndGoesWhenItIsClosed() {
        try (Held held = places.hold(provision("here"))) {
            assertThat(held.spot().directory()).contains(directory);
            assertThat(provisioning.stands("ours-here")).isTrue();
        }

        assertThat(provisioning.stands("ours-here")).isFalse();
    }

    @Test
    void whatTheUserHasBroughtUpIsUsedAndLeftStanding() {
        provisioning.up(ProvisioningFile.read(file), Following.SILENT);

        try (Held held = places.hold(provision("there"))) {
            assertThat(held.spot().target())
                    .hasValueSatisfying(t -> assertThat(t.url()).endsWith("db/x"));
            assertThat(provisioning.stands("ours-there")).isFalse();
        }

        assertThat(provisioning.stands("ours")).isTrue();
    }

    @Test
    void whatIsWrongIsNotedAndNothingIsPlanned() throws Exception {
        Files.writeString(file, "name: ours\nsubjects:\n  here: {provider: clay}\n");
        Problems problems = new Problems();

        assertThat(places.plan(provision("nowhere"), problems)).isEmpty();

        assertThatThrownBy(problems::throwIfAny)
                .hasMessageContaining("ours.yaml has no subject 'nowhere'")
                .hasMessageContaining("must be one of existing, not 'clay'");
    }

    @Test
    void aCommandGetsTheOptionsThatItsWorkloadNeeds() {
        Spot spot = new Spot(Optional.of(Path.of("/d")), Optional.of(Path.of("/g")), Optional.empty());

        assertThat(spot.options(Map.of(), "embedded:postgresql"))
                .containsOnly(Map.entry("data-dir", "/d/data"), Map.entry("cgroup", "/g"));
        assertThat(spot.options(Map.of("size", "1GB", "sync", "yes"), "file:PATH"))
                .containsOnly(Map.entry("target", "file:/d/probe.dat?direct=auto&sync=yes"));
        assertThat(spot.options(Map.of("file", "/mine"), "file:PATH")).isEmpty();
        assertThat(spot.options(Map.of("target", "jdbc:postgresql://db/x"), "embedded:postgresql"))
                .isEmpty();
    }
}
