package io.dbharness.doctor;

import io.dbharness.doctor.Diagnosis.Advice;
import io.dbharness.doctor.Diagnosis.Conclusion;
import io.dbharness.doctor.Diagnosis.Reading;
import io.dbharness.doctor.Diagnosis.Section;
import io.dbharness.sut.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Formats a diagnosis for a terminal, aligned and wrapped to its width.
 *
 * @param columns width of the terminal
 */
public record DiagnosisText(int columns) {

    private static final int NAME = 25;
    private static final int LEAST = 40;
    private static final String INDENT = "  ";

    public String of(Diagnosis diagnosis) {
        StringBuilder text = new StringBuilder("examined " + diagnosis.takenAt() + "\n");
        if (!diagnosis.preflight().isEmpty()) {
            text.append("\nPreflight of the target\n");
            diagnosis.preflight().forEach(finding -> finding(text, finding));
        }
        if (!diagnosis.sections().isEmpty()) {
            measured(text, diagnosis);
        }
        return text.toString();
    }

    private void finding(StringBuilder text, Finding finding) {
        String verdict =
                String.format(Locale.ROOT, "%-8s ", finding.verdict().name().toLowerCase(Locale.ROOT));
        String needed = finding.needed().isEmpty() ? "" : "; needed: " + finding.needed();
        row(text, finding.what(), verdict + finding.found() + needed);
        if (!finding.mend().isEmpty()) {
            row(text, "", "-> " + finding.mend());
        }
    }

    private void measured(StringBuilder text, Diagnosis diagnosis) {
        for (Section section : diagnosis.sections()) {
            text.append('\n').append(section.title()).append('\n');
            for (Reading reading : section.readings()) {
                row(text, reading.name(), reading.text());
            }
        }
        text.append("\nWhat can be trusted here\n");
        for (Conclusion conclusion : diagnosis.conclusions()) {
            row(text, conclusion.name(), conclusion.text());
            row(text, "", "= " + conclusion.formula());
        }
        text.append("\nWhat to change\n");
        if (diagnosis.advice().isEmpty()) {
            text.append(INDENT).append("nothing: no finding impairs measurements\n");
        }
        for (Advice advice : diagnosis.advice()) {
            wrapped(text, "- ", INDENT, advice.finding());
            wrapped(text, INDENT + "-> ", INDENT + "   ", advice.change());
        }
    }

    private void row(StringBuilder text, String name, String value) {
        String indent = INDENT + " ".repeat(NAME);
        wrapped(text, INDENT + name + " ".repeat(Math.max(1, NAME - name.length())), indent, value);
    }

    private void wrapped(StringBuilder text, String first, String next, String value) {
        String before = first;
        for (String line : lines(value, Math.max(LEAST, columns - Math.max(first.length(), next.length())))) {
            text.append(before).append(line).append('\n');
            before = next;
        }
    }

    private static List<String> lines(String value, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : value.split(" ", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
