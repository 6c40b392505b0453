package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.ProfileFile;
import io.dbharness.model.Problems;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileStatementsTest {

    private final Profile profile = ProfileFile.read(Path.of("../examples/profiles/readings.yaml"), new Problems())
            .orElseThrow();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM readings WHERE day = ?          | SELECT * FROM stress_readings.readings WHERE day = ?
            select unit from Readings                     | select unit from stress_readings.Readings
            INSERT INTO "readings"(unit) VALUES (?)       | INSERT INTO stress_readings."readings"(unit) VALUES (?)
            UPDATE readings SET unit = ?                  | UPDATE stress_readings.readings SET unit = ?
            SELECT * FROM stress_readings.readings        | SELECT * FROM stress_readings.readings
            SELECT * FROM readings.other                  | SELECT * FROM readings.other
            SELECT * FROM readings_by_day WHERE day = ?   | SELECT * FROM readings_by_day WHERE day = ?
            """)
    void theKeyspaceStandsBeforeTheTableOfTheProfile(String written, String prepared) {
        assertThat(ProfileStatements.qualified(written, profile)).isEqualTo(prepared);
    }
}
