package io.dbharness.embedded.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.embedded.postgresql.PostgresPrograms.ScramVerifier;
import java.util.Base64;
import org.junit.jupiter.api.Test;

final class ScramVerifierTest {

    /** RFC 7677 section 3: password pencil; its server signature follows from this server key. */
    @Test
    void agreesWithTheExampleOfTheRfc() {
        byte[] salt = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");

        assertThat(ScramVerifier.of("pencil", salt, 4096))
                .isEqualTo("SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY="
                        + ":wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=");
    }
}
