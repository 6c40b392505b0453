package io.dbharness.provisioning.azure;

import io.dbharness.model.Problems;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.StateDirectory;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.time.SystemClock;
import io.dbharness.yaml.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** A process that only plans, with the default provider. */
final class PlanOnly {

    private PlanOnly() {}

    @SuppressWarnings("SystemOut") // A process of a test speaks to the test.
    public static void main(String[] arguments) {
        Problems problems = new Problems();
        ProvisioningFile file =
                ProvisioningFile.of(YamlFile.parse("plan.yaml", AzureFiles.SQL_SERVER, problems), problems);
        Provisioning provisioning = new Provisioning(
                new StateDirectory(Path.of(arguments[0])),
                List.of(new AzureProvider()),
                new SystemClock(),
                new SplittableRandom(7));
        System.out.println("planned " + provisioning.plan(file).steps().size() + " steps");
    }
}
