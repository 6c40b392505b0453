package io.dbharness.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastNameTest {

    @Test
    void spellsEachDigitAsASyllable() {
        assertThat(LastName.of(371)).isEqualTo("PRICALLYOUGHT");
        assertThat(LastName.of(40)).isEqualTo("BARPRESBAR");
        assertThat(LastName.of(0)).isEqualTo("BARBARBAR");
        assertThat(LastName.of(999)).isEqualTo("EINGEINGEING");
    }
}
