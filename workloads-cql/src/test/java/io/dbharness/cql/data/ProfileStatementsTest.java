package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.CqlProfileFile;
import io.dbharness.model.Problems;
import io.dbharness.profile.TemplateValues;
import io.dbharness.testkit.SourceTree;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileStatementsTest {

    private final CqlProfile profile = CqlProfileFile.read(
                    SourceTree.path("examples/profiles/readings.yaml"), new TemplateValues(Map.of()), new Problems())
            .orElseThrow();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT * FROM readings WHERE day = ?          | SELECT * FROM stress_readings.readings WHERE day = ?
            select unit from Readings                     | select unit from stress_readings.Readings
            INSERT INTO "readings"(unit) VALUES (?)       | INSERT INTO stress_readings."readings"(unit) VALUES (?)
            UPDATE readings SET unit = ?                  | UPDATE stress_readings.readings SET unit = ?
            SELECT * FROM stress_readings.readings        | SELECT * FROM stress_readings.readings
            SELECT * FROM readings.other                  | SELECT * FROM readings.other
            SELECT * FROM readings_by_day WHERE day = ?   | SELECT * FROM stress_readings.readings_by_day WHERE day = ?
            SELECT * FROM t WHERE a = 'it''s from t'      | SELECT * FROM stress_readings.t WHERE a = 'it''s from t'
            SELECT * FROM other . readings                | SELECT * FROM other . readings
            DELETE day FROM "Readings" USING TIMESTAMP 1  | DELETE day FROM stress_readings."Readings" USING TIMESTAMP 1
            """)
    void theKeyspaceStandsBeforeTablesWithoutOne(String written, String prepared) {
        assertThat(ProfileStatements.qualified(written, profile)).isEqualTo(prepared);
    }
}
