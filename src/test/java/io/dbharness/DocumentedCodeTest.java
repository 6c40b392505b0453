package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Java and XML in the documentation are part of an example, which the tests build. */
class DocumentedCodeTest {

    private static final Path ROOT = SourceTree.root();
    private static final Pattern BLOCK =
            Pattern.compile("(?m)(?:^<!-- (\\S+) -->\\n)?^```(?:java|xml)\\n((?s:.*?))^```$");

    @ParameterizedTest
    @ValueSource(strings = {"docs/library.md", "docs/extending.md"})
    void isTakenFromTheFileThatIsNamedAboveIt(String page) throws IOException {
        List<MatchResult> blocks =
                BLOCK.matcher(Files.readString(ROOT.resolve(page))).results().toList();

        assertThat(blocks).isNotEmpty();
        for (MatchResult block : blocks) {
            assertThat(block.group(1)).as("the file above " + block.group(2)).isNotNull();
            assertThat(plain(Files.readString(ROOT.resolve(block.group(1))))).contains(plain(block.group(2)));
        }
    }

    /** Without indentation. */
    private static String plain(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
