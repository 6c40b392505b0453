package io.dbharness.report;

import io.dbharness.report.Table.Column;
import io.dbharness.result.ServerStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** What the server told about itself over the measurement. Pure functions of a result. */
public final class ServerTables {

    private ServerTables() {}

    /** A line for each level that has a value; with the share of it that was used where a limit is declared. */
    public static Table levels(ServerStatistics server) {
        List<Column> columns = new ArrayList<>(
                List.of(Column.words("server"), Column.numbers("mean"), Column.numbers("max"), Column.numbers("last")));
        boolean limited =
                server.names().stream().anyMatch(name -> !server.limitsOf(name).isEmpty());
        if (limited) {
            columns.addAll(List.of(Column.words("limit"), Column.words("used, mean"), Column.words("used, max")));
        }
        List<List<String>> rows = new ArrayList<>();
        for (String name : server.names()) {
            server.figures(name).ifPresent(f -> {
                List<String> row =
                        new ArrayList<>(List.of(name, Numbers.of(f.mean()), Numbers.of(f.max()), Numbers.of(f.last())));
                if (limited) {
                    Map<String, Double> limits = server.limitsOf(name);
                    row.add(each(limits, (limit, value) -> Numbers.tick(value) + burst(limit)));
                    row.add(each(limits, (limit, value) -> Numbers.percent(f.mean() / value)));
                    row.add(each(limits, (limit, value) -> Numbers.percent(f.max() / value)));
                }
                rows.add(row);
            });
        }
        return new Table(columns, rows);
    }

    private static String each(Map<String, Double> limits, BiFunction<String, Double, String> words) {
        return limits.entrySet().stream()
                .map(limit -> words.apply(limit.getKey(), limit.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static String burst(String limit) {
        return ServerStatistics.isBurst(limit) ? " in bursts" : "";
    }

    /** Declared limits of which no level was told, in one line; empty when there are none. */
    public static String untold(ServerStatistics server) {
        return server.limits().entrySet().stream()
                .filter(limit ->
                        server.figures(ServerStatistics.limited(limit.getKey())).isEmpty())
                .map(limit -> limit.getKey() + " " + Numbers.tick(limit.getValue()))
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "),
                        names -> names.isEmpty() ? "" : "declared limits of levels that were not told: " + names));
    }

    /** By how much its counts grew, in one line; empty when it has none. */
    public static String growth(ServerStatistics server) {
        return server.counters().entrySet().stream()
                .map(count -> count.getKey() + " +" + Numbers.of(count.getValue()))
                .collect(Collectors.joining(", ", server.counters().isEmpty() ? "" : "over the measurement: ", ""));
    }
}
