package io.dbharness.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.provision.Provisioner.Location;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocationOptionsTest {

    @Test
    void aCommandGetsTheOptionsThatItsWorkloadNeeds() {
        Location disk = new Location(
                Optional.of(Path.of("/d")),
                Optional.of(Path.of("/l")),
                Optional.of(Path.of("/g")),
                Optional.empty(),
                List.of(),
                Optional.empty());

        assertThat(StudyCommands.at(disk, Map.of(), "embedded:postgresql"))
                .containsOnly(
                        Map.entry("data-dir", "/d/data"), Map.entry("log-dir", "/l/log"), Map.entry("cgroup", "/g"));
        assertThat(StudyCommands.at(disk, Map.of("size", "1GB", "sync", "yes"), "file:PATH"))
                .containsOnly(Map.entry("target", "file:/d/probe.dat?direct=auto&sync=yes"));
        assertThat(StudyCommands.at(disk, Map.of("file", "/mine"), "file:PATH")).isEmpty();
        assertThat(StudyCommands.at(disk, Map.of("target", "jdbc:postgresql://db/x"), "embedded:postgresql"))
                .isEmpty();
    }
}
