package io.dbharness.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What stands beneath a title.
 *
 * @param lines come first
 * @param table behind them
 * @param notes what is to be said of the table
 */
public record Section(String title, List<String> lines, Optional<Table> table, List<String> notes) {

    /** Lines alone. */
    static Section of(String title, List<String> lines) {
        return new Section(title, lines, Optional.empty(), List.of());
    }

    /** With a table of latencies and what its marks mean. */
    static Section of(String title, List<String> lines, Table table) {
        return new Section(title, lines, Optional.of(table), LatencyCell.legend(table));
    }

    /** All of them as a terminal shows them, each behind a blank line. */
    static String text(List<Section> sections) {
        return sections.stream().map(Section::text).collect(Collectors.joining());
    }

    private String text() {
        StringBuilder text = new StringBuilder("\n" + title + "\n");
        lines.forEach(line -> text.append("  ").append(line).append('\n'));
        table.ifPresent(own -> text.append(own.text()));
        notes.forEach(note -> text.append(note).append('\n'));
        return text.toString();
    }
}
