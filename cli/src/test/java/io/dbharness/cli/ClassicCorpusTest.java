package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.testkit.ClassicLines;
import io.dbharness.cli.testkit.ClassicLines.Made;
import io.dbharness.cli.testkit.Unconnected;
import io.dbharness.model.UsageException;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Lines written after the documentation of cassandra-stress, each with what becomes of it: the translation and its notes, or the reasons
 * for which it is refused. {@code -Dgolden.update=true} writes the outcomes.
 */
class ClassicCorpusTest {

    private static final Path FILE = SourceTree.path("cli/src/test/resources/io/dbharness/cli/classic/corpus.txt");

    /** Words that ask for what is done in any case, reviewed one by one. */
    private static final Set<String> AS_BY_DEFAULT = Set.of(
            "native",
            "cql3",
            "prepared",
            "4x",
            "compression=none",
            "cl=LOCAL_ONE",
            "truncate=never",
            "keysize=10",
            "n=FIXED(5)",
            "size=FIXED(34)",
            "throttle=0/s",
            "err<0.02",
            "n>30",
            "row-population-ratio=FIXED(1)/1",
            "visits=FIXED(1)",
            "auto",
            "ratio(write=1,read=1)",
            "ratio(write=2,read=2)");

    private static List<String> lines() throws IOException {
        return ClassicLines.typed(FILE);
    }

    private final Catalog catalog = Unconnected.catalog();

    /** Returns the problems that the run of a translation would have before it connects to anything. */
    private List<String> refusals(List<String> words) {
        Captured nothing = new Captured();
        WorkloadCommand.Context context = TestContexts.of(catalog, nothing, nothing);
        try {
            new Cli(context, new Machine(2, false)).check(words);
            return List.of();
        } catch (UsageException e) {
            return e.problems();
        }
    }

    @Test
    void eachLineIsTranslatedOrRefusedForItsReason() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line : lines()) {
            Made made = ClassicLines.translate(ClassicLines.words(line));
            all.append("$ ").append(line).append('\n').append(made.outcome());
            if (made.problems().isEmpty()) {
                refusals(made.translation().words())
                        .forEach(problem -> all.append("  its run refuses: ")
                                .append(problem)
                                .append('\n'));
            }
        }
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(FILE, all.toString());
        }

        assertThat(lines()).hasSizeGreaterThanOrEqualTo(200).doesNotHaveDuplicates();
        assertThat(all.toString()).isEqualTo(Files.readString(FILE));
    }

    /** Without a word that is accepted, the line means something else, or a note is missing. */
    @Test
    void noWordOfAnAcceptedLineIsLost() throws IOException {
        Set<String> lost = new TreeSet<>();
        for (String line : lines()) {
            List<String> words = split(ClassicLines.words(line));
            Made whole = ClassicLines.translate(words);
            if (!whole.problems().isEmpty()) {
                continue;
            }
            for (int i = 1; i < words.size() && !words.get(i).startsWith("--"); i++) {
                List<String> without = new ArrayList<>(words);
                String word = without.remove(i);
                boolean group = word.startsWith("-");
                if (!group
                        && !AS_BY_DEFAULT.contains(word)
                        && ClassicLines.translate(without).outcome().equals(whole.outcome())) {
                    lost.add(word + " of " + line);
                }
            }
        }

        assertThat(lost).isEmpty();
    }

    /** The words that blanks separate outside of brackets, as cassandra-stress takes them. */
    private static List<String> split(List<String> words) {
        return words.stream()
                .flatMap(word -> word.startsWith("ratio(") || word.startsWith("--") || word.contains(" = ")
                        ? List.of(word).stream()
                        : List.of(word.split(" +", -1)).stream())
                .toList();
    }

    @Test
    void aShellTakesTheTranslationApartIntoItsWords() throws IOException {
        for (String line : lines()) {
            Made made = ClassicLines.translate(ClassicLines.words(line));
            if (made.problems().isEmpty()) {
                assertThat(ClassicLines.words(made.translation().line()))
                        .isEqualTo(made.translation().words());
            }
        }
    }
}
