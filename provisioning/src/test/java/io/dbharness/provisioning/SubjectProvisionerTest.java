package io.dbharness.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.Problems;
import io.dbharness.provision.Provisioner.ProvisionOptions;
import io.dbharness.provision.Provisioner.Provisioned;
import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.provisioning.existing.ExistingProvider;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubjectProvisionerTest {

    private static final ProvisionOptions TERMS = new ProvisionOptions(Duration.ofHours(3), Optional.empty());

    @TempDir
    Path directory;

    private Provisioning provisioning;
    private SubjectProvisioner provisioner;
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
        provisioner = new SubjectProvisioner(provisioning, Optional.empty());
    }

    private Subject subject(String name) {
        return new Subject(file, name);
    }

    @Test
    void aSubjectIsBroughtUpAloneAndGoesWhenItIsClosed() {
        try (Provisioned provisioned = provisioner.bringUp(subject("here"), TERMS)) {
            assertThat(provisioned.location(Optional.empty()).directory()).contains(directory);
            assertThat(provisioning.stands("ours-here")).isTrue();
        }

        assertThat(provisioning.stands("ours-here")).isFalse();
    }

    @Test
    void whatTheUserHasBroughtUpIsUsedAndLeftStanding() {
        provisioning.up(ProvisioningFile.read(file), StepListener.SILENT);

        try (Provisioned provisioned = provisioner.bringUp(subject("there"), TERMS)) {
            assertThat(provisioned.location(Optional.empty()).target())
                    .hasValueSatisfying(t -> assertThat(t.url()).endsWith("db/x"));
            assertThat(provisioning.stands("ours-there")).isFalse();
        }

        assertThat(provisioning.stands("ours")).isTrue();
    }

    @Test
    void whatIsWrongIsNotedAndNothingIsPlanned() throws Exception {
        Files.writeString(file, "name: ours\nsubjects:\n  here: {provider: clay}\n");
        Problems problems = new Problems();

        assertThat(provisioner.plan(subject("nowhere"), TERMS, problems)).isEmpty();

        assertThatThrownBy(problems::throwIfAny)
                .hasMessageContaining("ours.yaml has no subject 'nowhere'")
                .hasMessageContaining("must be one of existing, not 'clay'");
    }

    @Test
    void aVolumeThatASubjectLacksIsNoted() {
        Problems problems = new Problems();

        assertThat(provisioner.plan(new Subject(file, "here", Optional.of("log")), TERMS, problems))
                .isEmpty();

        assertThatThrownBy(problems::throwIfAny).hasMessageContaining("ours.yaml has no volume 'log' of 'here'");
    }
}
