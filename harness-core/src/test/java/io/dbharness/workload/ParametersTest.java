package io.dbharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.workload.Parameter.Domain;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParametersTest {

    private static final List<Parameter> DECLARED = List.of(
            new Parameter("warehouses", "scale", "1", Domain.whole(1, 100)),
            new Parameter("think-time", "delays", "tpcc", Domain.choice(List.of("tpcc", "none"))));

    @Test
    void defaultsFillWhatIsNotGiven() {
        Parameters parameters = Parameters.of(DECLARED, Map.of("warehouses", "7"), new Problems());

        assertThat(parameters.whole("warehouses")).isEqualTo(7);
        assertThat(parameters.text("think-time")).isEqualTo("tpcc");
    }

    @Test
    void aWholeNumberMayBeWrittenInThousands() {
        List<Parameter> rows = List.of(new Parameter("rows", "how many", "10", Domain.whole(1, 1_000_000)));

        assertThat(Parameters.of(rows, Map.of("rows", "10k"), new Problems()).text("rows"))
                .isEqualTo("10000");
        Problems problems = new Problems();
        Parameters.of(rows, Map.of("rows", "2M"), problems);
        assertThat(problems.lines()).containsExactly("--rows must be a whole number from 1 to 1000000, not '2M'");
    }

    @Test
    void everyProblemIsNamedAtOnce() {
        Problems problems = new Problems();
        Parameters.of(DECLARED, Map.of("warehouses", "0", "think-time", "some", "warehouse", "3"), problems);

        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--warehouses must be a whole number from 1 to 100, not '0'")
                .hasMessageContaining("--think-time must be one of tpcc, none, not 'some'")
                .hasMessageContaining("unknown parameter 'warehouse'");
    }
}
