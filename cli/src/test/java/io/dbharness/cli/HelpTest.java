package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.provision.ProvisionCommand;
import io.dbharness.cli.testkit.Captured;
import io.dbharness.model.Problems;
import io.dbharness.model.Resources;
import io.dbharness.request.Catalog;
import io.dbharness.request.Phase;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.testkit.SourceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

class HelpTest {

    private static final Path EXPECTED = SourceTree.path("cli/src/test/resources/io/dbharness/cli/help");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private static final Catalog CATALOG = Catalog.found();

    private final Captured out = new Captured();
    private final Captured err = new Captured();

    private Cli cli(Problems problems) {
        return new Cli(TestContexts.of(CATALOG, out, err), new Machine(2, false), problems);
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
        Matcher word = WORD.matcher(example.replace("examples/", SourceTree.path("examples") + "/"));
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

    @Test
    void aLongExampleIsBrokenAsAShellTakesIt() {
        assertThat(help("sql user check --help")).endsWith("""
                          java -jar harness.jar sql user check --profile examples/sql/job-queue.yaml \\
                              --target jdbc:postgresql://HOST/DB --user U --password env:DB_PASSWORD
                        """);
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

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HelpTest::all));
    }

    private CommandLine commands() {
        WorkloadCommand.Context context = TestContexts.of(CATALOG, out, err);
        return new CommandTree(context, new Machine(2, false), new Problems(), List.of("completion")).build();
    }

    @Test
    void everyCommandWithOptionsHasThreeExamplesAtTheEndOfItsHelp() {
        List<String> wrong = new ArrayList<>();
        all(commands())
                .filter(command -> !command.getCommandName().equals(ClassicCommand.NAME))
                .forEach(command -> {
                    CommandSpec spec = command.getCommandSpec();
                    long options = spec.options().stream()
                            .filter(option ->
                                    !option.usageHelp() && !option.longestName().equals("--debug"))
                            .count();
                    String name = spec.qualifiedName(" ").replaceFirst("^harness ?", "");
                    String end = spec.userObject() instanceof WorkloadCommand
                            ? String.join("", spec.usageMessage().footer())
                            : CommandExamples.text(CommandExamples.of(
                                    name, List.copyOf(spec.subcommands().keySet())));
                    int examples = end.split("%n {2}" + CommandTree.JAVA, -1).length - 1;
                    if (examples < (options > 1 ? 3 : 1) || examples > 3) {
                        wrong.add(name + " has " + examples + ": " + end);
                    }
                });
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyCommandInTheCodeCanBeTyped() {
        Map<String, CommandLine> known = commands().getSubcommands();
        Map<Class<?>, Set<String>> typed = Map.of(
                ResultCommands.class, known.keySet(),
                StudyCommand.class, known.get("experiment").getSubcommands().keySet(),
                AgentCommand.class, known.get("agent").getSubcommands().keySet(),
                ProvisionCommand.class, known.get("provision").getSubcommands().keySet());

        typed.forEach((type, names) -> assertThat(CommandLine.getCommandMethods(type, null).stream()
                        .map(method ->
                                Map.entry(method.getAnnotation(Command.class).name(), method.getName()))
                        .map(name -> name.getKey().startsWith("<") ? name.getValue() : name.getKey()))
                .isNotEmpty()
                .isSubsetOf(names));
    }

    /** An address of each kind. */
    private static final List<String> ADDRESSES = List.of(
            "embedded:postgresql",
            "embedded:cassandra",
            "jdbc:postgresql://h/d",
            "jdbc:sqlserver://h;databaseName=d",
            "jdbc:yugabytedb://h/d",
            "jdbc:mariadb://h/d",
            "jdbc:mysql://h/d",
            "cassandra://h/k",
            "container:postgres:17",
            "file:p",
            "sim:service=1ms");

    @Test
    void helpOfTargetNamesEveryKindOfAddress() {
        String help = help("tpcc --help-all").replaceAll("\\s+", " ");

        assertThat(CATALOG.servers()).as("ADDRESSES has each server").hasSize(3);
        assertThat(CATALOG.targets()).as("ADDRESSES has each target").hasSize(4);
        for (String address : ADDRESSES) {
            boolean starts = StreamSupport.stream(CATALOG.servers().spliterator(), false)
                    .anyMatch(server -> server.accepts(address));
            boolean opens = StreamSupport.stream(CATALOG.targets().spliterator(), false)
                    .anyMatch(target -> target.accepts(address));
            String kind =
                    address.startsWith("embedded:") ? address : address.replaceFirst("^((?:jdbc:)?\\w+:).*", "$1");

            assertThat(starts || opens).as(address).isTrue();
            assertThat(help).contains(kind);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connections=1,2",
                "users=1,2",
                "outstanding=1,2",
                "rate=20..40:20",
                "mode=interactive,compound",
                "server-setting.jit=on,off",
                "target=embedded:postgresql,jdbc:postgresql://h/d",
                "isolation=read-committed,serializable",
                "reconnect=1,2",
                "idle-connections=1,2",
                "arrival=uniform,poisson --rate 20/s",
                "late=queue,skip --rate 20/s",
                "max-attempts=1,2",
                "request-timeout=1s,2s",
                "warmup=1s,2s",
                "duration=1s,2s",
                "until=10,20",
                "seed=1,2",
                "loaders=1,2",
                "setting.jit=on,off --before ./apply.sh{jit}"
            })
    void helpOfSweepNamesWhatCanBeSwept(String sweep) {
        String name = sweep.replaceFirst("(?:\\.jit)?=.*", "");

        cli(new Problems()).check(List.of(("tpcc --sweep " + sweep).split(" ")));

        assertThat(help("tpcc --help-all")
                        .replaceAll("\\s+", " ")
                        .replaceFirst(".*--sweep=?", "")
                        .replaceFirst("several sweeps.*", ""))
                .containsPattern("\\b" + name + "\\b");
    }
}
