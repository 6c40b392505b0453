package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.sql.SqlScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The T-SQL files without a server: all of it is in the language that SQL Server 2019, Azure SQL and Babelfish for PostgreSQL share, and
 * what these do not share is nowhere.
 */
class TsqlTest {

    private static final Path RESOURCES = Path.of("src/main/resources/tpcc");

    private static final Path MARKERS = Path.of("../harness-jdbc/src/main/resources/jdbc/marker");

    private static final TsqlGrammar GRAMMAR = new TsqlGrammar();

    /** Not in all of the family, with a text that shows what is meant. */
    private static final Map<String, String> FORBIDDEN = Map.ofEntries(
            Map.entry("\\bMERGE\\b", "MERGE INTO stock"),
            Map.entry("\\bCREATE\\s+OR\\s+ALTER\\b", "CREATE OR  ALTER PROCEDURE p"),
            Map.entry("\\bSET\\s+@\\w+\\s*=\\s*\\w+\\s*=", "SET @v = col = col + 1"),
            Map.entry("@\\w+\\s*=\\s*[a-z]\\w*\\s*=\\s*", "SET a = 1, @v = col = col + 1"),
            Map.entry("(?:^|;|\\bBEGIN)\\s*WITH\\s+\\w+", "; WITH line AS (SELECT 1)"),
            Map.entry("\\bALTER\\s+DATABASE\\b", "ALTER DATABASE CURRENT"),
            Map.entry("\\bALTER\\s+INDEX\\b", "ALTER INDEX ALL ON stock"),
            Map.entry("\\bUPDATE\\s+STATISTICS\\b", "UPDATE STATISTICS stock"),
            Map.entry("\\bDBCC\\b", "DBCC FREEPROCCACHE"),
            Map.entry("\\bAPPLY\\b", "CROSS APPLY (SELECT 1)"),
            Map.entry("\\bsys\\.dm_\\w+", "SELECT * FROM sys.dm_os_sys_info"),
            Map.entry("\\bdbo\\.", "dbo.stock"),
            Map.entry("^\\s*USE\\s", "USE master"));

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void isInTheCommonLanguage(String name, String text) {
        assertThat(GRAMMAR.errors(text)).as(text).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void hasNothingThatSomeOfTheFamilyLack(String name, String text) {
        assertThat(FORBIDDEN.keySet()).noneMatch(construct -> contains(construct, text));
    }

    @Test
    void whatIsForbiddenWouldBeFound() {
        assertThat(FORBIDDEN)
                .allSatisfy((construct, example) ->
                        assertThat(contains(construct, example)).as(construct).isTrue());
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
                "UPDATE stock SET a = 1 OUTPUT item.a INTO @b (c)",
                "UPDATE stock SET @v = a = 1",
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

    static List<Arguments> texts() throws IOException {
        try (Stream<Path> files = Files.walk(RESOURCES);
                Stream<Path> markers = Files.walk(MARKERS)) {
            return Stream.concat(files, markers)
                    .filter(TsqlTest::isTsql)
                    .sorted()
                    .flatMap(TsqlTest::textsOf)
                    .toList();
        }
    }

    /** Those of the dialect, and what it takes from the common ones. */
    private static boolean isTsql(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("sqlserver") || name.equals("ansi.sql");
    }

    private static Stream<Arguments> textsOf(Path file) {
        String name = RESOURCES.relativize(file).toString().replace('\\', '/');
        Map<String, String> texts = new LinkedHashMap<>();
        if (name.startsWith("ddl/")) {
            List<String> statements = SqlScript.statements(Tpcc.class, "tpcc/" + name);
            for (int i = 0; i < statements.size(); i++) {
                texts.put(name + " " + (i + 1), statements.get(i));
            }
        } else {
            named(file).forEach((statement, text) -> texts.put(name + " " + statement, text));
        }
        return texts.entrySet().stream()
                .filter(text -> name.contains("sqlserver") || !overridden(name, text.getKey()))
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

    private static boolean overridden(String file, String title) {
        String statement = title.substring(title.indexOf(' ') + 1);
        Path own = RESOURCES.resolve(file.replace("ansi", "sqlserver"));
        return Files.exists(own) && named(own).containsKey(statement);
    }

    private static Map<String, String> named(Path file) {
        Map<String, String> texts = new LinkedHashMap<>();
        String all = read(file).replace("${version}", "0");
        for (String part : all.split("(?m)^-- name: ", -1)) {
            int end = part.indexOf('\n');
            String text = part.substring(end + 1)
                    .lines()
                    .filter(line -> !line.stripLeading().startsWith("--"))
                    .collect(Collectors.joining("\n"))
                    .strip();
            if (!text.isEmpty()) {
                texts.put(part.substring(0, end).strip(), text);
            }
        }
        return texts;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean contains(String construct, String text) {
        return Pattern.compile(construct, Pattern.CASE_INSENSITIVE | Pattern.MULTILINE)
                .matcher(text)
                .find();
    }
}
