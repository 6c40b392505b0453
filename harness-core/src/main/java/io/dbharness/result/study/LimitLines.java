package io.dbharness.result.study;

import io.dbharness.result.ServerStatistics;
import io.dbharness.result.study.Expression.Reference;
import io.dbharness.result.study.StudyChart.Line;
import io.dbharness.result.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The limits that subjects declare, as lines across a chart of what they limit. */
final class LimitLines {

    private static final Pattern LEVEL = Pattern.compile("(?:server\\.)?(?:mean\\.|last\\.)?([A-Za-z][A-Za-z0-9]*)");

    private LimitLines() {}

    /** None for a formula that is no level of the server. */
    static List<Line> of(StudyDesign design, Map<String, String> where, Formula formula) {
        if (!(formula.expression() instanceof Reference reference)) {
            return List.of();
        }
        Matcher level = LEVEL.matcher(reference.name());
        if (!level.matches()) {
            return List.of();
        }
        String subject = where.get(design.subjectFactor());
        List<Level> subjects = design.subjects().stream()
                .filter(s -> subject == null || s.name().equals(subject))
                .toList();
        List<Line> lines = new ArrayList<>();
        for (String limit : design.limitNames()) {
            if (ServerStatistics.limited(limit).equals(level.group(1))) {
                lines(limit, subjects)
                        .forEach((value, label) ->
                                lines.add(new Line(label, value / formula.unit().factor())));
            }
        }
        return lines;
    }

    /** One for each value: several subjects may have the same. */
    private static Map<Double, String> lines(String limit, List<Level> subjects) {
        Map<Double, List<Level>> owners = new LinkedHashMap<>();
        for (Level subject : subjects) {
            OptionalDouble value = subject.declared().limit(limit);
            value.ifPresent(
                    v -> owners.computeIfAbsent(v, x -> new ArrayList<>()).add(subject));
        }
        Map<Double, String> lines = new LinkedHashMap<>();
        owners.forEach((value, own) -> lines.put(
                value,
                (ServerStatistics.isBurst(limit) ? "burst limit" : "limit")
                        + (own.size() == subjects.size()
                                ? ""
                                : " of " + own.stream().map(Level::label).collect(Collectors.joining(", ")))));
        return lines;
    }
}
