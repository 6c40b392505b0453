package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.model.Problems;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code docs/reference.md} has every option of every command; {@code -Dgolden.update=true} writes it. */
class ReferenceTest {

    private static final Path PAGE = Path.of("..", "docs", "reference.md");

    private static final String HEAD = """
            # Reference of commands and options

            Generated from the program; a test compares it. A value in brackets is the default. `-h` and
            `--help` print the options of a command, `--debug` stack traces. Also:
            [files of a result](results.md), [metrics](guide.md#watch-a-run),
            [caveats](results.md#verdict), [study files](experiments.md), [units](guide.md#load).
            """;

    /** Heading of the options that only one workload has. */
    private static final String OWN = "Options of ";

    /** Options that every command has. */
    private static final Set<String> EVERYWHERE = Set.of("--help", "--help-all", "--debug", "--version");

    /** Groups of options that workloads share: the heading, and the row of each option. */
    private final Map<String, Map<String, String>> shared = new LinkedHashMap<>();

    private static CommandLine commands() {
        Captured out = new Captured();
        CommandOutput terminal = new CommandOutput(out.stream(), out.stream(), false, false, 100);
        ShutdownHook interruption = new ShutdownHook(Thread.currentThread(), out.stream(), code -> {});
        WorkloadCommand.Context context = new WorkloadCommand.Context(
                Catalog.found(), terminal, new SystemClock(), new Tool("dbharness", "1.2.3", "abc"), interruption);
        return new CommandTree(context, new Machine(2, false), new Problems(), List.of("completion")).build();
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command),
                command.getSubcommands().values().stream().distinct().flatMap(ReferenceTest::all));
    }

    private static String text(String description) {
        return description.replace("%%", "%").replace("%n", " ").replace("|", "\\|");
    }

    private static String row(OptionSpec option) {
        String value =
                option.arity().max() == 0 ? "" : " " + option.paramLabel().replace("|", "\\|");
        return "| `" + option.longestName() + value + "` | " + text(String.join(" ", option.description())) + " |";
    }

    private static String table(String first, Collection<String> rows) {
        return "\n| " + first + " | |\n|---|---|\n" + String.join("\n", rows) + "\n";
    }

    private static Set<String> rows(Stream<OptionSpec> options) {
        return options.filter(option -> !EVERYWHERE.contains(option.longestName()))
                .map(ReferenceTest::row)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static boolean isWorkload(CommandLine command) {
        return !command.getCommandSpec().argGroups().isEmpty()
                && command.getSubcommands().containsKey("load");
    }

    /** Rows of one option that differ in the default only become one. */
    private static String withoutDefault(String row, String other) {
        return row.equals(other) ? row : row.replaceFirst(" \\([^()]*\\) \\|$", " (by workload) |");
    }

    /** Groups that a workload shares with others go to tables of their own. */
    private String workload(CommandLine command) {
        List<ArgGroupSpec> groups = all(command)
                .flatMap(phase -> phase.getCommandSpec().argGroups().stream())
                .toList();
        Set<String> own = new LinkedHashSet<>();
        for (ArgGroupSpec group : groups) {
            if (group.heading().contains(OWN)) {
                own.addAll(rows(group.options().stream()));
                continue;
            }
            Map<String, String> rows = shared.computeIfAbsent(
                    text(group.heading()).strip().replace(":", ""), heading -> new LinkedHashMap<>());
            group.options().stream()
                    .filter(option -> !EVERYWHERE.contains(option.longestName()))
                    .forEach(option -> rows.merge(option.longestName(), row(option), ReferenceTest::withoutDefault));
        }
        if (!own.isEmpty()) {
            return head(command) + table("option", own);
        }
        Set<OptionSpec> grouped = command.getCommandSpec().argGroups().stream()
                .flatMap(group -> group.options().stream())
                .collect(Collectors.toSet());
        return section(
                command, command.getCommandSpec().options().stream().filter(option -> !grouped.contains(option)));
    }

    private static String section(CommandLine command, Stream<OptionSpec> options) {
        Set<String> rows = rows(options);
        Set<String> arguments = command.getCommandSpec().positionalParameters().stream()
                .map(one -> "| `" + one.paramLabel() + "` | " + text(String.join(" ", one.description())) + " |")
                .collect(Collectors.toCollection(LinkedHashSet::new));
        arguments.addAll(rows);
        return head(command) + (arguments.isEmpty() ? "" : table("option", arguments));
    }

    private static String head(CommandLine command) {
        String description = Stream.of(command.getCommandSpec().usageMessage().description())
                .map(ReferenceTest::text)
                .collect(Collectors.joining(" "));
        String name = command.getCommandSpec().qualifiedName(" ").replaceFirst("^harness ", "");
        return "\n### " + name + "\n\n" + description + "\n";
    }

    private String page() {
        List<String> workloads = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (CommandLine command : all(commands()).skip(1).toList()) {
            boolean phase = command.getParent() != null && isWorkload(command.getParent());
            if (isWorkload(command)) {
                workloads.add(workload(command));
            } else if (!phase && !command.getCommandSpec().options().isEmpty()) {
                others.add(section(command, command.getCommandSpec().options().stream()));
            }
        }
        StringBuilder page = new StringBuilder(HEAD);
        page.append("\n## Options of all workloads\n\nEach workload has the phases `load`, `run`, `check`, `drop`")
                .append("\nand `try`, which have the options that matter to them.\n");
        shared.forEach(
                (heading, rows) -> page.append("\n### " + heading + "\n").append(table("option", rows.values())));
        page.append("\n## Workloads\n").append(String.join("", workloads));
        page.append("\n## Other commands\n").append(String.join("", others));
        String exits = CommandTree.EXITS.replaceFirst(".*?: ", "");
        List<String> codes = Stream.of(exits.split("(?:, |\\.$)(?=\\d|$)", 0))
                .map(exit -> "| `" + exit.replaceFirst(" ", "` | ") + " |")
                .toList();
        page.append("\n## Exit codes\n").append(table("code", codes));
        return page.toString();
    }

    @Test
    void theReferenceIsThatOfTheProgram() throws IOException {
        String page = page();
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, page);
        }
        assertThat(page).isEqualTo(Files.readString(PAGE));
    }

    @Test
    void everyOptionOfEveryCommandIsInTheReference() {
        String page = page();
        List<String> options = all(commands())
                .flatMap(command -> command.getCommandSpec().options().stream())
                .map(OptionSpec::longestName)
                .distinct()
                .toList();

        assertThat(options).hasSizeGreaterThan(150);
        assertThat(page).as("a variable that picocli replaced").doesNotContain("replace null");
        assertThat(options.stream().filter(option -> !EVERYWHERE.contains(option) && !page.contains("`" + option)))
                .isEmpty();
    }
}
