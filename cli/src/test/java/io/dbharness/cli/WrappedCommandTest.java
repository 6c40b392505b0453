package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that {@code kubernetes} puts into a manifest is as right as one that is run here. */
class WrappedCommandTest {

    private final Captured out = new Captured();
    private final Captured err = new Captured();

    private int manifest(String command) {
        return manifest("2", command);
    }

    private int manifest(String agents, String command) {
        List<String> words = new ArrayList<>(List.of("kubernetes", "--agents", agents, "--image", "harness:1", "--"));
        words.addAll(List.of(command.split(" ", -1)));
        WorkloadCommand.Context context = TestContexts.of(Catalog.found(), out, err);
        return new Cli(context, new Machine(2, false)).execute(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tpcc --target jdbc:postgresql://db/x --password hunter2 | --password",
                "tpcc --target jdbc:postgresql://u:hunter2@db/x | contains a password",
                "tpcc --target jdbc:postgresql://db/x?password=hunter2 | contains a password",
                "tpcc --warehouses many | --warehouses",
                "tpcc --warehouse-count 5 | --warehouse-count",
                "tpc --warehouses 5 | unknown command 'tpc'",
                "sysbench point-selct | unknown command",
            })
    void aWrongOneIsRefusedAndNoSecretIsPrinted(String command, String problem) {
        assertThat(manifest(command)).isEqualTo(ExitCode.USAGE);

        assertThat(err.text()).contains(problem).doesNotContain("hunter2");
        assertThat(out.text()).isEmpty();
    }

    /** Java reads the digits of all scripts. */
    @ParameterizedTest
    @ValueSource(strings = {"\u0662", "9999999999", "+2", "two"})
    void aNumberIsWrittenInTheDigitsFrom0To9(String agents) {
        assertThat(manifest(agents, "tpcc --target jdbc:postgresql://db/x")).isEqualTo(ExitCode.USAGE);
        assertThat(err.text()).contains(agents);
    }

    @Test
    void aRightOneIsPrinted() {
        int code = manifest("tpcc --warehouses 5 --target jdbc:postgresql://db/x --user me --password env:DB_PASSWORD");

        assertThat(code).as(err.text()).isEqualTo(ExitCode.OK);
        assertThat(out.text()).contains("- \"tpcc\"", "- \"env:DB_PASSWORD\"");
    }
}
