package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The T-SQL of all workloads and of the harness without a server: it is in the language that SQL Server 2019 and Azure SQL share. */
class TsqlTest {

    /** Beside each other in the folder of the project. */
    private static final List<Path> RESOURCES = Stream.of("workloads-tpcc", "workloads-sysbench-like", "harness/jdbc")
            .map(module -> SourceTree.path(module, "src/main/resources"))
            .toList();

    /** What the code puts in; a piece that stands for itself is no statement. */
    private static final Map<String, String> VARIABLES = Map.ofEntries(
            Map.entry("n", "7"),
            Map.entry("version", "0"),
            Map.entry("points", "?, ?"),
            Map.entry("ranges", "k BETWEEN ? AND ?"),
            Map.entry("statements", "SELECT 1"),
            Map.entry("delivered", "2100"),
            Map.entry("orders", "3000"),
            Map.entry("customers", "3000"),
            Map.entry("source", "sys.query_store_runtime_stats"),
            Map.entry("ids", "'1', '2'"),
            Map.entry("items", "100000"));

    private static final String PIECE = "RANDOM_RANGE";

    private static final Path FOREIGN_KEYS = RESOURCES.get(0).resolve("tpcc/ddl/sqlserver-foreign-keys.sql");

    /** A statement that holds a lock of a table's rows to the end of its transaction, or that has keys checked. */
    private static final Pattern LOCK = Pattern.compile(
            "\\bUPDATE (\\w+)|\\bINSERT INTO (\\w+)|\\bFROM (\\w+) WITH \\([^)]*(?:REPEATABLEREAD|UPDLOCK)");

    private static final TsqlGrammar GRAMMAR = new TsqlGrammar();

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void isInTheCommonLanguage(String name, String text) {
        assertThat(GRAMMAR.errors(text)).as(text).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELEC 1 FROM stock",
                "SELECT a FROM stock LIMIT 1",
                "SELECT a::int FROM stock",
                "SELECT a FROM stock ORDER a",
                "SELECT a b c FROM stock",
                "SELECT user FROM stock",
                "SELECT generate_series(1, 10)",
                "UPDATE stock SET",
                "UPDATE stock SET a = 1 RETURNING a",
                "UPDATE stock SET a = 1 OUTPT inserted.a",
                "UPDATE stock SET a = 1 OUTPUT a INTO @b (c)",
                "UPDATE stock SET @v = a = b = 1",
                "UPDATE stock SET a = 1 OPTION (FORCE)",
                "ALTER TABLE t ADD PRIMARY KEY (a) WITH (FILL = 1)",
                "WITH line AS (SELECT 1) UPDATE line SET a = 1",
                "MERGE INTO stock USING item ON a = b WHEN MATCHED THEN DELETE",
                "INSERT INTO stock (a) VALUES",
                "DELETE FROM stock USING item",
                "DECLARE @a int = ; SELECT 1",
                "IF 1 = 1 SELECT",
                "IF (SELECT 1) COMMIT TRANSACTION",
                "BEGIN TRANSACTION SELECT 1 END",
                "CREATE OR ALTER PROCEDURE p AS BEGIN SELECT 1 END",
                "CREATE PROCEDURE p AS BEGIN SELECT 1",
                "CREATE TABLE t (a int NOT NUL)",
                "CREATE TABLE t (a text)",
                "ALTER TABLE t ADD PRIMARY KY (a)",
                "ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON",
                "SELECT 'open",
                ""
            })
    void nonsenseAndOtherDialectsAreRejected(String text) {
        assertThat(GRAMMAR.errors(text)).isNotEmpty();
    }

    /** A batch whose failure leaves a transaction open would hold its locks until the session ends. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void whoBeginsATransactionUndoesItOnAnyFailureAndEndsItOnEveryPath(String name, String text) {
        if (text.contains("BEGIN TRANSACTION")) {
            assertThat(text)
                    .contains("SET XACT_ABORT ON")
                    .contains("SET NOCOUNT ON")
                    .contains("COMMIT TRANSACTION")
                    .containsOnlyOnce("BEGIN TRANSACTION");
            assertThat(text.lastIndexOf("TRANSACTION"))
                    .as("nothing is written after the commit")
                    .isGreaterThan(Stream.of("UPDATE ", "INSERT ", "DELETE ")
                            .mapToInt(text::lastIndexOf)
                            .max()
                            .orElseThrow());
        }
    }

    /** With READ_COMMITTED_SNAPSHOT, the default of Azure SQL Database, a server refuses the one without the other at READ COMMITTED. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void lockedRowsArePassedByOnlyInReadsThatLock(String name, String text) {
        assertThat(text.replace("(READCOMMITTEDLOCK, READPAST)", "").replaceAll("--.*", ""))
                .doesNotContain("READPAST");
    }

    /** Payment and New-Order of one customer would else wait for each other; a key is checked by locking the row that it refers to. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void customersAreLockedBeforeDistrictsAndTheseBeforeWarehouses(String name, String text) {
        if (text.contains("BEGIN TRANSACTION")) {
            List<String> order = List.of("customer", "district", "warehouse");
            List<String> taken = LOCK.matcher(text)
                    .results()
                    .flatMap(TsqlTest::locked)
                    .filter(order::contains)
                    .distinct()
                    .toList();

            assertThat(taken).isSortedAccordingTo(Comparator.comparing(order::indexOf));
        }
    }

    /** Each is a table in tempdb, whose catalogue all sessions share; a row that is changed needs no table to be read into. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void aTransactionHasOneTableVariableAtMostAndTakesItsNumberWithOneStatement(String name, String text) {
        assertThat(text.split("\\bTABLE \\(", -1)).as("table variables").hasSizeLessThanOrEqualTo(2);
        if (text.contains("UPDATE district") && text.contains("@o_id")) {
            assertThat(text).contains("SET @o_id = d_next_o_id, @d_tax = d_tax, d_next_o_id += 1");
        }
    }

    /** A latch on a page is one for all its rows. */
    @Test
    void warehousesAndDistrictsHaveAPageEach() {
        String keys = read(RESOURCES.get(0).resolve("tpcc/ddl/sqlserver-keys.sql"));

        for (String table : List.of("warehouse", "district")) {
            assertThat(keys).containsPattern("ALTER TABLE " + table + " .* WITH \\(FILLFACTOR = 1\\)");
        }
    }

    private static Stream<String> locked(MatchResult found) {
        if (found.group(2) == null) {
            return Stream.of(found.group(1) == null ? found.group(3) : found.group(1));
        }
        return Pattern.compile("ALTER TABLE " + found.group(2) + " ADD FOREIGN KEY \\(.*\\) REFERENCES (\\w+)")
                .matcher(read(FOREIGN_KEYS))
                .results()
                .map(key -> key.group(1));
    }

    static List<Arguments> texts() throws IOException {
        List<Arguments> texts = new ArrayList<>();
        for (Path resources : RESOURCES) {
            try (Stream<Path> files = Files.walk(resources)) {
                files.filter(TsqlTest::isTsql)
                        .sorted()
                        .flatMap(file -> textsOf(resources, file))
                        .forEach(texts::add);
            }
        }
        return texts;
    }

    /** Those of the dialect, and what it takes from the common ones. */
    private static boolean isTsql(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("sqlserver") || name.equals("ansi.sql");
    }

    private static Stream<Arguments> textsOf(Path resources, Path file) {
        String name = resources.relativize(file).toString().replace('\\', '/');
        Map<String, String> texts = new LinkedHashMap<>();
        if (name.contains("/ddl/")) {
            for (String part : filled(file).split("(?m)^GO$", -1)) {
                String batch = withoutComments(part);
                if (!batch.isEmpty()) {
                    texts.put(name + " " + (texts.size() + 1), batch);
                }
            }
        } else {
            named(file).forEach((statement, text) -> texts.put(name + " " + statement, text));
        }
        return texts.entrySet().stream()
                .filter(text -> !text.getKey().endsWith(" " + PIECE))
                .filter(text -> name.contains("sqlserver") || !overridden(file, text.getKey()))
                .map(text -> Arguments.of(text.getKey(), withOthers(file, text.getValue())));
    }

    /** A text that stands for others, in the dialect's words. */
    private static String withOthers(Path file, String text) {
        Map<String, String> others = new LinkedHashMap<>();
        for (String element : List.of("ansi", "sqlserver")) {
            Path there = file.resolveSibling(element + ".sql");
            if (Files.exists(there)) {
                others.putAll(named(there));
            }
        }
        String whole = text;
        for (Map.Entry<String, String> other : others.entrySet()) {
            whole = whole.replace("${" + other.getKey() + "}", other.getValue());
        }
        return whole;
    }

    private static boolean overridden(Path file, String title) {
        Path own = file.resolveSibling("sqlserver.sql");
        return Files.exists(own) && named(own).containsKey(title.substring(title.indexOf(' ') + 1));
    }

    private static Map<String, String> named(Path file) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String part : filled(file).split("(?m)^-- name: ", -1)) {
            int end = part.indexOf('\n');
            String text = withoutComments(part.substring(end + 1));
            if (!text.isEmpty()) {
                texts.put(part.substring(0, end).strip(), text);
            }
        }
        return texts;
    }

    private static String filled(Path file) {
        String all = read(file);
        for (Map.Entry<String, String> variable : VARIABLES.entrySet()) {
            all = all.replace("${" + variable.getKey() + "}", variable.getValue())
                    .replace("{" + variable.getKey() + "}", variable.getValue());
        }
        return all;
    }

    private static String withoutComments(String text) {
        return text.lines()
                .filter(line -> !line.stripLeading().startsWith("--"))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
