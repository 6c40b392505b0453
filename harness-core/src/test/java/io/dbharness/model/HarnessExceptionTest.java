package io.dbharness.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HarnessExceptionTest {

    @Test
    void aLongInputIsQuotedByItsBeginningAndItsEnd() {
        String input = "first" + "x".repeat(600_000) + "last";

        String message = new HarnessException("no such thing as '" + input + "'; give another").getMessage();

        assertThat(message)
                .hasSizeLessThan(4_000)
                .startsWith("no such thing as 'firstx")
                .contains("more characters")
                .endsWith("xlast'; give another");
    }

    @Test
    void eachProblemIsBoundedOnItsOwn() {
        UsageException refused = new UsageException(List.of("short", "long " + "y".repeat(10_000)));

        assertThat(refused.problems()).hasSize(2).first().isEqualTo("short");
        assertThat(refused.problems().get(1)).hasSizeLessThan(4_000);
    }

    @Test
    void manyLinesAreCounted() {
        HarnessException refused = new HarnessException("line\n".repeat(100_000));

        assertThat(String.valueOf(refused.getMessage()).lines())
                .hasSize(201)
                .last()
                .isEqualTo("and 99800 more lines");
    }
}
