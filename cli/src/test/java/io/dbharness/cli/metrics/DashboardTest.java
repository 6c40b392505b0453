package io.dbharness.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DashboardTest {

    private static final Path DOCS = SourceTree.path("docs");
    private static final Pattern SAMPLE = Pattern.compile("(dbharness_\\w+)(?:\\{(.*)})? \\S+");
    private static final Pattern NAME = Pattern.compile("dbharness_\\w+");
    private static final Pattern SELECTOR = Pattern.compile("(dbharness_\\w+)\\{([^}]*)}");

    /** What a run serves: name to tags. */
    private static Map<String, Set<String>> served() throws Exception {
        Map<String, Set<String>> tags = new TreeMap<>();
        MetricsEndpointTest.metrics()
                .lines()
                .map(SAMPLE::matcher)
                .filter(m -> m.matches())
                .forEach(m -> tags.computeIfAbsent(m.group(1), n -> new TreeSet<>())
                        .addAll(m.group(2) == null ? List.of() : names(m.group(2))));
        return tags;
    }

    private static List<String> names(String labels) {
        return Arrays.stream(labels.split(",", -1))
                .map(label -> label.replaceAll("[=!~].*", "").strip())
                .toList();
    }

    private static List<String> queries() throws IOException {
        JsonNode dashboard =
                new JsonMapper().readTree(DOCS.resolve("grafana-dashboard.json").toFile());
        return Stream.concat(dashboard.findValuesAsText("expr").stream(), dashboard.findValuesAsText("query").stream())
                .filter(query -> query.contains("dbharness"))
                .toList();
    }

    @Test
    void theDashboardAsksOnlyForWhatThereIs() throws Exception {
        Map<String, Set<String>> served = served();
        List<String> queries = queries();

        assertThat(queries).hasSizeGreaterThan(6).allSatisfy(query -> {
            assertThat(NAME.matcher(query).results().map(MatchResult::group)).isSubsetOf(served.keySet());
            SELECTOR.matcher(query)
                    .results()
                    .forEach(m -> assertThat(names(m.group(2))).isSubsetOf(served.get(m.group(1))));
        });
    }

    @Test
    void theDashboardShowsEverythingThereIs() throws Exception {
        Set<String> asked = queries().stream()
                .flatMap(query -> NAME.matcher(query).results().map(MatchResult::group))
                .collect(Collectors.toSet());

        assertThat(asked).containsAll(served().keySet());
    }

    @Test
    void everyMetricAndItsTagsAreDocumented() throws Exception {
        List<String> lines = Files.readAllLines(DOCS.resolve("reference.md"));

        assertThat(lines).filteredOn(line -> line.startsWith("| `dbharness_")).hasSameSizeAs(served().keySet());
        served().forEach((name, tags) -> assertThat(lines)
                .filteredOn(line -> line.startsWith("| `" + name + "` |"))
                .singleElement()
                .satisfies(line -> assertThat(tags).allMatch(tag -> line.contains("`" + tag + "`"))));
    }
}
