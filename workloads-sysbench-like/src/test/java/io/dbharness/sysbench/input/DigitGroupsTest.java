package io.dbharness.sysbench.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DigitGroupsTest {

    private final DigitGroups texts = new DigitGroups(new Seed(1).stream("texts", 0));

    @Test
    void textsHaveSysbenchsPattern() {
        assertThat(texts.next(DigitGroups.C_GROUPS)).hasSize(119).matches("[0-9]{11}(-[0-9]{11}){9}");
        assertThat(texts.next(DigitGroups.PAD_GROUPS)).hasSize(59).matches("[0-9]{11}(-[0-9]{11}){4}");
    }

    @Test
    void aSeedAlwaysGivesTheseTexts() {
        assertThat(texts.next(DigitGroups.PAD_GROUPS))
                .isEqualTo("92644417527-34992427510-90060092785-98624680691-95249543525");
    }

    @Test
    void bytesAreTheSameTexts() {
        byte[] bytes = new byte[120];
        int length = texts.write(DigitGroups.C_GROUPS, bytes);

        assertThat(new String(bytes, 0, length, StandardCharsets.US_ASCII))
                .isEqualTo(new DigitGroups(new Seed(1).stream("texts", 0)).next(DigitGroups.C_GROUPS));
    }

    @Test
    void allDigitsAreEquallyFrequentInAllPlaces() {
        int draws = 100_000;
        int[][] counts = new int[11][10];
        for (int i = 0; i < draws; i++) {
            String text = texts.next(1);
            for (int place = 0; place < text.length(); place++) {
                counts[place][text.charAt(place) - '0']++;
            }
        }

        for (int[] place : counts) {
            for (int count : place) {
                assertThat(count / (double) draws).isCloseTo(0.1, within(0.006));
            }
        }
    }
}
