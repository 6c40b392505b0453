package io.dbharness.sql.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.sql.profile.Effect.Kind;
import io.dbharness.sql.profile.ProfileTable.Column;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectTest {

    private static final List<ProfileTable> TABLES = List.of(new ProfileTable(
            "job",
            1,
            Optional.empty(),
            Stream.of("id", "state", "worker")
                    .map(name -> new Column(name, Optional.empty(), Optional.empty()))
                    .toList(),
            List.of("id"),
            List.of()));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT replace(state, 'a', 'b') FROM job                          | READ
            (select id from job for no key update skip locked)                | READ
            WITH a AS (SELECT 1) SELECT * FROM a WHERE x = 'DELETE FROM job'  | READ
            WITH a AS (DELETE FROM job RETURNING id) SELECT * FROM a          | ANY
            SELECT id INTO other FROM job                                     | ANY
            -- note                                                      | ANY
            insert into Job (id) values (:id)                                 | INSERT
            INSERT INTO job (id) VALUES (1) ON CONFLICT DO NOTHING            | ANY
            INSERT INTO elsewhere VALUES (1)                                  | ANY
            DELETE FROM job WHERE id = 1                                      | DELETE
            DELETE FROM elsewhere                                             | ANY
            MERGE INTO job USING x ON true                                    | ANY
            CALL something()                                                  | ANY
            """)
    void theFirstWordsTellWhatAStatementDoes(String sql, Kind kind) {
        assertThat(Effect.of(sql, TABLES).kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UPDATE job SET state = 'taken', worker=:w WHERE id > 3            | state worker
            UPDATE job SET worker = CASE WHEN x >= 2 THEN 1 END WHERE id = 1  | worker
            UPDATE job SET id = (SELECT 1 WHERE true), state = 'x'            | id state
            UPDATE elsewhere SET worker = 1                                   | id state worker
            """)
    void anUpdateChangesWhatItAssigns(String sql, String columns) {
        assertThat(Effect.of(sql, TABLES).columns()).containsExactlyInAnyOrder(columns.split(" "));
    }
}
