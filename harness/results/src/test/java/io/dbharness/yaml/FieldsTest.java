package io.dbharness.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.yaml.YamlFile.Names;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FieldsTest {

    private final Problems problems = new Problems();

    private Fields fields(String... lines) {
        return YamlFile.parse("disks.yaml", String.join("\n", lines), problems);
    }

    @Test
    void readsWhatIsThereAndNothingForWhatIsNot() {
        Fields fields = fields("size: 8GiB", "iops: 500", "bandwidth: 125MB/s", "for: 1m30s", "on: true", "in: [a, b]");

        assertThat(fields.bytes("size")).hasValue(8L << 30);
        assertThat(fields.whole("iops", 1, 1000)).hasValue(500);
        assertThat(fields.bytesPerSecond("bandwidth")).hasValue(125_000_000);
        assertThat(fields.length("for")).contains(Duration.ofSeconds(90));
        assertThat(fields.flag("on")).contains(true);
        assertThat(fields.texts("in")).containsExactly("a", "b");
        assertThat(fields.text("other")).isEmpty();
        fields.refuseOthers();
        assertThat(problems.lines()).isEmpty();
    }

    @Test
    void tellsEverythingThatIsWrongWithItsLine() {
        Fields fields = fields("disk:", "  iops: many", "  size: 8", "  colour: red", "  iops: 5", "list: {}");
        Fields disk = fields.fields("disk").orElseThrow();

        assertThat(disk.whole("iops", 1, 9)).isEmpty();
        assertThat(disk.bytesPerSecond("size")).isEmpty();
        assertThat(fields.list("list")).isEmpty();
        disk.refuseOthers();

        assertThat(problems.lines())
                .containsExactly(
                        "disks.yaml:5: disk.iops is there twice",
                        "disks.yaml:2: disk.iops must be a whole number from 1 to 9, not 'many'",
                        "disks.yaml:3: disk.size must be a bandwidth such as 125MB/s or 600MiB/s, not '8'",
                        "disks.yaml:6: list must be a list",
                        "disks.yaml:4: disk.colour is not known here; known are iops, size");
    }

    @Test
    void namesMayBeReadInAnyCaseAndAreToldAsWritten() {
        Fields fields = YamlFile.parse(
                "p.yaml", "Size: 8k\nQueries:\n  Latest: {CQL: a, cql: b}\nempty:", Names.IN_ANY_CASE, problems);

        assertThat(fields.bytes("size")).hasValue(8192);
        assertThat(fields.list("EMPTY")).isEmpty();
        assertThat(fields.fieldsOrNone("absent").names()).isEmpty();
        Fields queries = fields.fieldsOrNone("queries");
        assertThat(queries.names()).containsExactly("Latest");
        assertThat(queries.fieldsOrNone("latest").required("fields")).isEmpty();
        assertThat(queries.where("latest")).isEqualTo("p.yaml:3: queries.latest");
        fields.refuseOthers();
        assertThat(problems.lines())
                .containsExactly(
                        "p.yaml:3: queries.latest.cql is there twice", "p.yaml:3: queries.latest.fields is missing");
    }

    @Test
    void aNameInAnotherCaseIsNoSecondOneWhenItMeansTheSame() {
        Fields fields = YamlFile.parse(
                "p.yaml",
                "queries:\n  one: {cql: a, of: [1, 2]}\n  One: {of: [1, 2], cql: a}\n  ONE: {of: [2, 1], cql: a}",
                Names.IN_ANY_CASE,
                problems);

        assertThat(fields.fieldsOrNone("queries").names()).containsExactly("one");
        assertThat(problems.lines()).containsExactly("p.yaml:4: queries.ONE is there twice");
    }

    @Test
    void saysWhereAFileIsNoYaml() {
        assertThatThrownBy(() -> fields("a: 1", "b: [1, 2"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("disks.yaml:2: not YAML: ");
        assertThatThrownBy(() -> fields("- a"))
                .isInstanceOf(UsageException.class)
                .hasMessage("disks.yaml:1: the file must begin with a mapping (name: value)");
        assertThatThrownBy(() -> fields("")).isInstanceOf(UsageException.class).hasMessage("disks.yaml is empty");
        assertThatThrownBy(() -> fields("a: " + "[".repeat(100_000)))
                .isInstanceOf(UsageException.class)
                .hasMessage("disks.yaml is nested too deeply to be read");
    }

    @Test
    void aNumberIsWrittenInTheDigitsFrom0To9() {
        assertThat(fields("iops: \u0665").whole("iops", 1, 9)).isEmpty();
        assertThat(problems.lines())
                .containsExactly("disks.yaml:1: iops must be a whole number from 1 to 9, not '\u0665'");
    }

    @Test
    void anAliasWithinWhatItNamesIsRefused() {
        assertThatThrownBy(
                        () -> YamlFile.parse("p.yaml", "x: 1\nof: &a [*a]\nOf: &b [*b]", Names.IN_ANY_CASE, problems))
                .isInstanceOf(UsageException.class)
                .hasMessage("p.yaml:2: an alias refers to what contains it");
        assertThatThrownBy(() -> fields("a: &a", "  b: {c: *a}"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("disks.yaml:1: an alias");
    }

    @Test
    void aliasesOfAliasesThatStandForMillionsOfValuesAreRefused() {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x]\n");
        for (int i = 1; i < 24; i++) {
            String before = "*a" + (i - 1);
            text.append("a%d: &a%d [%s, %s]%n".formatted(i, i, before, before));
        }

        assertThatThrownBy(() -> fields(text.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("with its aliases written out it has more than 1000000 values");
    }

    @Test
    void saysWhyAFileCannotBeRead(@TempDir Path directory) throws Exception {
        Path latin = Files.write(directory.resolve("latin.yaml"), "a: é".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> YamlFile.read(latin, problems)).hasMessageEndingWith("is not text in UTF-8");
        assertThatThrownBy(() -> YamlFile.read(directory, problems)).hasMessageEndingWith("it is a directory");
        assertThatThrownBy(() -> YamlFile.read(directory.resolve("none"), problems))
                .hasMessageEndingWith("there is no such file");
    }
}
