package io.dbharness.report;

import io.dbharness.model.Internal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The content below a title.
 *
 * @param lines first lines
 * @param table after the lines
 * @param notes remarks on the table
 */
@Internal
public record Section(String title, List<String> lines, Optional<CellTable> table, List<String> notes) {

    /** Lines alone. */
    static Section of(String title, List<String> lines) {
        return new Section(title, lines, Optional.empty(), List.of());
    }

    /** With a table of latencies and what its marks mean. */
    static Section of(String title, List<String> lines, CellTable table) {
        return new Section(title, lines, Optional.of(table), LatencyCell.legend(table));
    }

    /** All of them as a terminal of this width shows them, each behind a blank line. */
    static String text(List<Section> sections, int width) {
        return sections.stream().map(section -> section.text(width)).collect(Collectors.joining());
    }

    private String text(int width) {
        StringBuilder text = new StringBuilder("\n" + title + "\n");
        lines.forEach(line -> text.append("  ").append(line).append('\n'));
        table.ifPresent(own -> text.append(own.text(width)));
        notes.forEach(note ->
                TextTable.wrapped(note, width).forEach(line -> text.append(line).append('\n')));
        return text.toString();
    }
}
