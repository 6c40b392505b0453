package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.study.file.ExperimentFile;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shipped studies, with every workload there is, as far as that goes without a server. */
@Tag("slow")
class PublishedStudiesTest {

    private final Captured out = new Captured();
    private final Captured err = new Captured();

    private int execute(String... words) {
        return new Cli(TestContexts.of(Catalog.found(), out, err), new Machine(2, false)).execute(words);
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(SourceTree.path("experiments"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void aStudyIsSoundUnderAllProfilesAndCanBePlannedUnderEach(Path file) {
        assertThat(ExperimentFile.profiles(file)).contains("article", "own", "azure", "smoke", "local");

        assertThat(execute("experiment", "validate", file.toString()))
                .as(err.text())
                .isEqualTo(ExitCode.OK);
        for (String profile : ExperimentFile.profiles(file)) {
            int before = out.text().length();
            assertThat(execute("experiment", "plan", file.toString(), "--profile", profile))
                    .as(profile + ": " + err.text())
                    .isEqualTo(ExitCode.OK);
            if (profile.equals("azure")) {
                assertNamesMachinesDisksAndTheirEnd(out.text().substring(before));
            }
        }
    }

    private static void assertNamesMachinesDisksAndTheirEnd(String plan) {
        assertThat(plan)
                .contains(" is brought up for ", "; machine ", "; disks ", "'down' removes them, or 'reap' after ")
                .containsPattern("its price is unknown|USD")
                .contains("of load; settling and drains are not included");
    }
}
