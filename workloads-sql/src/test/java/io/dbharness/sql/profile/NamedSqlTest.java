package io.dbharness.sql.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamedSqlTest {

    @Test
    void eachUseOfAParameterIsAQuestionMark() {
        NamedSql sql = NamedSql.of("SELECT a FROM t WHERE id = :id AND (b > :from OR c=:id)");

        assertThat(sql.jdbc()).isEqualTo("SELECT a FROM t WHERE id = ? AND (b > ? OR c=?)");
        assertThat(sql.names()).containsExactly("id", "from", "id");
        assertThat(sql.marks()).isFalse();
    }

    @Test
    void quotesCommentsCastsAndTimesHoldNone() {
        String text = """
                SELECT ':a', 'it''s :b', ":c", `:d`, x::int, y[1:2], $$ :e $$, $q$ ':f $q$ -- :g ?
                /* :h
                   :i */ FROM t WHERE a = :real""";

        NamedSql sql = NamedSql.of(text);

        assertThat(sql.names()).isEqualTo(List.of("real"));
        assertThat(sql.jdbc()).isEqualTo(text.replace(":real", "?"));
        assertThat(sql.marks()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            SELECT count(*) FROM doc WHERE body ? 'a' AND id = :id  ; SELECT count(*) FROM doc WHERE body ?? 'a' AND id = ?
            SELECT count(*) FROM doc WHERE body ?? 'a' AND id = :id ; SELECT count(*) FROM doc WHERE body ?? 'a' AND id = ?
            SELECT 1 FROM doc WHERE body ?& array['a'] AND id = :id ; SELECT 1 FROM doc WHERE body ??& array['a'] AND id = ?
            SELECT 1 FROM doc WHERE body->'x' ? :key AND id = :id   ; SELECT 1 FROM doc WHERE body->'x' ?? ? AND id = ?
            SELECT 1 FROM doc WHERE body @? '$.a' AND id = :id      ; SELECT 1 FROM doc WHERE body @?? '$.a' AND id = ?
            SELECT 1 FROM doc WHERE (a)::jsonb ?| b AND id = :id    ; SELECT 1 FROM doc WHERE (a)::jsonb ??| b AND id = ?
            """)
    void aQuestionMarkBetweenOperandsIsAnOperator(String text, String jdbc) {
        NamedSql sql = NamedSql.of(text);

        assertThat(sql.jdbc()).isEqualTo(jdbc);
        assertThat(sql.marks()).isFalse();
        assertThat(sql.names()).endsWith("id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT E'it\\'s :x', :id",
                "SELECT 'it\\'s :x', :id",
                "SELECT 'a\\', ':x', :id",
                "SELECT e'\\\\', :id",
                "SELECT 'it''s :x \\', :id"
            })
    void aBackslashIsReadSoThatEveryLiteralEnds(String text) {
        assertThat(NamedSql.of(text).names()).containsExactly("id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT a FROM t WHERE b = ?", "INSERT INTO t VALUES (?, ?)", "SELECT a FROM t LIMIT ?"})
    void aQuestionMarkForAParameterIsSeen(String text) {
        assertThat(NamedSql.of(text).marks()).isTrue();
    }

    @Test
    void questionMarksOfTheTextAreSeen() {
        assertThat(NamedSql.of("SELECT '?' WHERE a = ?").marks()).isTrue();
        assertThat(NamedSql.of("SELECT '?'").marks()).isFalse();
    }
}
