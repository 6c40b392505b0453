package io.dbharness.cli.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cli.provision.ProvisionCommand.Costs;
import io.dbharness.cli.provision.ProvisionCommand.Recording;
import io.dbharness.cli.testkit.Captured;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.StateDirectory;
import io.dbharness.provisioning.existing.ExistingProvider;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvisionCommandTest {

    @TempDir
    Path directory;

    private final Captured out = new Captured();
    private final Captured err = new Captured();
    private Path file;

    @BeforeEach
    void writeAFile() throws Exception {
        file = Files.writeString(directory.resolve("ours.yaml"), """
                name: ours
                subjects:
                  here: {provider: existing, directory: %s}
                  there: {provider: existing, target: 'jdbc:postgresql://db/x', user: me, password: 'env:PW'}
                """.formatted(directory));
    }

    private Provisioning provisioning() {
        return new Provisioning(
                new StateDirectory(directory.resolve("state")),
                List.of(new ExistingProvider()),
                new SystemClock(),
                Seed.DEFAULT.stream("ids", 0));
    }

    private String run(String action, String what) {
        Provisioning provisioning = provisioning();
        ProvisionCommand command =
                new ProvisionCommand(() -> provisioning, Optional.empty(), out.stream(), err.stream());
        switch (action) {
            case "plan" -> command.plan(Path.of(what), new Costs(), new Recording());
            case "up" -> command.up(Path.of(what), false, new Costs(), new Recording(), false, 8);
            case "status" -> command.status(what);
            case "down" -> command.down(what, new Recording());
            case "list" -> command.list();
            default -> command.limits();
        }
        return out.text();
    }

    @Test
    void planShowsTheSubjectsSideBySide() {
        assertThat(run("plan", file.toString()).lines())
                .anySatisfy(line -> assertThat(line).matches("subject +provider +directory +target"))
                .anySatisfy(line -> assertThat(line).matches("there +existing +- +jdbc:postgresql://db/x"));
    }

    @Test
    void upPrintsTheOptionsToType() {
        assertThat(run("up", file.toString()))
                .contains("--data-dir " + directory.resolve("data"))
                .contains("--file " + directory.resolve("probe.dat"))
                .contains("--target jdbc:postgresql://db/x");
    }

    @Test
    void upPrintsHowToRunOnAMachineNearTheTarget() throws Exception {
        Files.writeString(file, """
                name: ours
                subjects:
                  far:
                    provider: existing
                    target: 'jdbc:postgresql://db/x'
                    client: me@bastion:2222
                    client-key: /home/me/.ssh/id
                    collect: prometheus=http://db:9100
                """);

        assertThat(run("up", file.toString()))
                .contains("--collect prometheus=http://db:9100")
                .contains("harness provision run FILE far -- WORKLOAD OPTIONS   # runs it on me@bastion");
    }

    @Test
    void severalClientsShareTheLoadOfOne() throws Exception {
        Files.writeString(file, """
                name: ours
                subjects:
                  far:
                    provider: existing
                    target: 'jdbc:postgresql://db/x'
                    client: [me@one, me@two:2222]
                    client-key: /home/me/.ssh/id
                """);

        assertThat(run("plan", file.toString())).contains("me@one, me@two:2222");
        assertThat(run("up", file.toString()))
                .contains("-- WORKLOAD OPTIONS   # runs it on me@one, with an agent on each of 2 clients");
        Provisioning known = provisioning();
        assertThat(known.enter(ProvisioningFile.read(file), "far").host()).isEqualTo("one");
        assertThat(known.enter(ProvisioningFile.read(file), "far-2").port()).isEqualTo(2222);
        assertThatThrownBy(() -> known.enter(ProvisioningFile.read(file), "far-3"))
                .hasMessageContaining("has no machine 'far-3' that can be entered");
    }

    @Test
    void aClientNeedsItsKey() throws Exception {
        Files.writeString(file, """
                name: ours
                subjects:
                  far: {provider: existing, target: 'jdbc:postgresql://db/x', client: me@bastion}
                  near: {provider: existing, target: 'jdbc:postgresql://db/x', client: bastion, client-key: k}
                """);

        assertThatThrownBy(() -> run("plan", file.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(
                        "subjects.far.client must be USER@HOST or USER@HOST:PORT, or a list of these, with a")
                .hasMessageContaining("subjects.near.client must be USER@HOST");
    }

    @Test
    void whatIsUpIsListedAndGoesDownByItsName() {
        run("up", file.toString());

        assertThat(run("list", "")).contains("ours-");
        run("down", "ours");
        run("down", "ours");

        assertThat(err.text()).contains("there is nothing called 'ours'");
        assertThatThrownBy(() -> run("status", "ours"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("there is nothing called 'ours'");
    }

    @Test
    void everythingWrongWithAFileIsUsage() throws Exception {
        Files.writeString(file, """
                name: ours
                subjects:
                  here: {provider: existing, directory: /no/such}
                  there: {provider: existing, target: x, password: secret}
                  nowhere: {provider: existing}
                """);

        assertThatThrownBy(() -> run("plan", file.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("ours.yaml:3: subjects.here.directory must be an existing directory")
                .hasMessageContaining("ours.yaml:4: subjects.there.password must be env:NAME or file:PATH")
                .hasMessageContaining("ours.yaml:5: subjects.nowhere needs its location")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    void limitsPrintsTheCatalogue() {
        assertThat(run("limits", "")).contains("P15");
    }
}
