package io.dbharness.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import org.junit.jupiter.api.Test;

class ExpressionTest {

    @Test
    void aFormulaOfManyTermsIsReadAndAsked() {
        Problems problems = new Problems();
        Formula formula =
                Formula.parse("", "mean" + " + mean".repeat(400), problems).orElseThrow();

        assertThat(problems.lines()).isEmpty();
        assertThat(formula.expression().parts()).hasSize(801);
        assertThat(formula.expression().timePower()).isEqualTo(1);
    }
}
