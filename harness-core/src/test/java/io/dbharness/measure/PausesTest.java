package io.dbharness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.measure.Pauses.Cause;
import io.dbharness.measure.Pauses.Pause;
import org.junit.jupiter.api.Test;

class PausesTest {

    private final Pauses pauses = new Pauses();

    @Test
    void aRequestThatWasOverBeforeAPauseHadSurelyBegunOwesItNothing() {
        pauses.add(new Pause(Cause.STOPPED, 100, 150, 200), 0);

        assertThat(pauses.within(120, 150)).isZero();
        assertThat(pauses.within(120, 190)).isEqualTo(70);
        assertThat(pauses.within(50, 300)).isEqualTo(100);
        assertThat(pauses.within(200, 300)).isZero();
    }

    @Test
    void aCollectionThatAlsoStoppedTheProcessCountsOnce() {
        pauses.add(new Pause(Cause.STOPPED, 100, 150, 200), 0);
        pauses.add(new Pause(Cause.COLLECTION, 110, 120, 190), 0);
        pauses.add(new Pause(Cause.STOPPED, 300, 310, 320), 0);

        assertThat(pauses.within(0, 400)).isEqualTo(120);
        assertThat(pauses.all()).extracting(Pause::cause).containsExactly(Cause.COLLECTION, Cause.STOPPED);
    }

    @Test
    void pausesOfLongAgoExplainNothingAndAreStillTold() {
        pauses.add(new Pause(Cause.STOPPED, 100, 150, 200), 0);
        pauses.add(new Pause(Cause.STOPPED, 900, 950, 1_000), 500);

        assertThat(pauses.within(0, 300)).isZero();
        assertThat(pauses.all()).hasSize(2);
    }
}
