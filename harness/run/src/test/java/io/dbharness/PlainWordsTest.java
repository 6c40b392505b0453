package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.FileWork;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Counts phrases that make comments of main code and pages hard to read. The ceilings only fall. */
class PlainWordsTest {

    private static final Path ROOT = SourceTree.root();

    private static final int MOST_IN_COMMENTS = 12;
    private static final int MOST_IN_PAGES = 4;

    private static final Pattern COMMENT =
            Pattern.compile("/\\*\\*(.*?)\\*/|/\\*(.*?)\\*/|(?<!:)//([^\\n]*)", Pattern.DOTALL);

    /** Beginnings of Javadoc without a noun or a verb: "What ...", "Whether ...", "Of ...", "The same ...". */
    private static final Pattern BEGINNING = Pattern.compile("^(What|Whether|Of|The same)\\b");

    private static final Pattern PHRASE = Pattern.compile(
            "\\b(nobody|somebody|anybody|whoever|whom)\\b"
                    + "|\\b(stands?|stood|standing)( still| on| in| there| apart| alone| beside| next to| at| for| behind| by)\\b"
                    + "|\\b(tells|told|hears|believed)\\b"
                    + "|\\b(it|that|which|harness|server|file|run|page|message|plan|doctor) (says|said)\\b"
                    + "|\\b(is|are) to be\\b|\\bshall\\b"
                    + "|\\b(takes? away|taken away|by turns|at one go|anew|amiss|of (its|their|one's|a user's) own)\\b",
            Pattern.CASE_INSENSITIVE);

    private static List<Path> files(String suffix, String within) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(path -> path.toString().endsWith(suffix))
                    .filter(path -> ROOT.relativize(path).toString().contains(within))
                    .filter(path -> !ROOT.relativize(path).toString().matches("(.*/)?(target|results|\\.git)/.*"))
                    .toList();
        }
    }

    private static Stream<String> comments(Path file) {
        return COMMENT.matcher(FileWork.text(file))
                .results()
                .map(found -> text(found).replaceAll("\\s*\\n\\s*\\*?\\s*", " ").strip());
    }

    private static String text(MatchResult comment) {
        return Stream.of(comment.group(1), comment.group(2), comment.group(3))
                .filter(group -> group != null)
                .findFirst()
                .orElse("");
    }

    @Test
    void commentsOfMainCodeUseTheWordsOfTheTrade() throws IOException {
        List<String> places = files(".java", "/src/main/java/").stream()
                .flatMap(file -> comments(file)
                        .filter(comment -> BEGINNING.matcher(comment).find()
                                || PHRASE.matcher(comment).find())
                        .map(comment -> ROOT.relativize(file) + ": " + comment))
                .toList();

        assertThat(places).hasSizeLessThanOrEqualTo(MOST_IN_COMMENTS);
    }

    @Test
    void pagesUseTheWordsOfTheTrade() throws IOException {
        List<String> places = Stream.concat(
                        files(".md", "/docs/").stream(),
                        Stream.of("README.md", "CONTRIBUTING.md").map(ROOT::resolve))
                .flatMap(file -> FileWork.text(file)
                        .replaceAll("(?s)```.*?```", "")
                        .lines()
                        .filter(line -> PHRASE.matcher(line).find())
                        .map(line -> ROOT.relativize(file) + ": " + line))
                .toList();

        assertThat(places).hasSizeLessThanOrEqualTo(MOST_IN_PAGES);
    }
}
