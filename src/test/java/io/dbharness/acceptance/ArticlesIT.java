package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.Shared;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The profile {@code article} of each published study, scaled down by its sizes and times alone, against one server or one limited disk that
 * stands: all series, repeats and levels.
 */
class ArticlesIT {

    private static final Path EXPERIMENTS =
            Path.of("..", "experiments").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private HarnessProcess run(
            String study, String sizes, String times, String password, List<String> subjects, String target)
            throws Exception {
        StringBuilder targets = new StringBuilder();
        subjects.forEach(
                subject -> targets.append(subject).append(": {").append(target).append("}\n"));
        Files.writeString(folder.resolve("targets.yaml"), targets);
        List<String> words = new ArrayList<>(List.of(
                "experiment",
                "run",
                EXPERIMENTS.resolve(study + ".yaml").toString(),
                "--profile",
                "article",
                "--targets",
                "targets.yaml",
                "--set",
                "scale.sizes=" + sizes,
                "--set",
                "scale.times=" + times,
                "--out",
                "out"));
        HarnessProcess run =
                HarnessProcess.start(folder, List.of(), Map.of("DB_PASSWORD", password), words.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        assertThat(run.output()).contains("Claims\n", "Assumed, not published");
        return run;
    }

    private static String entering(RunningServer server) {
        return "target: \"" + server.address().url() + "\""
                + server.address().user().map(user -> ", user: " + user).orElse("")
                + (server.address().password().isPresent() ? ", password: \"env:DB_PASSWORD\"" : "");
    }

    private static String password(RunningServer server) {
        return server.address().password().map(p -> p.reveal()).orElse("none");
    }

    private static RunningServer postgresql(int connections) {
        return Shared.startServer(new TargetSpec(
                "embedded:postgresql",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("connections", Integer.toString(connections))));
    }

    @Test
    void distributedSqlOnThreeDisks() throws Exception {
        try (RunningServer server = postgresql(650)) {
            HarnessProcess run = run(
                    "yugabytedb-azure-disks",
                    "0.0005",
                    "0.001",
                    password(server),
                    List.of("premium", "premium_v2", "ultra"),
                    entering(server));

            assertThat(run.errors()).contains("replacing the data of an earlier run: found ");
        }
    }

    @Test
    void insertsAndDeletesInTiers() throws Exception {
        try (RunningServer server = postgresql(20)) {
            HarnessProcess run = run(
                    "azure-sql-inserts-deletes",
                    "1",
                    "0.0005",
                    password(server),
                    List.of("web1", "bus1", "bus2", "bus4", "bus8", "basic1", "s1_1", "s2_2", "p1_4", "p2_8"),
                    entering(server));

            assertThat(run.errors()).contains("dropping the data set that is there");
        }
    }
}
