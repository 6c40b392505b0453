package io.dbharness.provisioning.local;

import io.dbharness.model.Problems;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.StateDirectory;
import io.dbharness.provisioning.StepListener;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import io.dbharness.yaml.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Local disks below a test's directory.
 *
 * @param directory the test's own
 * @param provider  who makes them
 */
record Disks(Path directory, Provider provider) {

    static final String NAME = "disks";

    Disks(Path directory) {
        this(directory, new LocalProvider());
    }

    Disks by(Provider other) {
        return new Disks(directory, other);
    }

    /** Creates an instance that knows only the files on the disk, like a new process. */
    Provisioning fresh() {
        return new Provisioning(
                new StateDirectory(directory.resolve("state")),
                List.of(provider),
                new SystemClock(),
                Seed.DEFAULT.stream("ids", ProcessHandle.current().pid()));
    }

    ProvisioningPlan plan(String... subjects) {
        return fresh().plan(file(subjects));
    }

    Provisioned up(String... subjects) {
        return fresh().up(file(subjects), StepListener.SILENT);
    }

    boolean down() {
        return fresh().down(NAME, StepListener.SILENT);
    }

    private static ProvisioningFile file(String... subjects) {
        String text = Stream.of(subjects)
                .map(subject -> "\n  " + subject)
                .collect(Collectors.joining("", "name: " + NAME + "\nsubjects:", "\n"));
        Problems problems = new Problems();
        return ProvisioningFile.of(YamlFile.parse("disks.yaml", text, problems), problems);
    }
}
