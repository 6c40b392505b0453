package io.dbharness.cli.classic;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class TranslationTest {

    private final Problems problems = new Problems();

    private Translation translate(String line) {
        return Translation.of(
                Stream.of(line.split(" ")).filter(word -> !word.isEmpty()).toList(), problems);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "translated.csv", delimiter = '|', quoteCharacter = '"')
    void aClassicLineIsALineOfOurs(String classic, String ours) {
        Translation translation = translate(classic);

        assertThat(problems.lines()).isEmpty();
        assertThat(translation.line()).isEqualTo(ours);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "refused.csv", delimiter = '|', quoteCharacter = '"')
    void wordsWhoseLossWouldChangeTheMeaningAreRefused(String classic, String reason) {
        translate(classic);

        assertThat(problems.lines()).anySatisfy(line -> assertThat(line).contains(reason));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "noted.csv", delimiter = '|', quoteCharacter = '"')
    void wordsWithoutACounterpartAreNoted(String classic, String note) {
        Translation translation = translate(classic);

        assertThat(problems.lines()).isEmpty();
        assertThat(translation.remarks()).anySatisfy(line -> assertThat(line).contains(note));
    }

    @Test
    void everythingThatIsWrongIsNamedAtOnce() {
        translate("write n=5 err<0.1 -col n=UNIFORM(1..9) timestamp=x -mode thrift -sendto 10.0.0.9 -pop foo=1");

        assertThat(problems.lines())
                .anyMatch(line -> line.startsWith("'err<0.1'"))
                .anyMatch(line -> line.startsWith("'-col n=UNIFORM(1..9)'"))
                .anyMatch(line -> line.startsWith("'-col timestamp=x'"))
                .anyMatch(line -> line.startsWith("'-mode thrift'"))
                .anyMatch(line -> line.startsWith("'-sendto 10.0.0.9'"))
                .anyMatch(line -> line.startsWith("'-pop foo=1'"))
                .hasSize(6);
    }

    @Test
    void passwordsAreTakenWarnedOfAndNeverPrinted() {
        Translation translation =
                translate("read n=9 -node h -rate threads=1 -mode native cql3 user=ann password=sesame"
                        + " -transport truststore=/t truststore-password=hidden");

        assertThat(problems.lines()).isEmpty();
        assertThat(translation.passwords())
                .extracting(Translation.Password::text)
                .containsExactly("sesame", "hidden");
        assertThat(translation.line())
                .contains(
                        "--user ann --password env:CASSANDRA_PASSWORD", "truststore-password=env:TRUSTSTORE_PASSWORD");
        assertThat(translation.toString() + translation.line()).doesNotContain("sesame", "hidden");
        assertThat(translation.remarks())
                .anyMatch(note ->
                        note.startsWith("'-mode password=***': a password on the line can be read by everyone"));
    }

    @Test
    void aPasswordOfACredentialsFileIsNotedAndNeverPrinted() {
        Translation translation = translate("read n=9 -node h -rate threads=1"
                + " -credentials-file src/test/resources/io/dbharness/cli/classic/credentials.properties");

        assertThat(problems.lines()).isEmpty();
        assertThat(translation.line()).contains("--user ann --password env:CASSANDRA_PASSWORD");
        assertThat(translation.toString() + translation.line()).doesNotContain("secret");
        assertThat(translation.remarks())
                .anyMatch(note -> note.startsWith("'-credentials-file'") && note.contains("CASSANDRA_PASSWORD"));
    }

    @Test
    void aPasswordThatIsRefusedIsNotRepeated() {
        translate(
                "read n=9 -rate threads=1 -mode password=sesame -transport factory=x store-type=y foo-password=hidden");

        assertThat(problems.lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).doesNotContain("sesame", "hidden"));
    }

    @Test
    void nodesComeFromAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("nodes"), "10.0.0.4\n\n10.0.0.5\n");

        assertThat(translate("read n=9 -rate threads=1 -node file=" + file).line())
                .contains("--target cassandra://10.0.0.4,10.0.0.5/keyspace1");
        translate("read n=9 -node file=" + file + ".gone");
        assertThat(problems.lines()).anyMatch(line -> line.contains("cannot be read"));
    }

    @Test
    void whatAShellTookApartComesTogether() {
        Translation translation = Translation.of(
                List.of("mixed", "ratio\\(write=1,", "read=3\\)", "n=5", "-rate", "threads=1", "-node", "h"), problems);

        assertThat(problems.lines()).isEmpty();
        assertThat(translation.line()).contains("cql mixed --ratio read=3,write=1");
    }

    @Test
    void severalWordsMayBeInOnePairOfQuotes() {
        Translation translation = Translation.of(
                List.of(
                        "write",
                        "n=5 no-warmup",
                        "-col",
                        "n=FIXED(2) size=FIXED( 64 )",
                        "-rate",
                        "threads=4 throttle=50/s",
                        "-schema",
                        "replication(factor = 2) compaction(strategy=LeveledCompactionStrategy)",
                        "-node h1,h2",
                        "-errors ignore"),
                problems);

        assertThat(problems.lines()).isEmpty();
        assertThat(translation.line())
                .isEqualTo("cql write --until 5 --duration 24h --warmup 0s --consistency local_one"
                        + " --target cassandra://h1,h2/keyspace1 --replication 2 --payload 64B --columns 2"
                        + " --table standard1 --compaction leveled --population 'seq(1..5)' --rows 0"
                        + " --rate 50/s --outstanding 4");
    }

    @Test
    void ourOwnWordHoldsOverATranslatedOne() {
        assertThat(translate("write n=5 -rate threads=1 --warmup 0s --fail-if p99>1s")
                        .line())
                .contains("--warmup 0s")
                .contains("--fail-if 'errors > 0%'", "--fail-if 'p99>1s'")
                .doesNotContain("--warmup 10s");
    }

    /** The table in the manual has each word that is understood. */
    @Test
    void theManualHasEveryWord() throws Exception {
        String manual = Files.readString(SourceTree.path("docs/coming-from.md"))
                .replaceFirst("(?s).*\n## Words of cassandra-stress\n", "")
                .toLowerCase(Locale.ROOT);
        String sources = Stream.of("StressTranslator", "NodeOptions", "SchemaOptions", "RateOptions", "MiscOptions")
                .map(name -> SourceTree.path("cli/src/main/java/io/dbharness/cli/classic/" + name + ".java"))
                .map(TranslationTest::text)
                .reduce("", String::concat);
        List<String> words = Pattern.compile(
                        "(?:take|takeAll|harmless|refused|everything)\\(\\s*(?:[A-Z]+|\"-[a-z-]+\")(?:, \"([a-z0-9<>_-]+[=(<>]*)\")?")
                .matcher(sources)
                .results()
                .map(found -> found.group(1))
                .filter(word -> word != null)
                .toList();

        assertThat(words).hasSizeGreaterThan(40);
        assertThat(words).allSatisfy(word -> assertThat(manual).contains(word.replaceFirst("[=(]$", "")));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
