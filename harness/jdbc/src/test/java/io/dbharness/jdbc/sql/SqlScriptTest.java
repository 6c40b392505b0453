package io.dbharness.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlScriptTest {

    @Test
    void aResourceIsSplitAtItsSemicolons() {
        assertThat(SqlScript.statements(SqlScriptTest.class, "sqlscript/tables.sql"))
                .containsExactly("CREATE TABLE a (id int)", "CREATE TABLE b (id int)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'a;b'",
                "SELECT 'it''s; so'",
                "SELECT E'it\\'s; so'",
                "SELECT e'two'' \\'; three'",
                "SELECT 'a backslash\\' || ';'",
                "SELECT 1 AS \"odd;name\"",
                "DO $$ BEGIN PERFORM 1; END $$",
                "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $body$ BEGIN RETURN '$$;'; END $body$",
                "SELECT a$b, c$d FROM t",
                "SELECT ';' || $1::text",
            })
    void aSemicolonWithinQuotesSeparatesNothing(String statement) {
        assertThat(SqlScript.split(statement + ";\nSELECT 2")).containsExactly(statement, "SELECT 2");
    }

    @Test
    void commentsOutsideQuotesAreLeftOut() {
        String script = "SELECT 1 -- one; and\n, 2 /* two; /* nested; */ still */ , '-- 3 /*';";

        assertThat(SqlScript.split(script)).containsExactly("SELECT 1 \n, 2   , '-- 3 /*'");
    }

    @Test
    void emptyStatementsAreLeftOut() {
        assertThat(SqlScript.split(";; -- nothing\n ;SELECT 1;;")).containsExactly("SELECT 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1;\nSELECT 'a", "SELECT 1;\nDO $x$ BEGIN; $$", "\n/* a /* b */", "\n\"a"})
    void whatDoesNotEndIsAnErrorWithItsLine(String script) {
        assertThatThrownBy(() -> SqlScript.split(script))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("starts in line 2 does not end");
    }

    @Test
    void aMissingScriptIsNamed() {
        assertThatThrownBy(() -> SqlScript.statements(SqlScriptTest.class, "sqlscript/none.sql"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("sqlscript/none.sql");
    }

    @Test
    void aScriptWithBatchesIsCutAtTheirEndsOnly() {
        String script =
                "-- first; of all\nCREATE PROCEDURE p AS\nBEGIN\n    SELECT 1;\n    -- then\n    SELECT 2;\nEND\n go \n\nSELECT 3 AS GO;\nGO\n";

        assertThat(SqlScript.split(script))
                .containsExactly("CREATE PROCEDURE p AS\nBEGIN\n    SELECT 1;\n    SELECT 2;\nEND", "SELECT 3 AS GO;");
    }

    @Test
    void variablesGetTheirValues() {
        assertThat(SqlScript.statements(
                        SqlScriptTest.class, "sqlscript/variables.sql", Map.of("tablets", "24", "apart", "")))
                .containsExactly("CREATE TABLE t (a int)  SPLIT INTO 24 TABLETS");
    }

    @Test
    void aVariableWithoutAValueIsNamed() {
        assertThatThrownBy(
                        () -> SqlScript.statements(SqlScriptTest.class, "sqlscript/variables.sql", Map.of("apart", "")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContainingAll("sqlscript/variables.sql", "${tablets}");
    }
}
