package io.dbharness.report;

import io.dbharness.report.Table.Align;
import io.dbharness.result.study.ClaimOutcome;
import io.dbharness.result.study.Study;
import io.dbharness.result.study.Study.StudyRun;
import io.dbharness.result.study.StudyTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables, claims and runs of a study as Markdown or text. Pure: the same study gives the same text. */
public final class StudyReport {

    /** As GitHub renders it. */
    public String markdown(Study study) {
        StringBuilder text = new StringBuilder("# " + Markdown.escape(study.title()) + "\n\n");
        text.append(Markdown.escape(summary(study))).append('\n');
        study.notes()
                .forEach(note -> text.append("\n").append(Markdown.escape(note)).append('\n'));
        section(
                text,
                study.headlines(),
                "\n",
                headlines -> headlines.stream()
                        .map(h -> "- " + Markdown.escape(h) + "\n")
                        .collect(Collectors.joining()));
        for (StudyTable table : study.tables()) {
            text.append("\n## ").append(Markdown.escape(table.title())).append("\n\n");
            text.append(table(table).markdown());
            table.notes()
                    .forEach(note ->
                            text.append("\n").append(Markdown.escape(note)).append('\n'));
        }
        section(
                text,
                study.claims(),
                "\n## Claims\n\n",
                claims -> claims(claims).markdown());
        section(
                text,
                study.serviceLevels(),
                "\n## Service levels\n\n",
                levels -> serviceLevels(levels).markdown());
        section(text, study.runs(), "\n## Runs\n\n", runs -> runs(runs).markdown());
        section(
                text,
                study.missing(),
                "\n## Not run\n\n",
                missing -> missing.stream()
                        .map(m -> "- " + Markdown.escape(m) + "\n")
                        .collect(Collectors.joining()));
        return text.toString();
    }

    /** As a terminal shows it. */
    public String text(Study study) {
        StringBuilder text = new StringBuilder(study.title() + "\n" + summary(study) + "\n");
        study.notes().forEach(note -> text.append(note).append('\n'));
        for (StudyTable table : study.tables()) {
            text.append("\n").append(table.title()).append("\n");
            text.append(table(table).text());
            table.notes().forEach(note -> text.append(note).append('\n'));
        }
        section(text, study.claims(), "\nClaims\n", claims -> claims(claims).text());
        section(
                text,
                study.serviceLevels(),
                "\nService levels\n",
                levels -> serviceLevels(levels).text());
        section(text, study.runs(), "\nRuns\n", runs -> runs(runs).text());
        section(
                text,
                study.missing(),
                "\nNot run\n",
                missing -> missing.stream().map(m -> "  " + m + "\n").collect(Collectors.joining()));
        return text.toString();
    }

    private static <T> void section(StringBuilder text, List<T> items, String head, Function<List<T>, String> body) {
        if (!items.isEmpty()) {
            text.append(head).append(body.apply(items));
        }
    }

    private static String summary(Study study) {
        long supported = count(study, ClaimOutcome.Verdict.SUPPORTED);
        long contradicted = count(study, ClaimOutcome.Verdict.CONTRADICTED);
        long untestable = count(study, ClaimOutcome.Verdict.NOT_TESTABLE);
        return String.format(
                Locale.ROOT,
                "%s, profile %s, %d runs; of %d claims %d supported, %d contradicted, %d not testable",
                study.name(),
                study.profile(),
                study.runs().size(),
                study.claims().size(),
                supported,
                contradicted,
                untestable);
    }

    private static long count(Study study, ClaimOutcome.Verdict verdict) {
        return study.claims().stream().filter(c -> c.verdict() == verdict).count();
    }

    private static Table table(StudyTable table) {
        boolean words = table.kind() == StudyTable.Kind.FACTS;
        List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.words(table.head())));
        table.columns()
                .forEach(c -> columns.add(new Table.Column(
                        "", head(c.group(), c.label(), c.unit()), "", words ? Align.LEFT : Align.RIGHT)));
        List<List<String>> rows = new ArrayList<>();
        for (StudyTable.Row row : table.rows()) {
            List<String> cells = new ArrayList<>(List.of(head("", row.label(), row.unit())));
            row.cells().forEach(cell -> cells.add(cell.marked()));
            rows.add(cells);
        }
        return new Table(columns, rows);
    }

    /** A label with its group in front and its unit behind. */
    static String head(String group, String label, String unit) {
        return (group.isEmpty() ? "" : group + " ") + label + (unit.isEmpty() ? "" : ", " + unit);
    }

    private static Table claims(List<ClaimOutcome> claims) {
        List<List<String>> rows = new ArrayList<>();
        claims.forEach(c -> rows.add(List.of(c.verdict().word(), c.text(), c.because())));
        return new Table(
                List.of(Table.Column.words("Verdict"), Table.Column.words("Claim"), Table.Column.words("Because")),
                rows);
    }

    private static Table serviceLevels(List<ClaimOutcome> levels) {
        List<List<String>> rows = new ArrayList<>();
        levels.forEach(l -> rows.add(List.of(kept(l.verdict()), l.text(), l.expression(), l.because())));
        return new Table(
                Stream.of("Kept", "Service level", "Means", "Because")
                        .map(Table.Column::words)
                        .toList(),
                rows);
    }

    /** What the verdict on the claim that a service level is kept says of the service level. */
    public static String kept(ClaimOutcome.Verdict verdict) {
        return switch (verdict) {
            case SUPPORTED -> "kept";
            case CONTRADICTED -> "not kept";
            case NOT_TESTABLE -> verdict.word();
        };
    }

    private static Table runs(List<StudyRun> runs) {
        List<List<String>> rows = new ArrayList<>();
        runs.forEach(r -> rows.add(List.of(r.verdict(), r.name(), String.join("; ", r.caveats()))));
        return new Table(
                List.of(Table.Column.words("Verdict"), Table.Column.words("Run"), Table.Column.words("Caveats")), rows);
    }
}
