package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits of README and CHANGELOG, and links between the pages. */
class DocumentationTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final int MOST_LINES = 110;
    private static final int MOST_COLUMNS = 100;
    private static final int MOST_LINES_OF_A_RELEASE = 80;
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)(#[^)]*)?\\)");

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
                .filter(target -> !target.matches("[a-z]+:.*"))
                .filter(target -> !Files.exists(page.resolveSibling(target)))
                .toList();

        assertThat(missing).isEmpty();
    }
}
