package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.ClassicLines;
import io.dbharness.cli.testkit.ClassicLines.Made;
import io.dbharness.testkit.GeneratedPart;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of the manual: each word of cassandra-stress and what the translator makes of a line that has it. {@code -Dgolden.update=true}
 * writes it.
 */
class ClassicWordTableTest {

    private static final Path WORDS = SourceTree.path("cli/src/test/resources/io/dbharness/cli/classic/words.txt");
    private static final Path MANUAL = SourceTree.path("docs/coming-from.md");
    private static final String BEGIN = "<!-- made by ClassicWordTableTest -->\n";
    private static final String END = "<!-- end -->\n";

    private static final Map<String, String> LINES = Map.of(
            "write", "write n=1000 no-warmup -rate threads=4 -node h -errors ignore",
            "read", "read n=1000 no-warmup -rate threads=4 -node h -errors ignore",
            "mixed", "mixed n=1000 no-warmup -rate threads=4 -node h -errors ignore",
            "counter_write", "counter_write n=1000 no-warmup -rate threads=4 -node h -errors ignore",
            "user", "user profile=a.yaml ops(insert=1) n=1000 no-warmup -rate threads=4 -node h -errors ignore",
            "embedded", "write n=1000 no-warmup -rate threads=4 -errors ignore");

    @Test
    void theManualTellsOfEachWordWhatBecomesOfIt() throws IOException {
        StringBuilder table = new StringBuilder("| word | line | here | note |\n| --- | --- | --- | --- |\n");
        for (String line : Files.readAllLines(WORDS)) {
            if (!line.startsWith("#")) {
                String[] parts = line.split("\\|", -1);
                table.append(row(parts[0].strip(), parts[1].strip(), parts[2].strip()));
            }
        }
        GeneratedPart part = new GeneratedPart(MANUAL, BEGIN, END);
        if (Boolean.getBoolean("golden.update")) {
            part.write(table.toString());
        }

        assertThat(Files.readString(MANUAL)).isEqualTo(part.pageWith(table.toString()));
    }

    private static String row(String command, String words, String instead) {
        String whole = Objects.requireNonNull(LINES.get(command));
        assertThat(whole).contains(instead);
        String rest = instead.isEmpty() ? whole : whole.replace(" " + instead, "");
        String line = words.startsWith("-") || words.isEmpty()
                ? rest + " " + words
                : rest.replaceFirst(" ", " " + words + " ");
        Made before = ClassicLines.translate(List.of(whole.split(" ", -1)));
        Made after = ClassicLines.translate(List.of(line.strip().split(" ", -1)));
        return Stream.of(
                        words.isEmpty() ? "without `" + group(instead) + "`" : "`" + words + "`",
                        command.equals("embedded") ? "`write` without `-node`" : "`" + command + "`",
                        after.problems().isEmpty() ? difference(before, after) : "refused",
                        after.problems().isEmpty() ? notes(before, after) : reasons(after.problems()))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String group(String words) {
        return words.replaceFirst("=.*", "=").replaceFirst("^(-\\S+) .*", "$1");
    }

    private static String difference(Made before, Made after) {
        Map<String, String> old = before.options();
        Map<String, String> now = after.options();
        List<String> changes = new ArrayList<>();
        now.forEach((name, value) -> {
            if (!value.equals(old.get(name))) {
                changes.add("`" + (name + " " + value).strip() + "`");
            }
        });
        old.keySet().stream().filter(name -> !now.containsKey(name)).forEach(name -> changes.add("no `" + name + "`"));
        String nothing = notes(before, after).isEmpty() ? "done in any case" : "nothing";
        return changes.isEmpty() ? nothing : String.join(", ", changes);
    }

    private static String notes(Made before, Made after) {
        return reasons(after.translation().remarks().stream()
                .filter(note -> !before.translation().remarks().contains(note))
                .toList());
    }

    private static String reasons(List<String> sentences) {
        return sentences.stream()
                .map(sentence -> sentence.replaceFirst("^'[^']*': ", ""))
                .distinct()
                .collect(Collectors.joining("; "))
                .replace("<", "&lt;");
    }
}
