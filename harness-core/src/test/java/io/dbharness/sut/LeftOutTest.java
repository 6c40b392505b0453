package io.dbharness.sut;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LeftOutTest {

    private final LeftOut slim =
            new LeftOut(Map.of("embedded:cassandra", "the embedded Cassandra", "container:", "servers in containers"));

    @Test
    void whatIsMissingIsNamedWithTheJarThatHasIt() {
        assertThat(slim.sentence("container:postgres:16"))
                .contains(
                        "harness-slim.jar comes without servers in containers; use harness.jar, which has everything");
    }

    @Test
    void whatIsThereIsNotSpokenOf() {
        assertThat(slim.sentence("embedded:postgresql")).isEmpty();
    }

    @Test
    void anOrdinaryClassPathLeavesNothingOut() {
        assertThat(LeftOut.here().parts()).isEmpty();
    }
}
