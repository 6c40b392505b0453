package io.dbharness.study;

import io.dbharness.model.Problems;
import io.dbharness.result.Csv;
import io.dbharness.result.Grammar;
import io.dbharness.study.Observation.Figure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Parses published figures from a table of comma-separated values. A head may carry a unit in brackets. Either each line is one
 * figure, with the columns {@code metric}, {@code value} and {@code unit} beside its labels; or each line is one run, and a column is a
 * metric if all of it is numbers and it is not called {@code repeat} or like a factor of the load. Empty cells and {@code TBD} are
 * figures that are not there. Lines that begin with {@code #} say where the figures are from.
 */
public final class FigureTable {

    private static final Pattern HEAD = Pattern.compile("(.*?)\\s*(?:\\[([^\\]]*)\\])?");
    private static final Pattern NUMBER =
            Pattern.compile("-?\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d{1,3})?");
    private static final Pattern DECIMAL_COMMA = Pattern.compile("-?\\d[\\d.]*,\\d+");
    private static final String METRIC = "metric";
    private static final String VALUE = "value";
    private static final String UNIT = "unit";

    private static final Pattern INFINITE = Pattern.compile("(?i)[-+]?(nan|inf|infinity|∞)");

    private final String name;
    private final List<String> heads;
    private final List<List<String>> lines;
    private final Map<Map<String, String>, Map<String, Figure>> figures = new LinkedHashMap<>();

    private FigureTable(String name, List<String> heads, List<List<String>> lines) {
        this.name = name;
        this.heads = heads;
        this.lines = lines;
    }

    /**
     * Parses a table; notes its faults.
     *
     * @param name for messages
     */
    public static List<Observation> parse(String name, String text, Problems problems) {
        String content = text.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
        List<List<String>> all = Csv.parse(content);
        if (all.isEmpty()) {
            problems.add(name + " is empty");
            return List.of();
        }
        List<String> heads = all.get(0);
        List<List<String>> lines = all.subList(1, all.size());
        for (int i = 0; i < lines.size(); i++) {
            problems.require(
                    lines.get(i).size() == heads.size(),
                    name + ": line " + (i + 1) + " below the head has "
                            + lines.get(i).size() + " cells, the head " + heads.size());
            lines.get(i).stream()
                    .filter(cell -> INFINITE.matcher(cell).matches())
                    .forEach(cell -> problems.add(noNumber(name, cell)));
        }
        for (String head : new TreeSet<>(heads)) {
            problems.require(
                    Collections.frequency(heads, head) == 1,
                    name + ": the column " + Grammar.quoted(head) + " is there twice");
        }
        FigureTable table = new FigureTable(
                name,
                heads,
                lines.stream().filter(l -> l.size() == heads.size()).toList());
        if (heads.contains(METRIC) && heads.contains(VALUE)) {
            table.oneFigureALine(problems);
        } else {
            table.oneRunALine(problems);
        }
        table.figures.values().removeIf(Map::isEmpty);
        return table.figures.entrySet().stream()
                .map(run -> Observation.published(run.getKey(), run.getValue()))
                .toList();
    }

    private void oneFigureALine(Problems problems) {
        int unit = heads.indexOf(UNIT);
        for (List<String> line : lines) {
            Map<String, String> labels = new TreeMap<>();
            for (int i = 0; i < heads.size(); i++) {
                labels.put(heads.get(i), line.get(i));
            }
            labels.keySet().removeAll(List.of(METRIC, VALUE, UNIT));
            String value = line.get(heads.indexOf(VALUE));
            Map<String, Figure> own = run(labels);
            if (NUMBER.matcher(value).matches()) {
                String metric = line.get(heads.indexOf(METRIC));
                problems.require(
                        !own.containsKey(metric), name + ": " + metric + " is there twice for the same run " + labels);
                own.put(metric, Figure.of(value, new DisplayUnit(unit < 0 ? "" : line.get(unit))));
            } else {
                problems.require(unknown(value), noNumber(name, value));
            }
        }
    }

    private void oneRunALine(Problems problems) {
        lines.stream()
                .flatMap(List::stream)
                .filter(cell -> DECIMAL_COMMA.matcher(cell).matches()
                        && !NUMBER.matcher(cell).matches())
                .forEach(cell -> problems.add(noNumber(name, cell) + ", and decimals follow a point"));
        boolean[] metric = new boolean[heads.size()];
        IntStream.range(0, heads.size()).forEach(i -> metric[i] = isMetric(i));
        for (List<String> line : lines) {
            Map<String, String> labels = new TreeMap<>();
            Map<String, Figure> own = new LinkedHashMap<>();
            for (int i = 0; i < heads.size(); i++) {
                Matcher head = HEAD.matcher(heads.get(i));
                String title = head.matches() ? head.group(1) : heads.get(i);
                if (!metric[i]) {
                    labels.put(title, line.get(i));
                } else if (!unknown(line.get(i))) {
                    own.put(
                            title,
                            Figure.of(line.get(i), new DisplayUnit(Objects.requireNonNullElse(head.group(2), ""))));
                }
            }
            Map<String, Figure> run = run(labels);
            problems.require(
                    run.isEmpty(),
                    name + ": two lines are about the same run " + labels + "; number them in a column '"
                            + Observation.REPEAT + "'");
            run.putAll(own);
        }
    }

    /** The figures of the run with these labels, as far as they say anything. */
    private Map<String, Figure> run(Map<String, String> labels) {
        labels.values().removeIf(String::isEmpty);
        return figures.computeIfAbsent(labels, l -> new LinkedHashMap<>());
    }

    private boolean isMetric(int column) {
        boolean label = heads.get(column).equals(Observation.REPEAT) || StudyDesign.LOAD.contains(heads.get(column));
        return !label
                && lines.stream()
                        .map(line -> line.get(column))
                        .allMatch(cell -> unknown(cell) || NUMBER.matcher(cell).matches());
    }

    private static String noNumber(String name, String cell) {
        return name + ": " + Grammar.quoted(cell) + " is no number; a figure that is not known is TBD";
    }

    private static boolean unknown(String cell) {
        return cell.isEmpty() || cell.equals(StudyTable.TBD);
    }

    /** The table of some observations, one figure a line. */
    public static String of(List<Observation> observations) {
        List<String> factors = observations.stream()
                .flatMap(o -> o.labels().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        List<String> head = new ArrayList<>(factors);
        head.addAll(List.of(METRIC, VALUE, UNIT));
        StringBuilder text = new StringBuilder(Csv.line(head));
        for (Observation observation : observations) {
            new TreeMap<>(observation.figures()).forEach((metric, figure) -> {
                List<String> line = new ArrayList<>();
                factors.forEach(factor -> line.add(observation.labels().getOrDefault(factor, "")));
                line.add(metric);
                line.add(Digits.fixed(figure.value() / figure.unit().factor(), figure.decimals()));
                line.add(figure.unit().name());
                text.append(Csv.line(line));
            });
        }
        return text.toString();
    }
}
