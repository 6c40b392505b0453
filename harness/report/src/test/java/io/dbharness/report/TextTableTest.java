package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.report.CellTable.Align;
import io.dbharness.report.CellTable.Column;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextTableTest {

    private static Column number(String group, String name) {
        return new Column(group, name, "", Align.RIGHT);
    }

    @Test
    void groupsStandTogetherBelowTheirNames() {
        CellTable table = new CellTable(
                List.of(Column.words("Metric"), number("Slow disk", "measured"), number("Slow disk", "published")),
                List.of(List.of("p99", "12.5", "†13")));

        assertThat(table.text(100).lines())
                .containsExactly(
                        "                  Slow disk", "Metric  measured  published", "p99         12.5        †13");
    }

    @Test
    void whatIsTooWideGoesOnBelowBehindItsFirstColumn() {
        CellTable table = new CellTable(
                List.of(
                        Column.words("Level"),
                        number("Slow", "measured"),
                        number("Slow", "published"),
                        number("Fast", "measured"),
                        number("Fast", "published")),
                List.of(List.of("rate 20", "1", "2", "3", "4")));

        assertThat(table.text(34).lines())
                .containsExactly(
                        "                        Slow",
                        "Level    measured  published",
                        "rate 20         1          2",
                        "",
                        "                        Fast",
                        "Level    measured  published",
                        "rate 20         3          4");
    }

    @Test
    void wordsAreWrappedBeforeAnythingIsWiderThanTheTerminal() {
        String claim = "a claim of very many words that no terminal has room for in one line";
        CellTable table =
                CellTable.words(List.of("Verdict", "Claim", "Because"), List.of(List.of("supported", claim, claim)));

        String text = table.text(60);

        assertThat(text.lines()).hasSizeGreaterThan(2).allMatch(line -> line.length() <= 60);
        assertThat(Stream.of(text.split("\\s+"))).contains("supported", "claim", "terminal");
    }
}
