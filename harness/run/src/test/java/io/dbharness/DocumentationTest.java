package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits of README and CHANGELOG, and links between the pages. */
class DocumentationTest {

    private static final Path ROOT = SourceTree.root();
    private static final int MOST_LINES = 110;
    private static final int MOST_COLUMNS = 100;
    private static final int MOST_LINES_OF_A_RELEASE = 80;
    private static final int MOST_PAGES = 17;
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]*)(?:#([^)]*))?\\)");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages =
                    docs.filter(path -> path.toString().endsWith(".md")).toList();
            return Stream.concat(
                    Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md").map(ROOT::resolve), pages.stream());
        }
    }

    @Test
    void theReadmeIsReadInAMinute() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));

        assertThat(lines).hasSizeLessThanOrEqualTo(MOST_LINES);
        assertThat(lines).allMatch(line -> line.length() <= MOST_COLUMNS);
    }

    @Test
    void aReleaseHasAScreenOrTwoInTheChangelog() throws IOException {
        assertThat(Files.readString(ROOT.resolve("CHANGELOG.md")).split("(?m)^## ", -1))
                .allSatisfy(release -> assertThat(release.lines()).hasSizeLessThanOrEqualTo(MOST_LINES_OF_A_RELEASE));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkToAFileLeadsToOne(Path page) throws IOException {
        List<String> missing = LINK.matcher(Files.readString(page))
                .results()
                .map(link -> link.group(1))
                .filter(target -> !target.isEmpty() && !target.matches("[a-z]+:.*"))
                .filter(target -> !Files.exists(page.resolveSibling(target)))
                .toList();

        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkToAHeadingLeadsToOne(Path page) throws IOException {
        List<String> missing = new ArrayList<>();
        for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
            Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
            if (link.group(2) != null
                    && !link.group(1).contains(":")
                    && !anchors(target).contains(link.group(2))) {
                missing.add(link.group());
            }
        }

        assertThat(missing).isEmpty();
    }

    /** Returns the anchors of a page's headings, each of which is unique. */
    private static Set<String> anchors(Path page) throws IOException {
        List<String> anchors = HEADING.matcher(
                        CODE.matcher(Files.readString(page)).replaceAll(""))
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .toList();
        assertThat(anchors).as(page.toString()).doesNotHaveDuplicates();
        return Set.copyOf(anchors);
    }

    @Test
    void thePagesAreFew() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            assertThat(docs.filter(path -> path.toString().endsWith(".md"))).hasSizeLessThanOrEqualTo(MOST_PAGES);
        }
    }
}
