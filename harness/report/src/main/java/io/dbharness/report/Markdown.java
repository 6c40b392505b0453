package io.dbharness.report;

/** Writes GitHub Markdown: blocks with a blank line between them. Texts are escaped. */
final class Markdown {

    private final StringBuilder text = new StringBuilder();
    private boolean listing;

    Markdown(String title) {
        line("# " + CellTable.escaped(title));
    }

    void paragraph(String words) {
        markup(CellTable.escaped(words));
    }

    /** A paragraph that is Markdown already. */
    void markup(String markdown) {
        end();
        line(markdown);
    }

    void item(String words) {
        item("", words);
    }

    /** One that begins with a word in bold type. */
    void item(String bold, String words) {
        if (!listing) {
            end();
        }
        listing = true;
        line("- " + (bold.isEmpty() ? "" : "**" + bold + "** ") + CellTable.escaped(words));
    }

    void section(Section section) {
        section(section.title());
        section.lines().forEach(this::item);
        section.table().ifPresent(this::table);
        section.notes().forEach(this::paragraph);
    }

    void section(String title) {
        markup("## " + CellTable.escaped(title));
        line("");
    }

    void table(CellTable table) {
        end();
        text.append(table.markdown());
    }

    /** A table of latencies with what its marks mean. */
    void latencies(CellTable table) {
        table(table);
        LatencyCell.legend(table).forEach(this::paragraph);
    }

    /** In a fence that is longer than any within it. */
    void code(String code) {
        String fence = "```";
        while (code.contains(fence)) {
            fence += "`";
        }
        line(fence + "\n" + code + "\n" + fence);
    }

    String text() {
        return text.toString();
    }

    private void end() {
        listing = false;
        if (!text.toString().endsWith("\n\n")) {
            line("");
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
