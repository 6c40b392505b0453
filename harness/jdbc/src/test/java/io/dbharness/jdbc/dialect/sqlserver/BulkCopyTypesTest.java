package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.dialect.JdbcDriver.ConnectionUse;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the real driver declares and sends when it fills the tables of all definitions: the types that these have, and values that fit. */
class BulkCopyTypesTest {

    private static final Pattern TABLE =
            Pattern.compile("CREATE TABLE (\\w+)(?:\\$\\{n})? \\((.*?)\\n\\)", Pattern.DOTALL);
    private static final Pattern COLUMN =
            Pattern.compile("^\\s+(\\w+)\\s+(\\w+(?:\\(\\d+(?:, \\d+)?\\))?)(\\s+NOT)?\\s+NULL", Pattern.MULTILINE);

    /** An hour that most clocks of Europe skip. */
    private static final LocalDateTime SKIPPED = LocalDateTime.of(2020, 3, 29, 2, 30, 0, 123_456_789);

    static List<Path> scripts() throws IOException {
        List<Path> scripts = new ArrayList<>();
        for (String module : List.of("workloads-tpcc", "workloads-sysbench-like")) {
            try (Stream<Path> files = Files.walk(SourceTree.path(module, "src/main/resources"))) {
                files.filter(file -> file.getFileName().toString().matches("sqlserver-table.*\\.sql"))
                        .sorted()
                        .forEach(scripts::add);
            }
        }
        return scripts;
    }

    static Stream<Map.Entry<String, List<TdsColumn>>> tables() throws IOException {
        return scripts().stream()
                .flatMap(script -> TABLE.matcher(read(script)).results())
                .map(found -> Map.entry(found.group(1), columns(found.group(2))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    void theDriverDeclaresTheColumnsAsTheyAreAndSendsValuesThatFit(Map.Entry<String, List<TdsColumn>> definition)
            throws Exception {
        String table = definition.getKey();
        List<TdsColumn> columns = definition.getValue();
        try (TdsServer server = new TdsServer(Map.of(table, columns), Map.of())) {
            try (Connection connection = new SqlserverDriver()
                            .connect(
                                    TargetSpec.of(server.url()).withCredentials("sa", Secret.of("x")),
                                    ConnectionUse.SIDE);
                    RowSink sink = new SqlserverDialect()
                            .bulkLoader()
                            .open(
                                    connection,
                                    table,
                                    columns.stream().map(TdsColumn::name).toList())) {
                columns.forEach(column -> add(sink, column.type()));
                sink.endRow();
                sink.finish();
            }

            assertThat(server.failures).isEmpty();
            assertThat(declared(server.announced())).isEqualTo(wanted(columns));
            assertThat(server.rows)
                    .containsExactly(
                            columns.stream().map(column -> value(column.type())).toList());
            assertThat(server.announced()).contains("TABLOCK");
        }
    }

    /** Loaders of a table with a clustered key wait for each other, or deadlock, when they lock it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("scripts")
    void theTablesHaveNoKeysWhenTheyAreFilled(Path script) {
        assertThat(read(script)).contains("CREATE TABLE").doesNotContain("PRIMARY KEY", "UNIQUE", "CREATE CLUSTERED");
    }

    /** The longest value of each type. */
    private static void add(RowSink sink, String type) {
        Object value = value(type);
        if (type.startsWith("varbinary")) {
            sink.add(((String) value).getBytes(StandardCharsets.ISO_8859_1));
        } else if (type.startsWith("datetime2")) {
            sink.add(SKIPPED);
        } else if (value instanceof java.math.BigDecimal decimal) {
            sink.addDecimal(decimal.unscaledValue().longValueExact(), decimal.scale());
        } else if (value instanceof Long number) {
            sink.add(number);
        } else {
            sink.add((String) value);
        }
    }

    private static Object value(String type) {
        int[] sizes = Pattern.compile("[,(] ?(\\d+)")
                .matcher(type)
                .results()
                .mapToInt(size -> Integer.parseInt(size.group(1)))
                .toArray();
        return switch (type.replaceFirst("\\(.*", "")) {
            case "smallint" -> (long) Short.MAX_VALUE;
            case "int" -> (long) Integer.MIN_VALUE;
            case "bigint" -> Long.MAX_VALUE;
            case "decimal" -> java.math.BigDecimal.valueOf(-(long) Math.pow(10, sizes[0]) + 1, sizes[1]);
            case "datetime2" -> "2020-03-29 02:30:00.123456".substring(0, timeLength(sizes[0]));
            default -> "x".repeat(sizes[0]);
        };
    }

    private static int timeLength(int scale) {
        return "2020-03-29 02:30:00".length() + (scale == 0 ? 0 : scale + 1);
    }

    /** Points in time travel as texts of their full length. */
    private static Map<String, String> wanted(List<TdsColumn> columns) {
        return columns.stream()
                .collect(Collectors.toMap(
                        TdsColumn::name,
                        column -> column.type().startsWith("datetime2")
                                ? "varchar(" + ((String) value(column.type())).length() + ")"
                                : column.type()));
    }

    /** {@code INSERT BULK [t] ([a] int, …) with (…)}. */
    private static Map<String, String> declared(String announced) {
        Map<String, String> declared = new LinkedHashMap<>();
        Matcher column =
                Pattern.compile("\\[(\\w+)] (\\w+(?:\\s*\\([\\d, ]+\\))?)").matcher(announced);
        while (column.find()) {
            declared.put(
                    column.group(1),
                    column.group(2)
                            .replaceAll("\\s*\\(\\s*", "(")
                            .replaceAll(",\\s*", ", ")
                            .toLowerCase(Locale.ROOT));
        }
        return declared;
    }

    private static List<TdsColumn> columns(String body) {
        List<TdsColumn> columns = new ArrayList<>();
        COLUMN.matcher(body)
                .results()
                .forEach(column ->
                        columns.add(new TdsColumn(column.group(1), column.group(2), column.group(3) == null)));
        return columns;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
