package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.model.Problems;
import io.dbharness.model.Resources;
import io.dbharness.request.Catalog;
import io.dbharness.request.Phase;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.time.SystemClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {

    private static final Path EXPECTED = Path.of("src/test/resources/io/dbharness/cli/help");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private static final Catalog CATALOG = Catalog.found();

    private final Captured out = new Captured();
    private final Captured err = new Captured();

    private Cli cli(Problems problems) {
        CommandOutput terminal = new CommandOutput(out.stream(), err.stream(), false, false, 80);
        return new Cli(
                new WorkloadCommand.Context(
                        CATALOG,
                        terminal,
                        new SystemClock(),
                        new Tool("dbharness", "1.2.3", "abc"),
                        new ShutdownHook(Thread.currentThread(), err.stream(), code -> {})),
                new Machine(2, false),
                problems);
    }

    private String help(String line) {
        assertThat(cli(new Problems()).execute(line.split(" "))).as(err.text()).isZero();
        return out.text();
    }

    /** Every example as it is typed; templates for one workload of each kind. */
    static Stream<String> examples() {
        return Resources.text(CommandExamples.class, "examples.txt")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.startsWith("* ") ? "sysbench read-write" + line.substring(1) : line)
                .map(line -> line.replace("cql *", "cql mixed"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsAcceptedAsItIsTyped(String example) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(example.replace("examples/", "../examples/"));
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }

        cli(new Problems()).check(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"tpcc --help | tpcc", "tpcc try --help | try", "compare --help | compare"})
    void shortHelpHasTheCommonOptionsAndExamples(String line, String name) throws Exception {
        String text = help(line);
        Path file = EXPECTED.resolve(name + ".txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(EXPECTED);
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tpcc", "sysbench point-select", "cql mixed", "disk", "sql user", "insert-delete"})
    void everyPartOfAWorkloadHasExamplesOfItself(String workload) {
        for (Phase part : Phase.values()) {
            String word = part == Phase.ALL ? "" : part.word();

            assertThat(CommandExamples.of(workload, word, Phase.words()))
                    .hasSizeBetween(part.measures() ? 3 : 2, 3)
                    .allMatch(line -> line.startsWith((workload + " " + word).strip() + " "));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "sysbench --help", "experiment --help", "provision up --help", "list --help"})
    void otherCommandsHaveExamplesToo(String line) {
        assertThat(help(line)).contains("Examples:", "  java -jar harness.jar ");
    }
}
