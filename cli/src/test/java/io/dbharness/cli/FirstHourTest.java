package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** What is typed in the first hour, by somebody who knows databases and other tools: each line does it, or names what to type. */
class FirstHourTest {

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final String NONE = "jdbc:postgresql://127.0.0.1:1/nothing";

    @TempDir
    Path directory;

    private final Captured out = new Captured();
    private final Captured err = new Captured();

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "first-hour.csv", delimiter = '|', quoteCharacter = '`')
    void eachLineDoesItOrNamesWhatToType(String line, int code, String said) {
        String[] words = WORD.matcher(line.replace("{dir}", directory.toString()))
                .results()
                .map(FirstHourTest::word)
                .map(word -> word.equals("NONE") ? NONE : word)
                .toArray(String[]::new);

        assertThat(execute(words)).as(err.text()).isEqualTo(code);

        assertThat(out.text() + err.text()).contains(said).doesNotContain("hunter2", "internal:");
    }

    @Test
    void helpOfAPartShowsWhatThePartUses() {
        execute("tpcc", "load", "--help");
        assertThat(out.text())
                .contains("--warehouses", "--mode", "--loaders")
                .doesNotContain("--think-time", "--mix", "--isolation", "--nodes", "--terminals-per-warehouse");

        execute("tpcc", "run", "--help-all");
        assertThat(out.text()).contains("--think-time", "--mix", "--isolation").doesNotContain("--nodes");
        execute("cql", "read", "--help-all");
        assertThat(out.text()).contains("--nodes");
    }

    private static String word(MatchResult found) {
        return Objects.requireNonNullElseGet(found.group(1), found::group);
    }

    private int execute(String... words) {
        WorkloadCommand.Context context = TestContexts.of(Catalog.found(), out, err);
        int code = new Cli(context, new Machine(2, false)).execute(words);
        context.terminal().flush();
        context.interruption().finished();
        return code;
    }
}
