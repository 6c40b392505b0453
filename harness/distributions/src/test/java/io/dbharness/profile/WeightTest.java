package io.dbharness.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WeightTest {

    @Test
    void sharesInPerCentAreOfAllOperationsAndTheOthersDivideTheRest() {
        assertThat(Weight.weights(Weight.mix("write=3,read=1,remove=20%").values()))
                .contains(new Weights(List.of(60.0, 20.0, 20.0)));
        assertThat(Weight.weights(Weight.mix("(a.write=3,read=1)").values())).contains(new Weights(List.of(3.0, 1.0)));
        assertThat(Weight.weights(Weight.mix("read=1,remove=100%").values())).isEmpty();
        assertThat(Weight.weights(Weight.mix("read=60%,remove=60%").values())).isEmpty();
    }

    @Test
    void malformedMixesAreRefused() {
        assertThat(Weight.mix("read=1,read=2")).isEmpty();
        assertThat(Weight.mix("read=0")).isEmpty();
        assertThat(Weight.mix("read=-1")).isEmpty();
        assertThat(Weight.mix("read=101%")).isEmpty();
        assertThat(Weight.mix("read")).isEmpty();
    }
}
