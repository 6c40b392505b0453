package io.dbharness;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The simple name of a top-level type is enough to find it. */
class TypeNamesTest {

    private static final Path ROOT = SourceTree.root();

    private static boolean isSource(Path path) {
        String text = ROOT.relativize(path).toString();
        return text.endsWith(".java")
                && !text.endsWith("package-info.java")
                && !text.matches("(.*/)?(target|results|\\.git)/.*");
    }

    @Test
    void noTwoTopLevelTypesHaveTheSameSimpleName() throws IOException {
        Map<String, List<String>> byName;
        try (Stream<Path> all = Files.walk(ROOT)) {
            byName = all.filter(TypeNamesTest::isSource)
                    .collect(groupingBy(
                            path -> path.getFileName().toString(), TreeMap::new, mapping(Path::toString, toList())));
        }
        assertThat(byName).hasSizeGreaterThan(1000);
        assertThat(byName.values()).allSatisfy(places -> assertThat(places).hasSize(1));
    }
}
