package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.sut.ServerProbe.Absence;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of nodes that come and go. */
class NodeHistoryTest {

    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

    private static Instant at(int seconds) {
        return BEGIN.plusSeconds(seconds);
    }

    @Test
    void aSumOfCountsNeverFallsWhenANodeLeavesOrStartsAgain() {
        MonotonicCounter growth = new MonotonicCounter();
        assertThat(growth.sum()).isEmpty();
        growth.see("a", 5_000);
        growth.see("b", 100);
        assertThat(growth.sum()).hasValue(0);

        growth.see("a", 5_010);
        growth.see("b", 101);
        assertThat(growth.sum()).hasValue(11);
        growth.see("b", 103);
        assertThat(growth.sum()).hasValue(13);
        growth.see("a", 4);
        assertThat(growth.sum()).as("started again").hasValue(17);
    }

    @Test
    void aNodeThatIsDownIsAwayFromThenToItsReturn() {
        NodeDowntime absences = new NodeDowntime();
        absences.see("a", at(0), true, null);
        absences.see("a", at(3), false, null);
        assertThat(absences.take("a")).containsExactly(new Absence("was down", at(3), Optional.empty()));
        absences.see("a", at(9), true, null);

        assertThat(absences.take("a")).containsExactly(new Absence("was down", at(3), Optional.of(at(9))));
        assertThat(absences.take("a")).isEmpty();
    }

    @Test
    void aNodeThatDoesNotAnswerForLongIsAwaySinceItWasAsked() {
        NodeDowntime absences = new NodeDowntime();
        absences.see("a", at(2), true, at(0));
        assertThat(absences.take("a")).as("a busy node answers late").isEmpty();
        absences.see("a", at(5), true, at(0));
        assertThat(absences.take("a")).containsExactly(new Absence("did not answer", at(0), Optional.empty()));
        absences.see("a", at(20), false, at(0));
        absences.see("a", at(30), true, null);

        assertThat(absences.take("a")).containsExactly(new Absence("was down", at(0), Optional.of(at(30))));
    }
}
