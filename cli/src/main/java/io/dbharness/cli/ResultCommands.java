package io.dbharness.cli;

import io.dbharness.cli.watch.LiveServer;
import io.dbharness.imports.ForeignFormat;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.report.ComparisonReport;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.report.ComparisonReport.Planned;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.EnvironmentDiff;
import io.dbharness.report.page.ComparisonPage;
import io.dbharness.request.CommonOptions;
import io.dbharness.result.Merge;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.run.ExperimentDirectory;
import io.dbharness.run.ExperimentRecord;
import io.dbharness.run.JsonFile;
import io.dbharness.run.ResultFiles;
import io.dbharness.run.RunningFolder;
import io.dbharness.study.FigureTable;
import io.dbharness.study.Observation;
import io.dbharness.study.Observation.Figure;
import io.dbharness.study.run.StudyDirectory;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import io.dbharness.yaml.Suggestion;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The commands that run nothing: they describe workloads, and print, merge, compare and import results. Not a record: picocli calls the
 * hash code of commands, which would be that of the whole catalog.
 */
final class ResultCommands {

    private static final int MOST_PORT = 65_535;

    private static final String IMPORTED = "imported.csv";

    private final WorkloadCommand.Context context;
    private final Problems problems;

    /** @param problems takes what is wrong with the line */
    ResultCommands(WorkloadCommand.Context context, Problems problems) {
        this.context = context;
        this.problems = problems;
    }

    @Command(description = "Print the workloads.", customSynopsis = CommandTree.JAVA + "list [--json]")
    void list(
            @Option(names = "--json", description = "as JSON: name, summary, target and options of each")
                    boolean json) {
        problems.throwIfAny();
        if (json) {
            context.terminal()
                    .rawOut()
                    .print(JsonFile.text(context.catalog().workloads().stream()
                            .map(ResultCommands::facts)
                            .toList()));
            return;
        }
        List<String> names = context.catalog().names();
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        for (Workload<?> workload : context.catalog().workloads()) {
            WorkloadDescriptor descriptor = workload.descriptor();
            out().println(descriptor.name()
                    + " ".repeat(width - descriptor.name().length() + 2)
                    + descriptor.summary());
        }
    }

    private static Map<String, Object> facts(Workload<?> workload) {
        WorkloadDescriptor descriptor = workload.descriptor();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", descriptor.name());
        facts.put("summary", descriptor.summary());
        facts.put("target", descriptor.defaultTarget());
        facts.put(
                "options",
                descriptor.parameters().stream()
                        .map(one -> Map.of(
                                "name", one.name(),
                                "values", one.domain().label(),
                                "default", one.defaultValue(),
                                "description", one.description()))
                        .toList());
        return facts;
    }

    @Command(description = "Explain a workload.", customSynopsis = CommandTree.JAVA + "describe WORKLOAD [--profile]")
    void describe(
            @Parameters(paramLabel = "WORKLOAD", arity = "1..*", description = "name of the workload")
                    List<String> words,
            @Option(
                            names = "--profile",
                            description = "print the profile that the workload runs, as a file to start from")
                    boolean profile) {
        problems.throwIfAny();
        String name = String.join(" ", words);
        Workload<?> described = context.catalog()
                .workload(name)
                .orElseThrow(() -> new UsageException(List.of("unknown workload '" + name + "'" + near(name))));
        if (profile) {
            context.terminal()
                    .rawOut()
                    .print(described
                            .profile()
                            .orElseThrow(() -> new UsageException(List.of("the workload '" + name
                                    + "' runs no profile; those that do are " + String.join(", ", withProfile())))));
            return;
        }
        WorkloadDescriptor workload = described.descriptor();
        out().println(workload.name() + ": " + workload.summary());
        out().println();
        out().println(workload.description());
        out().println();
        out().println("Target unless another is given: " + workload.defaultTarget());
        for (Parameter parameter : workload.parameters()) {
            out().println("  --" + parameter.name() + " " + parameter.domain().label() + "  " + parameter.description()
                    + " (" + parameter.defaultValue() + ")");
        }
    }

    private List<String> withProfile() {
        return context.catalog().workloads().stream()
                .filter(workload -> workload.profile().isPresent())
                .map(workload -> workload.descriptor().name())
                .toList();
    }

    /** The workloads of a family that was named alone, or the nearest one. */
    private String near(String name) {
        List<String> names = context.catalog().names();
        List<String> family =
                names.stream().filter(known -> known.startsWith(name + " ")).toList();
        return family.isEmpty()
                ? context.catalog()
                        .inFamily(name)
                        .map(whole -> "; its whole name is '" + whole + "'")
                        .orElseGet(() -> Suggestion.clause(name, names))
                : "; name one of " + String.join(", ", family);
    }

    /** How much of a result is printed. */
    static final class Detail {

        @Option(names = "--" + CommonOptions.VERBOSE, description = CommonOptions.VERBOSE_HELP)
        private boolean verbose;
    }

    @Command(
            description = "Print a result or an experiment again, and rewrite its reports.",
            customSynopsis = CommandTree.JAVA + "report DIR [--verbose] [--json]")
    void report(
            @Parameters(paramLabel = "DIR", description = "a directory with a result.json or an experiment.json")
                    Path directory,
            @Mixin Detail detail,
            @Option(
                            names = "--json",
                            description =
                                    "print the result as JSON on standard output, everything else on standard error")
                    boolean json) {
        problems.throwIfAny();
        Summary summary = new Summary(context.terminal(), detail.verbose);
        ConditionOutcomes outcomes = ConditionOutcomes.read(directory).orElse(ConditionOutcomes.NONE);
        if (ExperimentRecord.isIn(directory)) {
            ExperimentDirectory experiment = new ExperimentDirectory(directory);
            experiment.writeMissingPages();
            experiment.writeDerived();
            if (json) {
                summary.json(experiment.json());
            }
            summary.print(experiment, outcomes, json);
        } else {
            // The tables and charts of a study are defined in its file, which is missing.
            new StudyDirectory(directory).found().ifPresent(study -> {
                throw new UsageException(
                        List.of(study + "; its report is made again by: experiment report FILE --out " + directory));
            });
            ResultFiles files = new ResultFiles(directory);
            RunResult result = files.writeDerived();
            if (json) {
                summary.json(files.json());
            }
            summary.print(result, files.report(), outcomes, json);
        }
    }

    @Command(
            description = "Serve the page of a result, or of a run in progress, for a browser, until Ctrl-C.",
            customSynopsis = CommandTree.JAVA + "watch DIR [--port PORT]")
    int watch(
            @Parameters(paramLabel = "DIR", description = "directory of results, also of a run in another process")
                    Path directory,
            @Option(names = "--port", paramLabel = "PORT", description = "port of the page; left out, a free one")
                    Optional<Integer> port) {
        problems.require(
                new RunningFolder(directory).isThere(),
                "no run in " + directory
                        + ": neither intervals.csv nor report.html; give the directory that --out named");
        requirePort("--port", port, problems);
        problems.throwIfAny();
        context.interruption().install();
        context.interruption().preparing();
        try (LiveServer server = LiveServer.open(port.orElse(0), directory, "", context.clock())) {
            context.terminal().err().println("page of " + directory + " at " + server.url() + ", until Ctrl-C");
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.INTERRUPTED;
    }

    /** The relation between results. */
    enum Relation {
        CLIENTS,
        RUNS;

        static Relation parse(String word, Problems problems) {
            problems.require(
                    word.equals("clients") || word.equals("runs"),
                    "--as must be one of clients, runs, not '" + word + "'");
            return word.equals("clients") ? CLIENTS : RUNS;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Notes a value that is no port. */
    static void requirePort(String option, Optional<Integer> port, Problems problems) {
        port.ifPresent(given -> problems.require(
                given >= 0 && given <= MOST_PORT,
                option + " must be a whole number from 0 to " + MOST_PORT + ", not '" + given + "'"));
    }

    @Command(
            description = "Merge several results into one.",
            customSynopsis = CommandTree.JAVA + "merge DIR... --out DIR [--as clients|runs] [--verbose]")
    void merge(
            @Parameters(paramLabel = "DIR...", arity = "1..*", description = "directories with a result.json each")
                    List<Path> directories,
            @Option(names = "--out", paramLabel = "DIR", description = "directory of the merged result")
                    Optional<Path> out,
            @Option(
                            names = "--as",
                            paramLabel = "clients|runs",
                            defaultValue = "runs",
                            description =
                                    "clients: throughputs of results of one time add up; runs: those of one run after the"
                                            + " other are averaged (runs)")
                    Relation as,
            @Mixin Detail detail) {
        ResultCodec codec = new ResultCodec();
        List<RunResult> parts = new ArrayList<>();
        // One on each processor at a time.
        directories.parallelStream()
                .map(directory -> Found.of(() -> List.of(codec.read(directory))))
                .toList()
                .forEach(found -> parts.addAll(found.orNote(problems)));
        problems.require(directories.size() > 1, "one result alone is merged already; name two directories or more");
        problems.require(out.isPresent(), "merge needs an --out for the merged result");
        out.filter(path -> Files.exists(path.resolve(ResultCodec.FILE)) || Files.isRegularFile(path))
                .ifPresent(path -> problems.add("--out " + path + " already holds a result; name another directory"));
        problems.throwIfAny();
        Path directory = out.orElseThrow();
        RunResult whole = as == Relation.CLIENTS ? Merge.clients(parts) : Merge.runs(parts);
        FileWork.run("create " + directory, () -> Files.createDirectories(directory));
        codec.write(whole, directory);
        ResultFiles files = new ResultFiles(directory);
        new Summary(context.terminal(), detail.verbose)
                .print(files.writeDerived(), files.report(), ConditionOutcomes.NONE, false);
    }

    /** Results, or the reason why there are none. */
    private record Found(List<RunResult> results, Optional<String> problem) {

        static Found of(Supplier<List<RunResult>> read) {
            try {
                return new Found(read.get(), Optional.empty());
            } catch (HarnessException e) {
                return new Found(List.of(), Optional.of(String.valueOf(e.getMessage())));
            }
        }

        List<RunResult> orNote(Problems problems) {
            problem.ifPresent(problems::add);
            return results;
        }
    }

    /** A directory holds one result or an experiment; several of one name are runs of one configuration. */
    @Command(
            description = "Compare results with a baseline: relative change, its interval, and what else differs.",
            customSynopsis = CommandTree.JAVA + "compare [NAME=]DIR... [--baseline NAME] [--vary NAME] [--html FILE]")
    void compare(
            @Parameters(
                            paramLabel = "[NAME=]DIR...",
                            arity = "1..*",
                            description =
                                    "directories of results or experiments; those of one name are one configuration")
                    List<String> directories,
            @Option(
                            names = "--baseline",
                            paramLabel = "NAME",
                            description = "name of the configuration to compare with; left out, the first")
                    Optional<String> baseline,
            @Option(
                            names = "--vary",
                            paramLabel = "NAME",
                            description =
                                    "a setting that was changed on purpose, such as synchronous_commit: the cause under"
                                            + " test; may be repeated")
                    List<String> vary,
            @Option(names = "--html", paramLabel = "FILE", description = "also write the comparison as one page")
                    Optional<Path> html,
            @Option(names = "--markdown", description = "print the comparison as Markdown, for a pull request")
                    boolean markdown,
            @Option(names = "--json", description = "print the comparison as JSON") boolean json) {
        Set<String> meant = Set.copyOf(vary == null ? List.of() : vary);
        Map<String, List<RunResult>> configurations = new LinkedHashMap<>();
        for (String text : directories) {
            int equals = text.indexOf('=');
            Path directory = Path.of(text.substring(equals + 1));
            String name = equals > 0
                    ? text.substring(0, equals)
                    : String.valueOf(directory.toAbsolutePath().normalize().getFileName());
            configurations
                    .computeIfAbsent(name, n -> new ArrayList<>())
                    .addAll(Found.of(() -> results(directory)).orNote(problems));
        }
        problems.require(
                configurations.size() > 1 || directories.size() < 2,
                "all directories have the same name, so they are runs of one configuration; tell them apart by NAME=DIR");
        problems.require(directories.size() > 1, "a comparison needs two directories or more");
        String chosen = baseline.orElse(configurations.keySet().iterator().next());
        problems.require(
                configurations.containsKey(chosen),
                "--baseline '" + chosen + "' is none of " + String.join(", ", configurations.keySet()));
        problems.require(!(markdown && json), "--markdown and --json are two forms of the same text; give one of them");
        Set<String> recorded = EnvironmentDiff.recorded(
                configurations.values().stream().flatMap(List::stream).toList());
        meant.stream()
                .filter(name -> !recorded.contains(name))
                .forEach(name -> problems.add(
                        "--vary '" + name + "' is not recorded in these results" + Suggestion.clause(name, recorded)));
        problems.throwIfAny();
        List<RunResult> base = configurations.remove(chosen);
        List<Configuration> candidates = configurations.entrySet().stream()
                .map(c -> new Configuration(c.getKey(), c.getValue()))
                .toList();
        ComparisonReport report = new ComparisonReport(
                new Configuration(chosen, base == null ? List.of() : base), candidates, meant, Planned.NOTHING);
        html.ifPresent(file -> FileWork.run(
                "write " + file,
                () -> Files.writeString(file, new ComparisonPage(report, List.of(), Map.of()).html())));
        if (json) {
            new Summary(context.terminal(), false).json(JsonFile.text(report.facts()));
        } else {
            out().print(markdown ? report.markdown() : report.text());
        }
    }

    private static List<RunResult> results(Path directory) {
        if (ExperimentRecord.isIn(directory)) {
            List<RunResult> results = List.copyOf(
                    new ExperimentDirectory(directory).conclusiveRuns().values());
            if (results.isEmpty()) {
                throw new HarnessException(directory + " holds an experiment without a finished run");
            }
            return results;
        }
        new StudyDirectory(directory).found().ifPresent(study -> {
            throw new HarnessException(study + "; give directories of its commands, which are the ones in it");
        });
        return List.of(new ResultFiles(directory).read());
    }

    /** Puts what another tool printed beside runs of ours. */
    @Command(
            name = "import",
            description = "Import the output of another tool into the tables of an experiment.",
            customSynopsis = CommandTree.JAVA
                    + "import csv|sysbench|fio|diskspd|cassandra-stress FILE --out DIR [--label FACTOR=LEVEL]...")
    void imports(
            @Parameters(paramLabel = "FORMAT FILE", arity = "1..*", description = "format and path of the output")
                    List<String> words,
            @Option(
                            names = "--out",
                            paramLabel = "DIR",
                            description = "directory of runs and report; left out, results/<time>-<experiment>")
                    Optional<Path> out,
            @Option(
                            names = "--label",
                            paramLabel = "FACTOR=LEVEL",
                            description =
                                    "what it is about, as the experiment file calls it: disk=ultra; may be repeated")
                    List<String> label) {
        Map<String, String> labels = labels(label == null ? List.of() : label);
        Optional<ForeignFormat> format = Optional.of(words.get(0)).flatMap(ForeignFormat::named);
        problems.require(
                words.size() == 2 && format.isPresent(),
                "import takes a format and a file, such as 'import fio out.json'; known formats: "
                        + Stream.of(ForeignFormat.values())
                                .map(ForeignFormat::word)
                                .collect(Collectors.joining(", ")));
        problems.require(
                out.isPresent(), "import needs an --out: a directory of an experiment, or a table such as own.csv");
        List<Observation> observations = words.size() == 2
                ? format.map(f -> foreign(f, Path.of(words.get(1)))).orElse(List.of())
                : List.of();
        problems.throwIfAny();
        Path table = out.filter(path -> path.toString().endsWith(".csv"))
                .orElseGet(() -> out.orElseThrow().resolve(IMPORTED));
        // A repeated import replaces the earlier one.
        Map<Map<String, String>, Map<String, Figure>> all = new LinkedHashMap<>();
        Stream.concat(
                        Files.exists(table) ? StudyDirectory.figures(table, problems).stream() : Stream.of(),
                        observations.stream().map(observation -> observation.labelled(labels)))
                .forEach(observation -> all.computeIfAbsent(observation.labels(), run -> new LinkedHashMap<>())
                        .putAll(observation.figures()));
        problems.throwIfAny();
        List<Observation> merged = all.entrySet().stream()
                .map(run -> Observation.published(run.getKey(), run.getValue()))
                .toList();
        FileWork.run("write " + table, () -> {
            Files.createDirectories(table.toAbsolutePath().getParent());
            Files.writeString(table, FigureTable.of(merged));
        });
        int figures = observations.stream().mapToInt(o -> o.figures().size()).sum();
        out().println(figures + (figures == 1 ? " figure" : " figures") + " of " + observations.size()
                + (observations.size() == 1 ? " run" : " runs") + " now in " + table);
    }

    private Map<String, String> labels(List<String> texts) {
        Map<String, String> labels = new TreeMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            problems.require(equals > 0, "--label '" + text + "' is not factor=level, such as disk=ultra");
            labels.put(text.substring(0, Math.max(0, equals)), text.substring(equals + 1));
        }
        return labels;
    }

    private List<Observation> foreign(ForeignFormat format, Path file) {
        try {
            return format.read(file.toString(), FileWork.text(file), problems);
        } catch (UsageException e) {
            problems.addAll(e);
            return List.of();
        }
    }

    private PrintStream out() {
        return context.terminal().out();
    }
}
