package io.dbharness.sql.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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

    @Test
    void questionMarksOfTheTextAreSeen() {
        assertThat(NamedSql.of("SELECT '?' WHERE a = ?").marks()).isTrue();
        assertThat(NamedSql.of("SELECT '?'").marks()).isFalse();
    }
}
