package io.dbharness.report.chart;

import io.dbharness.report.chart.Axis.Scale;
import io.dbharness.report.chart.Axis.Tick;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.Chart.Shade;
import io.dbharness.report.chart.Line.Form;
import io.dbharness.report.chart.Line.Point;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A chart as an HTML figure. The drawing is stretched to the room it gets while text keeps its size, so that it can be read on a phone;
 * hence labels are text beside the drawing and not in it. The same chart gives the same text.
 *
 * @param chart what is drawn
 */
public record Figure(Chart chart) {

    /** Colours that there are. */
    private static final int COLOURS = 8;

    /** Labels at the right end of an axis extend to its left, or they would leave the page. */
    private static final double RIGHT = 0.8;

    public String html() {
        boolean names = chart.x().scale() == Scale.NAMES;
        StringBuilder html = new StringBuilder(names ? "<figure class=\"chart names\"" : "<figure class=\"chart\"");
        if (chart.x().scale() == Scale.TIME) {
            html.append(String.format(
                    Locale.ROOT,
                    " data-low=\"%s\" data-high=\"%s\"",
                    chart.x().low(),
                    chart.x().high()));
        }
        html.append(" data-at=\"").append(FigureData.places(chart)).append("\">");
        html.append("<figcaption>").append(Html.element("b", chart.title()));
        if (!chart.note().isEmpty()) {
            html.append(' ').append(Html.element("span", chart.note()));
        }
        html.append("</figcaption>").append(chart.lines().isEmpty() ? "" : legend());
        html.append("<div class=\"axis\">")
                .append(Html.escape(chart.y().title()))
                .append("</div>");
        html.append("<div class=\"plot\">").append(drawing()).append(labels()).append("</div>");
        html.append("<div class=\"axis end\">")
                .append(Html.escape(chart.x().title()))
                .append("</div>");
        return html.append(chart.lines().isEmpty() ? "" : FigureData.table(chart))
                .append("</figure>\n")
                .toString();
    }

    private String legend() {
        Stream<String> lines = FigureData.named(chart).values().stream()
                .map(own -> own.get(0))
                .map(line -> entry(css(line), line.form() == Form.DOTS ? "M12 5h0" : "M0 5h24", line.name()));
        Stream<String> marks = FigureData.meanings(chart).stream().map(what -> entry("mark", "M12 0v10", what));
        return Stream.concat(lines, marks).collect(Collectors.joining("", "<ul class=\"legend\">", "</ul>"));
    }

    private static String entry(String css, String path, String name) {
        return "<li><svg viewBox=\"0 0 24 10\"><path class=\"" + css + "\" d=\"" + path + "\"/></svg>"
                + Html.escape(name) + "</li>";
    }

    private static String css(Line line) {
        return line.form().css() + " c" + line.colour() % COLOURS;
    }

    private String drawing() {
        StringBuilder svg = new StringBuilder();
        svg.append("<svg viewBox=\"0 0 ")
                .append(Canvas.WIDTH)
                .append(' ')
                .append(Canvas.HEIGHT)
                .append("\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"")
                .append(Html.escape(chart.title()))
                .append("\">");
        chart.decor().shades().forEach(shade -> svg.append(shaded(shade)));
        svg.append("<path class=\"grid\" d=\"");
        chart.y().ticks().forEach(t -> svg.append(across(t.value())));
        chart.x().ticks().forEach(t -> svg.append(upright(t.value())));
        svg.append("\"/>");
        chart.decor().heat().ifPresent(heat -> svg.append(heat.paths(chart.x(), chart.y())));
        chart.decor()
                .marks()
                .forEach(mark -> svg.append("<path class=\"mark\"")
                        .append(FigureData.place(chart, mark))
                        .append(" d=\"")
                        .append(mark.upright() ? upright(mark.value()) : across(mark.value()))
                        .append("\"/>"));
        chart.lines().forEach(line -> svg.append(drawn(line)));
        return svg.append("</svg>").toString();
    }

    private String across(double value) {
        return "M0 " + Canvas.y(chart.y(), value) + "h" + Canvas.WIDTH;
    }

    private String upright(double value) {
        return "M" + Canvas.x(chart.x(), value) + " 0v" + Canvas.HEIGHT;
    }

    private String shaded(Shade shade) {
        long from = Canvas.x(chart.x(), shade.from());
        return "<rect class=\"shade\" x=\"" + from + "\" y=\"0\" width=\"" + (Canvas.x(chart.x(), shade.to()) - from)
                + "\" height=\"" + Canvas.HEIGHT + "\"/>";
    }

    private String drawn(Line line) {
        StringBuilder path = new StringBuilder();
        List<Point> points = line.points();
        boolean down = false;
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            if (!known(point)) {
                down = false;
                continue;
            }
            boolean apart = line.form() == Form.DOTS || line.form() == Form.BARS;
            path.append(down && !apart ? 'L' : 'M')
                    .append(Canvas.x(chart.x(), point.x()))
                    .append(' ')
                    .append(Canvas.y(chart.y(), point.y()));
            boolean alone = !down && (i + 1 == points.size() || !known(points.get(i + 1)));
            if (line.form() == Form.BARS) {
                path.append('V').append(Canvas.HEIGHT);
            } else if (apart || alone) {
                path.append("h0");
            }
            down = true;
        }
        return "<path class=\"" + css(line) + "\" data-s=\"" + FigureData.number(chart, line) + "\" d=\"" + path
                + "\"/>";
    }

    private static boolean known(Point point) {
        return Double.isFinite(point.y());
    }

    private String labels() {
        StringBuilder labels = new StringBuilder();
        for (Tick tick : chart.y().ticks()) {
            labels.append(label("y", "bottom", chart.y().place(tick.value()), tick.label()));
        }
        labels.append("<div class=\"xs\">");
        List<Tick> places = chart.x().ticks();
        String room = chart.x().scale() == Scale.NAMES ? ";width:" + Html.percent(1.0 / places.size()) : "";
        for (Tick tick : places) {
            labels.append("<span class=\"x\" style=\"left:")
                    .append(Html.percent(chart.x().place(tick.value())))
                    .append(room)
                    .append("\">")
                    .append(Html.escape(tick.label()))
                    .append("</span>");
        }
        labels.append("</div>");
        for (Shade shade : chart.decor().shades()) {
            labels.append(label("s", "left", chart.x().place(shade.from()), shade.label()));
        }
        for (Mark mark : chart.decor().marks()) {
            labels.append(labelled(mark));
        }
        return labels.toString();
    }

    private String labelled(Mark mark) {
        if (!mark.upright()) {
            return label("h", "bottom", chart.y().place(mark.value()), mark.label());
        }
        double place = chart.x().place(mark.value());
        return label(place > RIGHT ? "v r" : "v", "left", place, mark.label());
    }

    private static String label(String css, String side, double place, String text) {
        return "<span class=\"" + css + "\" style=\"" + side + ":" + Html.percent(place) + "\">" + Html.escape(text)
                + "</span>";
    }
}
