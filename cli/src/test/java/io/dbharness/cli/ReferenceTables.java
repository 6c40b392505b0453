package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.quantity.Quantities;
import io.dbharness.quantity.Unit;
import io.dbharness.request.Catalog;
import io.dbharness.result.Metric;
import io.dbharness.result.Scorecard;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tables of the reference about names that are not options. The names come from the code, their descriptions from files beside the test; a
 * name without a description, or a description without a name, fails.
 */
final class ReferenceTables {

    private static final Path TEXTS = SourceTree.path("cli/src/test/resources/io/dbharness/cli/reference");
    private static final Path ADVICE =
            SourceTree.path("harness/report/src/main/resources/io/dbharness/report/advice.properties");
    private static final String SOURCES = "src/main/java";

    /** Where code makes a caveat: its severity, if it is a constant there, and its code. */
    private static final Pattern CAVEAT = Pattern.compile(
            "(?:\\b(note|suspect|invalid)\\(|\\b(NOTE|SUSPECT|INVALID|severity),|\\b[A-Z]+ =)\\s*\"([A-Z]+(?:_[A-Z]+)*)\"");

    private ReferenceTables() {}

    /** Returns the columns of each line of a file. */
    private static List<String[]> texts(String file) throws IOException {
        return Files.readAllLines(TEXTS.resolve(file)).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\\s*\\|\\s*", -1))
                .toList();
    }

    private static String table(String heads, List<String> rows) {
        String rule = heads.replaceAll("[^|]+", "---");
        return "\n|" + heads + "|\n|" + rule + "|\n" + String.join("\n", rows) + "\n";
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /** Codes in the sources of all modules, with the severities that are constants there. */
    private static Map<String, Set<String>> codes() throws IOException {
        List<Path> modules;
        try (Stream<Path> found =
                Files.find(SourceTree.root(), 2, (path, attributes) -> Files.isDirectory(path.resolve(SOURCES)))) {
            modules =
                    found.filter(path -> !path.toString().contains("examples")).toList();
        }
        Map<String, Set<String>> codes = new TreeMap<>();
        for (Path module : modules) {
            try (Stream<Path> files = Files.walk(module.resolve(SOURCES))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(ReferenceTables::text)
                        .filter(text -> text.contains(".Caveat;") || text.contains("package io.dbharness.result;"))
                        .forEach(text -> CAVEAT.matcher(text).results().forEach(found -> {
                            Set<String> severities = codes.computeIfAbsent(found.group(3), code -> new TreeSet<>());
                            Stream.of(found.group(1), found.group(2))
                                    .filter(severity -> severity != null && !severity.equals("severity"))
                                    .forEach(severity -> severities.add(severity.toLowerCase(Locale.ROOT)));
                        }));
            }
        }
        return codes;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String caveats() throws IOException {
        Properties advice = new Properties();
        try (Reader reader = Files.newBufferedReader(ADVICE)) {
            advice.load(reader);
        }
        Map<String, Set<String>> codes = codes();
        List<String> named = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        for (String[] text : texts("caveats.txt")) {
            String code = text[0];
            named.add(code);
            assertThat(Arrays.asList(
                            text[1].replaceFirst(", for latencies only", "").split(", ", -1)))
                    .as(code)
                    .containsAll(codes.getOrDefault(code, Set.of()))
                    .isSubsetOf(Arrays.stream(Severity.values())
                            .map(severity -> severity.name().toLowerCase(Locale.ROOT))
                            .toList());
            assertThat(text[3].isEmpty()).as("advice for " + code).isEqualTo(advice.containsKey(code));
            String action = text[3].isEmpty()
                    ? advice.getProperty(code).replaceAll("--[a-z-]+(?: (?:always|skip|NOT_DURABLE))?", "`$0`")
                    : text[3];
            rows.add(row("`" + code + "`", text[1], text[2], action));
        }
        assertThat(named).as("caveats.txt").isSorted().containsExactlyInAnyOrderElementsOf(codes.keySet());
        return table(" code | severity | when | what to do ", rows);
    }

    static String metrics() throws IOException {
        String percentiles = String.join(", ", Quantiles.BY_NAME.keySet());
        List<String> names = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        for (String[] text : texts("metrics.txt")) {
            List<String> several =
                    List.of(text[0].replace("PERCENTILES", percentiles).split(", ", -1));
            names.addAll(several);
            rows.add(row("`" + String.join("`, `", several) + "`", text[1], text[2]));
        }
        assertThat(names)
                .containsAll(Metric.OF_EVERY_RESULT)
                .allMatch(name -> new Metric(name, Optional.empty()).isOfEveryWorkload());
        return table(" metric | unit | meaning ", rows);
    }

    /** Workloads with the same scores have one row; the main score comes first. */
    static String scores() {
        Map<String, List<String>> workloads = Catalog.found().workloads().stream()
                .map(workload -> workload.descriptor().name())
                .sorted()
                .filter(name -> Scorecard.of(name).isPresent())
                .collect(Collectors.groupingBy(
                        name -> scores(Scorecard.of(name).orElseThrow()), TreeMap::new, Collectors.toList()));
        return table(
                " workload | scores ",
                workloads.entrySet().stream()
                        .map(one -> row("`" + String.join("`, `", one.getValue()) + "`", one.getKey()))
                        .sorted()
                        .toList());
    }

    private static String scores(Scorecard card) {
        return Stream.concat(card.mainScore().stream(), card.names().stream().sorted())
                .distinct()
                .map(score -> "`" + score + "`")
                .collect(Collectors.joining(", "));
    }

    /** Metrics for Prometheus; a test holds them against those that are served. */
    static String served() throws IOException {
        return table(
                " metric | type | tags | meaning ",
                texts("served.txt").stream()
                        .map(text -> row("`" + text[0] + "`", text[1], text[2], text[3]))
                        .toList());
    }

    static String units() {
        List<String> spellings = List.of("ns", "us", "ms", "s", "m", "min", "h", "d", "%", "/s", "/min", "/h");
        assertThat(spellings.stream().map(Unit::of).map(Optional::orElseThrow).distinct())
                .containsExactly(Unit.values());
        return table(
                        " value | form | examples ",
                        List.of(
                                row(
                                        "TIME",
                                        Quantities.DURATION,
                                        read(
                                                Quantities.DURATION,
                                                text -> Quantities.duration(text)
                                                        .map(time -> time.toMillis() + " ms"))),
                                row(
                                        "SIZE",
                                        Quantities.SIZE,
                                        read(
                                                Quantities.SIZE,
                                                text -> Optional.of(Quantities.bytes(text))
                                                        .filter(bytes -> bytes.isPresent())
                                                        .map(bytes ->
                                                                String.format(Locale.ROOT, "%,d", bytes.getAsLong())
                                                                        + " bytes"))),
                                row(
                                        "RATE",
                                        Quantities.RATE,
                                        read(
                                                Quantities.RATE,
                                                text -> Optional.of(Quantities.perSecond(text))
                                                        .filter(rate -> rate.isPresent())
                                                        .map(rate -> rate.getAsDouble() + " a second"))),
                                row("PERCENT", Quantities.SHARE, "")))
                + "\nConditions and formulas also take `" + String.join("`, `", spellings) + "`.\n";
    }

    /** Reads the examples in a description of a form. */
    private static String read(String form, Function<String, Optional<String>> value) {
        Matcher example = Pattern.compile("\\d\\S*[^\\s,]").matcher(form);
        return example.results()
                .map(found -> "`" + found.group() + "` is "
                        + value.apply(found.group()).orElseThrow())
                .collect(Collectors.joining(", "));
    }

    /**
     * @param written paths of the files that commands have written, by the kind of their directory
     * @param other   files that those commands do not write
     */
    static String files(Map<String, Set<String>> written, Set<String> other) throws IOException {
        StringBuilder tables = new StringBuilder();
        for (Map.Entry<String, Set<String>> kind : written.entrySet()) {
            List<String> rows = new ArrayList<>();
            Set<String> described = new TreeSet<>();
            for (String[] text : texts("files.txt")) {
                if (text[0].equals(kind.getKey())) {
                    described.add(text[1]);
                    rows.add(row("`" + text[1] + "`", text[2]));
                }
            }
            described.removeAll(other);
            assertThat(described).as("files of a " + kind.getKey()).isEqualTo(kind.getValue());
            tables.append("\nOf ")
                    .append(kind.getKey().equals("experiment") ? "an " : "a ")
                    .append(kind.getKey())
                    .append(":\n")
                    .append(table(" file | content ", rows));
        }
        return tables.toString();
    }
}
