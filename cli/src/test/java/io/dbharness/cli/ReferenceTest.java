package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.model.Problems;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.testkit.SourceTree;
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
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code docs/reference.md} has every option of every command, and every exit code, metric, file, caveat and unit;
 * {@code -Dgolden.update=true} writes it.
 */
class ReferenceTest {

    private static final Path PAGE = SourceTree.path("docs", "reference.md");

    private static final String HEAD = """
            # Reference

            Generated from the program; a test compares it. The options of [all
            workloads](#options-of-all-workloads), of [each workload](#workloads) and of [other
            commands](#other-commands); [units](#units), [exit codes](#exit-codes), [metrics](#metrics),
            [files](#files), [caveats](#caveats). Keys of a [study file](experiments.md) are in
            `experiment.schema.json`.

            A value in brackets is the default. `--help` prints the common options of a command, `--help-all` all
            of them, `--debug` stack traces.
            """;

    /** Files that none of the commands below writes. */
    private static final Set<String> OTHER_FILES =
            Set.of("server.csv", "agents/", "comparison.html", "loads.json", "imported.csv");

    private static final String SIMULATED = " --target sim:service=5ms --think-time none --connections 2 --warmup 0s"
            + " --duration 5s --fail-if p50>1s --before true --out ";

    private static final String STUDY = """
            experiment: two
            title: Two servers
            subject: server
            subjects:
              one: {options: {target: "sim:service=5ms"}}
            before: {subject: "true"}
            phases: {warmup: 0s, duration: 5s}
            workloads:
              orders: {command: tpcc, options: {think-time: none, connections: 2}}
            tables:
              - {id: speed, kind: metrics, rows: [{expr: throughput}]}
            claims:
              - {text: Orders are quick, expr: "p99 < 1s"}
            """;

    @TempDir
    Path directory;

    /** Heading of the options that only one workload has. */
    private static final String OWN = "Options of ";

    /** Options that every command has. */
    private static final Set<String> EVERYWHERE = Set.of("--help", "--help-all", "--debug", "--version");

    /** Groups of options that workloads share: the heading, and the row of each option. */
    private final Map<String, Map<String, String>> shared = new LinkedHashMap<>();

    private static WorkloadCommand.Context context(Captured out) {
        CommandOutput terminal = new CommandOutput(out.stream(), out.stream(), false, false, 100);
        ShutdownHook interruption = TestContexts.hook(out);
        return new WorkloadCommand.Context(
                Catalog.found(), terminal, new SystemClock(), new Tool("dbharness", "1.2.3", "abc"), interruption);
    }

    private static CommandLine commands() {
        return new CommandTree(context(new Captured()), new Machine(2, false), new Problems(), List.of("completion"))
                .build();
    }

    /** Returns the paths of the files that a command writes below its {@code --out}, with one name for all runs. */
    private Set<String> files(String command, String name) throws IOException {
        Captured out = new Captured();
        Path into = directory.resolve(name);
        WorkloadCommand.Context context = context(out);
        assertThat(new Cli(context, new Machine(2, false)).execute((command + into).split(" ")))
                .as(out.text())
                .isZero();
        context.interruption().finished();
        try (Stream<Path> files = Files.walk(into)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> into.relativize(file).toString())
                    .map(file -> file.replaceFirst("^one-orders/(?!unit).*", "SUBJECT-WORKLOAD/")
                            .replace("one-orders/", "SUBJECT-WORKLOAD/")
                            .replace("speed.csv", "ID.csv")
                            .replaceFirst("run-\\d+/.*", "run-001/"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private Map<String, Set<String>> files() throws IOException {
        Path file = Files.writeString(directory.resolve("two.yaml"), STUDY);
        Map<String, Set<String>> written = new LinkedHashMap<>();
        written.put("run", files("tpcc" + SIMULATED, "run"));
        written.put("experiment", files("tpcc --repeat 2" + SIMULATED, "experiment"));
        written.put("study", files("experiment run " + file + " --watch --out ", "study"));
        return written;
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
                .map(one -> "| `" + one.paramLabel().replace("|", "\\|") + "` | "
                        + text(String.join(" ", one.description())) + " |")
                .collect(Collectors.toCollection(LinkedHashSet::new));
        arguments.addAll(rows);
        return head(command) + (arguments.isEmpty() ? "" : table("option", arguments));
    }

    private static String head(CommandLine command) {
        String description = Stream.of(command.getCommandSpec().usageMessage().description())
                .map(ReferenceTest::text)
                .collect(Collectors.joining(" "));
        return "\n### " + name(command) + "\n\n" + description + "\n";
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName(" ").replaceFirst("^harness ", "");
    }

    /** Returns what is below a heading, up to the next of its level or above. */
    private static String part(String page, String heading) {
        String[] parts = page.split("(?m)^" + Pattern.quote(heading) + "$", -1);
        assertThat(parts).as(heading).hasSize(2);
        return parts[1].replaceFirst("(?ms)^#{1," + heading.indexOf(' ') + "} .*", "");
    }

    private String page() throws IOException {
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
        page.append("\n## Units\n").append(ReferenceTables.units());
        page.append("\n## Exit codes\n").append(table("code", codes));
        page.append("\n## Metrics\n\nOf [conditions](results.md#conditions), searches and formulas:\n")
                .append(ReferenceTables.metrics())
                .append("\nScores of a workload, the main one first:\n")
                .append(ReferenceTables.scores())
                .append("\nOf `--metrics-port`, for Prometheus:\n")
                .append(ReferenceTables.served());
        page.append("\n## Files\n").append(ReferenceTables.files(files(), OTHER_FILES));
        page.append("\n## Caveats\n\nThe [verdict](results.md#verdict) follows from these reasons.\n")
                .append(ReferenceTables.caveats());
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
    void everyOptionOfEveryCommandIsInTheReference() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).as("a variable that picocli replaced").doesNotContain("replace null");
        String ofAllWorkloads = part(page, "## Options of all workloads");
        List<String> missing = new ArrayList<>();
        Set<String> options = new TreeSet<>();
        for (CommandLine command : all(commands()).skip(1).toList()) {
            CommandLine parent = command.getParent();
            CommandLine described = isWorkload(parent) ? parent : command;
            String table = part(page, "### " + name(described)) + (isWorkload(described) ? ofAllWorkloads : "");
            for (OptionSpec option : command.getCommandSpec().options()) {
                String name = option.longestName();
                if (!EVERYWHERE.contains(name)) {
                    options.add(name);
                    if (!table.contains("`" + name + " ") && !table.contains("`" + name + "`")) {
                        missing.add(name + " of " + name(command));
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(options).hasSizeGreaterThan(150);
    }
}
