package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.testkit.shared.Shared;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/**
 * One warehouse with a hundredth of TPC-C's rows, which the harness loads once for all classes of a test run. Each test works on its own
 * copy of the data directory: a copy takes a fraction of the time of a load.
 */
final class OneWarehouse implements AutoCloseable {

    /** The options of this data set. */
    static final String WORDS = "--warehouses 1 --rows-percent 1 --think-time none";

    private final Path folder;

    private OneWarehouse(Path folder) {
        this.folder = folder;
        Outcome load = CommandRunner.run(folder, ("tpcc " + WORDS + " --load only --data-dir data").split(" "));
        assertThat(load.exitCode()).as(load.errors()).isZero();
    }

    /** Makes a {@code --data-dir} of a directory that is empty or not there. */
    void copyTo(Path dataDirectory) throws IOException {
        run("cp", "-a", folder.resolve("data") + "/.", dataDirectory.toString());
    }

    private static void run(String... words) throws IOException {
        try {
            assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        run("rm", "-rf", folder.toString());
    }

    /** {@code @ExtendWith} this to get the warehouse. */
    static final class Given extends TypeBasedParameterResolver<OneWarehouse> {

        @Override
        public OneWarehouse resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return Shared.fixture(context, OneWarehouse.class, Given::load);
        }

        private static OneWarehouse load() {
            try {
                return new OneWarehouse(Files.createTempDirectory("dbharness-warehouse"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
