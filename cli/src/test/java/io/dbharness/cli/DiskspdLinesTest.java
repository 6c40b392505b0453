package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.testkit.ClassicLines;
import io.dbharness.cli.testkit.ClassicLines.Made;
import io.dbharness.cli.testkit.Unconnected;
import io.dbharness.model.UsageException;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.testkit.GeneratedPart;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Lines of DiskSpd written after its documentation, each with its translation and notes or the reasons of its refusal, and the manual's
 * table of its words. {@code -Dgolden.update=true} writes both.
 */
class DiskspdLinesTest {

    private static final Path FILE = SourceTree.path("cli/src/test/resources/io/dbharness/cli/classic/diskspd.txt");
    private static final Path MANUAL = SourceTree.path("docs/coming-from.md");
    private static final String BEGIN = "<!-- made by DiskspdLinesTest -->\n";
    private static final String END = "<!-- end -->\n";
    private static final String USUAL = "-c1G probe";

    /** Words that ask for what is done in any case, reviewed one by one. */
    private static final Set<String> AS_BY_DEFAULT = Set.of(
            "-L", "-n", "-ag", "-a", "-I3", "-Sb", "-Rtext", "-b64K", "-o2", "-t1", "-w0", "-d10", "-W5", "-C0", "-C",
            "-z0", "-s", "-s64K", "-r8K", "-rs100", "-B0", "-si");

    private final Captured out = new Captured();
    private final Captured err = new Captured();

    private Cli cli() {
        return new Cli(TestContexts.of(Unconnected.catalog(), out, err), new Machine(2, false));
    }

    private static List<String> lines() throws IOException {
        return ClassicLines.typed(FILE);
    }

    /** Returns the problems that the run of a translation would have before it opens a file. */
    private List<String> refusals(List<String> words) {
        try {
            cli().check(words);
            return List.of();
        } catch (UsageException e) {
            return e.problems();
        }
    }

    @Test
    void eachLineIsTranslatedOrRefusedForItsReason() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line : lines()) {
            Made made = ClassicLines.diskspd(line);
            all.append("$ ").append(line).append('\n').append(made.outcome());
            if (made.problems().isEmpty()) {
                refusals(made.translation().words())
                        .forEach(problem -> all.append("  its run refuses: ")
                                .append(problem)
                                .append('\n'));
                assertThat(ClassicLines.words(made.translation().line()))
                        .isEqualTo(made.translation().words());
            }
        }
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(FILE, all.toString());
        }

        assertThat(lines()).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
        assertThat(all.toString()).isEqualTo(Files.readString(FILE));
    }

    /** Without a word that is accepted, the line means something else, or a note is missing. */
    @Test
    void noWordOfAnAcceptedLineIsLost() throws IOException {
        Set<String> lost = new TreeSet<>();
        for (String line : lines()) {
            List<String> words = Arrays.asList(line.split(" ", -1));
            Made whole = ClassicLines.diskspd(line);
            for (int i = 0; i < words.size() && whole.problems().isEmpty(); i++) {
                List<String> without = new ArrayList<>(words);
                String word = without.remove(i);
                boolean option = word.startsWith("-") && !AS_BY_DEFAULT.contains(word);
                if (option
                        && ClassicLines.diskspd(String.join(" ", without))
                                .outcome()
                                .equals(whole.outcome())) {
                    lost.add(word + " of " + line);
                }
            }
        }

        assertThat(lost).isEmpty();
    }

    @Test
    void theManualHasATableOfTheWords() throws IOException {
        StringBuilder table = new StringBuilder("| word | here | note |\n| --- | --- | --- |\n");
        for (String line : Files.readAllLines(FILE.resolveSibling("diskspd-words.txt"))) {
            String[] parts = line.split("\\|", -1);
            String with = parts.length > 1 ? parts[1].strip() : "";
            String word = parts[0].strip();
            String base = (with + " " + (word.startsWith("-c") ? "probe" : USUAL)).strip();
            Made before = ClassicLines.diskspd(base);
            Made after = ClassicLines.diskspd(word + " " + base);
            table.append("| `").append(word).append(with.isEmpty() ? "` | " : "` with `" + with + "` | ");
            table.append(after.problems().isEmpty() ? difference(before, after) : "refused")
                    .append(" | ");
            List<String> notes = after.problems().isEmpty()
                    ? after.translation().remarks().stream()
                            .filter(note -> !before.translation().remarks().contains(note))
                            .toList()
                    : after.problems();
            table.append(String.join(
                            "; ",
                            notes.stream()
                                    .map(note -> note.replaceFirst("^'[^']*': ", ""))
                                    .distinct()
                                    .toList()))
                    .append(" |\n");
        }
        GeneratedPart part = new GeneratedPart(MANUAL, BEGIN, END);
        if (Boolean.getBoolean("golden.update")) {
            part.write(table.toString());
        }

        assertThat(Files.readString(MANUAL)).isEqualTo(part.pageWith(table.toString()));
    }

    private static String difference(Made before, Made after) {
        Map<String, String> old = before.options();
        List<String> changes = new ArrayList<>();
        after.options().forEach((name, value) -> {
            if (!value.equals(old.get(name))) {
                changes.add("`" + (name + " " + value).strip() + "`");
            }
        });
        String nothing =
                before.translation().remarks().containsAll(after.translation().remarks())
                        ? "done in any case"
                        : "nothing";
        return changes.isEmpty() ? nothing : String.join(", ", changes);
    }

    @Test
    void aLineWithAPathOfWindowsRunsOnTheFileThatIsGiven() {
        int code = cli().execute(
                        "disk",
                        "--diskspd",
                        "diskspd.exe -c8M -b8K -o4 -r -h \"C:\\my files\\io.dat\"",
                        "--file",
                        "/tmp/probe",
                        "--duration",
                        "3s",
                        "--translate");

        assertThat(code).as(err.text()).isEqualTo(ExitCode.OK);
        assertThat(out.text())
                .isEqualTo("java -jar harness.jar disk --size 8m --block 8k --read 100 --random 100 --direct yes --sync"
                        + " --warmup 5s --outstanding 4 --file /tmp/probe --duration 3s\n");
        assertThat(err.text()).contains("note: 'C:\\my files\\io.dat': another file is used");
    }

    @Test
    void everyReasonIsReportedAtOnceAndHelpIsPrinted() {
        assertThat(cli().execute("disk", "--diskspd=-Sm -j5 -X:a.xml C:")).isEqualTo(ExitCode.USAGE);
        assertThat(err.text())
                .contains("error: '-Sm': ", "error: '-j5': ", "error: '-X:a.xml': ", "error: 'C:': ")
                .contains("see java -jar harness.jar disk --diskspd -?");
        assertThat(cli().execute("disk", "--diskspd", "-?")).isEqualTo(ExitCode.OK);
        assertThat(out.text()).contains("A command line of DiskSpd");
    }
}
