package io.dbharness.report.chart;

import io.dbharness.report.Numbers;
import io.dbharness.report.chart.Chart.Cell;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.Chart.Shade;
import io.dbharness.report.chart.ChartAxis.Scale;
import io.dbharness.report.chart.ChartAxis.Tick;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A chart as an HTML figure. The drawing is stretched to the room it gets while text keeps its size, so that it can be read on a phone;
 * hence labels are text beside the drawing and not in it. The same chart gives the same text.
 *
 * @param chart what is drawn
 */
public record Figure(Chart chart) {

    private static final int WIDTH = 2000;
    private static final int HEIGHT = 1000;

    /** Share of its room that a bar fills. */
    private static final double BAR = 0.9;

    /** Colours that there are. */
    private static final int COLOURS = 8;

    /** Steps of darkness: a reader cannot distinguish more. */
    private static final int STEPS = 8;

    /** Labels at the right end of an axis extend to its left, or they would leave the page. */
    private static final double RIGHT = 0.8;

    public Figure {
        chart = Thinning.of(chart);
    }

    public String html() {
        ChartAxis x = chart.x();
        boolean drawn = !chart.lines().isEmpty();
        String names = x.scale() == Scale.NAMES ? " names" : "";
        String ends = " data-low=\"" + x.low() + "\" data-high=\"" + x.high() + "\"";
        String note = chart.note().isEmpty() ? "" : " " + Html.element("span", chart.note());
        return "<figure class=\"chart" + names + "\"" + (x.scale() == Scale.TIME ? ends : "") + " data-at=\"" + places()
                + "\">" + Html.element("figcaption", "", Html.element("b", chart.title()) + note)
                + (drawn ? legend() : "")
                + Html.element("div", "axis", Html.escape(chart.y().title()))
                + Html.element("div", "plot", drawing() + labels())
                + Html.element("div", "axis end", Html.escape(x.title()))
                + (drawn ? data() : "")
                + "</figure>\n";
    }

    private String legend() {
        Stream<String> lines = named().values().stream()
                .map(own -> own.get(0))
                .map(line -> entry(css(line), swatch(line.form()), line.name()));
        Stream<String> marks = meanings().stream().map(what -> entry("mark", "M12 0v10", what));
        return Html.element("ul", "legend", Stream.concat(lines, marks).collect(Collectors.joining()));
    }

    private static String swatch(Form form) {
        return form.isBar()
                ? "M2 1h20v8h-20z"
                : form == Form.DOTS ? "M12 5h0" : form == Form.RANGES ? "M12 0v10" : "M0 5h24";
    }

    private static String entry(String css, String path, String name) {
        return "<li><svg viewBox=\"0 0 24 10\"><path class=\"" + css + "\" d=\"" + path + "\"/></svg>"
                + Html.escape(name) + "</li>";
    }

    private static String css(Line line) {
        return line.form().css() + " c" + line.colour() % COLOURS;
    }

    private String drawing() {
        StringBuilder svg = new StringBuilder("<svg viewBox=\"0 0 " + WIDTH + " " + HEIGHT)
                .append("\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"")
                .append(Html.escape(chart.title()) + "\">");
        for (Shade shade : chart.shades()) {
            long from = x(chart.x(), shade.from());
            svg.append("<rect class=\"shade\" x=\"" + from + "\" y=\"0\" width=\"" + (x(chart.x(), shade.to()) - from))
                    .append("\" height=\"" + HEIGHT + "\"/>");
        }
        svg.append("<path class=\"grid\" d=\"");
        chart.y().ticks().forEach(t -> svg.append(across(t.value())));
        chart.x().ticks().forEach(t -> svg.append(upright(t.value())));
        svg.append("\"/>");
        svg.append(heat());
        for (Mark mark : chart.marks()) {
            int meaning = meanings().indexOf(mark.meaning());
            svg.append("<path class=\"mark\"" + (meaning < 0 ? "" : " data-s=\"" + (named().size() + meaning) + "\""))
                    .append(" d=\"" + (mark.upright() ? upright(mark.value()) : across(mark.value())) + "\"/>");
        }
        // Which column of the table, and entry of the legend, is that of a line.
        List<String> names = List.copyOf(named().keySet());
        chart.lines()
                .forEach(line -> svg.append("<path class=\"" + css(line) + "\" data-s=\"" + names.indexOf(line.name()))
                        .append("\" d=\"" + path(line) + "\"/>"));
        return svg.append("</svg>").toString();
    }

    /** One path for each step of darkness, by the logarithm of the count: a single slow request must be visible beside thousands. */
    private String heat() {
        long most = chart.heat().stream().mapToLong(Cell::count).max().orElse(1);
        List<StringBuilder> steps =
                Stream.generate(StringBuilder::new).limit(STEPS).toList();
        for (Cell cell : chart.heat()) {
            double share = Math.log1p((double) cell.count()) / Math.log1p((double) most);
            int step = (int) Math.max(0, Math.min(STEPS - 1, Math.ceil(share * STEPS) - 1));
            long left = x(chart.x(), cell.left());
            long top = y(chart.y(), cell.top());
            long width = x(chart.x(), cell.right()) - left;
            long height = y(chart.y(), cell.bottom()) - top;
            steps.get(step).append(String.format(Locale.ROOT, "M%d %dh%dv%dh%dz", left, top, width, height, -width));
        }
        StringBuilder paths = new StringBuilder();
        for (int i = 0; i < STEPS; i++) {
            if (!steps.get(i).isEmpty()) {
                paths.append("<path class=\"heat\" style=\"fill-opacity:" + Html.percent((i + 1.0) / STEPS))
                        .append("\" d=\"" + steps.get(i) + "\"/>");
            }
        }
        return paths.toString();
    }

    private String across(double value) {
        return "M0 " + y(chart.y(), value) + "h" + WIDTH;
    }

    private String upright(double value) {
        return "M" + x(chart.x(), value) + " 0v" + HEIGHT;
    }

    /** Bars have their middle at their values: as wide as bars beside each other have room. */
    private String bars(Line line) {
        long beside = chart.lines().stream()
                .filter(l -> l.form().isBar())
                .map(Line::name)
                .distinct()
                .count();
        int names = chart.x().ticks().size();
        long width = Math.max(1, Math.round(Chart.barRoom(names, beside) * BAR * WIDTH / names));
        return line.points().stream()
                .filter(Figure::known)
                .map(p -> String.format(
                        Locale.ROOT,
                        "M%d %dV%dh%dV%dz",
                        x(chart.x(), p.x()) - width / 2,
                        y(chart.y(), p.y()),
                        HEIGHT,
                        width,
                        y(chart.y(), p.y())))
                .collect(Collectors.joining());
    }

    private String path(Line line) {
        if (line.form().isBar()) {
            return bars(line);
        }
        StringBuilder path = new StringBuilder();
        List<Point> points = line.points();
        boolean apart = line.form() == Form.DOTS;
        boolean down = false;
        boolean pairs = line.form() == Form.RANGES;
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            if (known(point)) {
                path.append((pairs ? i % 2 == 1 : down && !apart) ? 'L' : 'M')
                        .append(x(chart.x(), point.x()))
                        .append(' ')
                        .append(y(chart.y(), point.y()));
                boolean alone = !down && (i + 1 == points.size() || !known(points.get(i + 1)));
                path.append(apart || (alone && !pairs) ? "h0" : "");
            }
            down = known(point);
        }
        return path.toString();
    }

    private static boolean known(Point point) {
        return Double.isFinite(point.y());
    }

    private String labels() {
        ChartAxis x = chart.x();
        String room = x.scale() == Scale.NAMES
                ? ";width:" + Html.percent(1.0 / x.ticks().size())
                : "";
        StringBuilder labels = new StringBuilder();
        for (Tick tick : chart.y().ticks()) {
            labels.append(label("y", "bottom", chart.y().place(tick.value()), "", tick.label()));
        }
        labels.append("<div class=\"xs\">");
        for (Tick tick : x.ticks()) {
            labels.append(label("x", "left", x.place(tick.value()), room, tick.label()));
        }
        labels.append("</div>");
        for (Shade shade : chart.shades()) {
            labels.append(label("s", "left", x.place(shade.from()), "", shade.label()));
        }
        for (Mark mark : chart.marks()) {
            double place = (mark.upright() ? x : chart.y()).place(mark.value());
            String css = !mark.upright() ? "h" : place > RIGHT ? "v r" : "v";
            labels.append(label(css, mark.upright() ? "left" : "bottom", place, "", mark.label()));
        }
        return labels.toString();
    }

    private static String label(String css, String side, double place, String room, String text) {
        return "<span class=\"" + css + "\" style=\"" + side + ":" + Html.percent(place) + room + "\">"
                + Html.escape(text) + "</span>";
    }

    private static long x(ChartAxis axis, double value) {
        return Math.round(axis.place(value) * WIDTH);
    }

    /** Upwards on the axis is downwards on the canvas. */
    private static long y(ChartAxis axis, double value) {
        return Math.round((1 - axis.place(value)) * HEIGHT);
    }

    /** Where on the horizontal axis each row of the table is, in thousandths. */
    private String places() {
        return columns().stream()
                .map(x -> Long.toString(Math.round(chart.x().place(x) * 1000)))
                .collect(Collectors.joining(" "));
    }

    private SortedSet<Double> columns() {
        SortedSet<Double> all = new TreeSet<>();
        chart.lines().forEach(line -> line.points().forEach(point -> all.add(point.x())));
        return all;
    }

    /** Lines by their names: lines of one name are drawn separately and share a legend entry. */
    private Map<String, List<Line>> named() {
        return chart.lines().stream()
                .collect(Collectors.groupingBy(Line::name, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns legend entries for the kinds of marks in the chart, after the lines. */
    private List<String> meanings() {
        return chart.marks().stream()
                .map(Mark::meaning)
                .filter(meaning -> !meaning.isEmpty())
                .distinct()
                .toList();
    }

    /**
     * The numbers that the chart was drawn from, as a table that folds; the page reads its hover texts from it. A row for each value
     * of the horizontal axis, a column for each name. End tags that HTML lets out are left out.
     */
    private String data() {
        StringBuilder html = new StringBuilder("<details><summary>data</summary><div class=\"wide\"><table><caption>")
                .append(Html.escape(chart.title()))
                .append("</caption><thead><tr><th scope=\"col\">")
                .append(Html.escape(chart.x().title()));
        Map<String, List<Line>> named = named();
        named.keySet().forEach(name -> html.append("<th scope=\"col\">").append(Html.escape(name)));
        html.append("<tbody>");
        List<Map<Double, LinkedHashSet<String>>> values =
                named.values().stream().map(Figure::byPlace).toList();
        for (double x : columns()) {
            html.append("<tr><th scope=row>").append(Html.escape(chart.x().words(x)));
            values.forEach(column ->
                    html.append("<td>").append(String.join(", ", column.getOrDefault(x, new LinkedHashSet<>()))));
        }
        return html.append("</table></div></details>").toString();
    }

    private static Map<Double, LinkedHashSet<String>> byPlace(List<Line> lines) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .filter(point -> !Double.isNaN(point.y()))
                .collect(Collectors.groupingBy(
                        Point::x,
                        Collectors.mapping(
                                point -> Numbers.of(point.y()), Collectors.toCollection(LinkedHashSet::new))));
    }
}
