package io.dbharness.report;

import io.dbharness.model.Internal;
import io.dbharness.report.CellTable.Align;
import io.dbharness.report.CellTable.Column;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.study.Study;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.Study.StudyRun;
import io.dbharness.study.StudyTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The tables, claims and runs of a study as Markdown, text or comma-separated values. Pure: the same study gives the same text. */
@Internal
public final class StudyReport {

    /** Columns of a terminal. */
    private static final int WIDTH = 100;

    /** As GitHub renders it. */
    public String markdown(Study study) {
        Markdown page = new Markdown(study.title());
        page.paragraph(summary(study));
        study.notes().forEach(page::paragraph);
        study.headlines().forEach(page::item);
        study.legend().forEach(page::paragraph);
        sections(study, false).forEach(page::section);
        return page.text();
    }

    /** As a terminal shows it. */
    public String text(Study study) {
        StringBuilder text = new StringBuilder(study.title() + "\n");
        Stream.of(List.of(summary(study)), study.notes(), study.legend())
                .flatMap(List::stream)
                .flatMap(note -> TextTable.wrapped(note, WIDTH).stream())
                .forEach(line -> text.append(line).append('\n'));
        return TextReport.visible(text + Section.text(sections(study, true), WIDTH));
    }

    /** File name to content: a file for each table, one for all numbers ({@code long.csv}), one for the claims. */
    public Map<String, String> csv(Study study) {
        Map<String, String> files = new LinkedHashMap<>();
        study.tables()
                .forEach(table ->
                        files.put(table.id() + ".csv", table(table, false).csv()));
        files.put("long.csv", numbers(study).csv());
        new Columns<ClaimOutcome>()
                .words("verdict", c -> c.verdict().word())
                .words("claim", ClaimOutcome::text)
                .words("formula", ClaimOutcome::expression)
                .words("because", ClaimOutcome::because)
                .of(study.claims())
                .ifAny(claims -> files.put("claims.csv", claims.csv()));
        return files;
    }

    /** Every number with all its digits. */
    private static CellTable numbers(Study study) {
        List<List<String>> rows = new ArrayList<>();
        for (StudyTable table : study.tables()) {
            for (StudyTable.Row row : table.rows()) {
                for (int i = 0; i < row.cells().size(); i++) {
                    StudyTable.Cell cell = row.cells().get(i);
                    StudyTable.Column column = table.columns().get(i);
                    rows.add(List.of(
                            study.name(),
                            table.id(),
                            row.label(),
                            new StudyTable.Column(column.group(), column.label(), "").full(),
                            cell.basis() == StudyTable.Basis.RATIO ? "" : row.unit() + column.unit(),
                            cell.value().stream()
                                    .mapToObj(Numbers::exact)
                                    .findFirst()
                                    .orElse(""),
                            cell.text(),
                            cell.mark(),
                            cell.basis().word()));
                }
            }
        }
        return CellTable.words(
                List.of("experiment", "table", "row", "column", "unit", "value", "printed", "mark", "kind"), rows);
    }

    /** Returns the sections that are not empty.
     *
     * @param grouped true if columns are below the names of their groups
     */
    private static List<Section> sections(Study study, boolean grouped) {
        List<Section> sections = new ArrayList<>();
        study.tables()
                .forEach(t ->
                        sections.add(new Section(t.title(), List.of(), Optional.of(table(t, grouped)), t.notes())));
        new Columns<ClaimOutcome>()
                .words("Verdict", c -> c.verdict().word())
                .words("Claim", ClaimOutcome::text)
                .words("Because", ClaimOutcome::because)
                .of(study.claims())
                .ifAny(table -> sections.add(plain("Claims", table)));
        new Columns<ClaimOutcome>()
                .words("Kept", level -> kept(level.verdict()))
                .words("Service level", ClaimOutcome::text)
                .words("Means", ClaimOutcome::expression)
                .words("Because", ClaimOutcome::because)
                .of(study.serviceLevels())
                .ifAny(table -> sections.add(plain("Service levels", table)));
        new Columns<StudyRun>()
                .words("Verdict", StudyRun::verdict)
                .words("Run", StudyRun::name)
                .words("Caveats", run -> String.join("; ", run.caveats()))
                .of(study.runs())
                .ifAny(table -> sections.add(plain("Runs", table)));
        if (!study.missing().isEmpty()) {
            sections.add(Section.of("Not run", study.missing()));
        }
        return sections;
    }

    private static Section plain(String title, CellTable table) {
        return new Section(title, List.of(), Optional.of(table), List.of());
    }

    private static String summary(Study study) {
        return String.format(
                Locale.ROOT,
                "%s, profile %s, %d runs; of %d claims %d supported, %d contradicted, %d not testable",
                study.name(),
                study.profile(),
                study.runs().size(),
                study.claims().size(),
                count(study, Verdict.SUPPORTED),
                count(study, Verdict.CONTRADICTED),
                count(study, Verdict.NOT_TESTABLE));
    }

    /** How many claims have a verdict. */
    public static long count(Study study, Verdict verdict) {
        return study.claims().stream().filter(c -> c.verdict() == verdict).count();
    }

    private static CellTable table(StudyTable table, boolean grouped) {
        Align align = table.kind() == StudyTable.Kind.FACTS ? Align.LEFT : Align.RIGHT;
        List<Column> columns = new ArrayList<>(List.of(Column.words(table.head())));
        List<String> groups = table.groups();
        for (int i = 0; i < groups.size(); i++) {
            StudyTable.Column column = table.columns().get(i);
            columns.add(
                    grouped
                            ? new Column(groups.get(i), column.below(), "", align)
                            : new Column("", column.full(), "", align));
        }
        List<List<String>> rows = new ArrayList<>();
        for (StudyTable.Row row : table.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.full()));
            row.cells().forEach(cell -> cells.add(cell.shown()));
            rows.add(cells);
        }
        return new CellTable(columns, rows);
    }

    /** Describes a service level by the verdict on its claim. */
    public static String kept(Verdict verdict) {
        return switch (verdict) {
            case SUPPORTED -> "kept";
            case CONTRADICTED -> "not kept";
            case NOT_TESTABLE -> verdict.word();
        };
    }
}
