package io.dbharness.report;

import io.dbharness.report.Table.Column;
import io.dbharness.result.ServerStatistics;
import java.util.List;
import java.util.stream.Collectors;

/** What the server told about itself over the measurement. Pure functions of a result. */
public final class ServerTables {

    private ServerTables() {}

    /** A line for each level that has a value. */
    public static Table levels(ServerStatistics server) {
        List<List<String>> rows = server.names().stream()
                .flatMap(name -> server.figures(name).stream()
                        .map(f -> List.of(name, Numbers.of(f.mean()), Numbers.of(f.max()), Numbers.of(f.last()))))
                .toList();
        return new Table(
                List.of(Column.words("server"), Column.numbers("mean"), Column.numbers("max"), Column.numbers("last")),
                rows);
    }

    /** By how much its counts grew, in one line; empty when it has none. */
    public static String growth(ServerStatistics server) {
        return server.counters().entrySet().stream()
                .map(count -> count.getKey() + " +" + Numbers.of(count.getValue()))
                .collect(Collectors.joining(", ", server.counters().isEmpty() ? "" : "over the measurement: ", ""));
    }
}
