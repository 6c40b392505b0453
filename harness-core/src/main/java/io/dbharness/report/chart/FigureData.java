package io.dbharness.report.chart;

import io.dbharness.report.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The numbers a chart was drawn from, as a table that folds; what a page says on hovering is read from it. */
final class FigureData {

    private FigureData() {}

    /** Where on the horizontal axis each row of the table is, in thousandths. */
    static String places(Chart chart) {
        return columns(chart).stream()
                .map(x -> Long.toString(Math.round(chart.x().place(x) * 1000)))
                .collect(Collectors.joining(" "));
    }

    private static SortedSet<Double> columns(Chart chart) {
        SortedSet<Double> all = new TreeSet<>();
        chart.lines().forEach(line -> line.points().forEach(point -> all.add(point.x())));
        return all;
    }

    /** Lines by their names: those of one name are drawn apart and told together. */
    static Map<String, List<Line>> named(Chart chart) {
        Map<String, List<Line>> named = new LinkedHashMap<>();
        chart.lines()
                .forEach(line -> named.computeIfAbsent(line.name(), n -> new ArrayList<>())
                        .add(line));
        return named;
    }

    /** Which column of the table, and entry of the legend, is that of a line; from 0. */
    static int number(Chart chart, Line line) {
        return List.copyOf(named(chart).keySet()).indexOf(line.name());
    }

    /** What kinds of marks there are that the legend has to explain, behind the lines. */
    static List<String> meanings(Chart chart) {
        return chart.decor().marks().stream()
                .map(Chart.Mark::meaning)
                .filter(meaning -> !meaning.isEmpty())
                .distinct()
                .toList();
    }

    /** Which entry of the legend is that of a mark, as an attribute; nothing when there is none. */
    static String place(Chart chart, Chart.Mark mark) {
        int place = meanings(chart).indexOf(mark.meaning());
        return place < 0 ? "" : " data-s=\"" + (named(chart).size() + place) + "\"";
    }

    /** A row for each value of the horizontal axis, a column for each name. End tags that HTML lets out are left out. */
    static String table(Chart chart) {
        StringBuilder html =
                new StringBuilder("<details><summary>data</summary><div class=\"wide\"><table><thead><tr><th>");
        html.append(Html.escape(chart.x().title()));
        Map<String, List<Line>> named = named(chart);
        named.keySet().forEach(name -> html.append("<th>").append(Html.escape(name)));
        html.append("<tbody>");
        List<Map<Double, Set<String>>> values =
                named.values().stream().map(FigureData::byPlace).toList();
        for (double x : columns(chart)) {
            html.append("<tr><td>").append(Html.escape(chart.x().words(x)));
            values.forEach(column -> html.append("<td>").append(String.join(", ", column.getOrDefault(x, Set.of()))));
        }
        return html.append("</table></div></details>").toString();
    }

    private static Map<Double, Set<String>> byPlace(List<Line> lines) {
        Map<Double, Set<String>> byPlace = new HashMap<>();
        lines.stream()
                .flatMap(line -> line.points().stream())
                .filter(point -> !Double.isNaN(point.y()))
                .forEach(point -> byPlace.computeIfAbsent(point.x(), x -> new LinkedHashSet<>())
                        .add(Numbers.of(point.y())));
        return byPlace;
    }
}
