package io.dbharness.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.request.Catalog;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.study.file.StudyRuns;
import io.dbharness.study.file.StudyRuns.DataUse;
import io.dbharness.study.file.StudyRuns.Option;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SeparateNamespaceTest {

    /** A workload of a plugin, whose options nothing here knows. */
    private static final WorkloadDescriptor WELLS = new WorkloadDescriptor(
                    "wells", "Wells.", "Wells.", List.of(), "sim:service=1ms")
            .scaledBy(List.of("depth", "rings"));

    private static String name(String... options) {
        Map<String, Option> given = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            given.put(options[i], new Option(List.of(options[i + 1]), 1, List.of(), false));
        }
        StudyRuns unit = new StudyRuns(
                "a",
                Map.of(),
                new StudyRuns.Invocation("wells dug", given, 1),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                new StudyRuns.DataSet(OptionalLong.empty(), DataUse.SEPARATE));
        return SeparateNamespace.of(unit, WELLS).name();
    }

    @Test
    void theOptionsThatAWorkloadDeclaresKeepDataApart() {
        assertThat(name("depth", "3", "rings", "1M")).isEqualTo("s_wells_3_1m");
        assertThat(name("rings", "1M", "depth", "4")).isEqualTo("s_wells_4_1m");
        assertThat(name("depth", "3", "rings", "1M", "users", "7")).isEqualTo("s_wells_3_1m");
    }

    @Test
    void longNamesStayApart() {
        String one = name("depth", "9".repeat(60) + "1");
        String other = name("depth", "9".repeat(60) + "2");

        assertThat(one).hasSizeLessThanOrEqualTo(48).isNotEqualTo(other).matches("[a-z0-9_]+");
    }

    /** A provider whose sessions choose a room, or cannot. */
    private record Rooms(String scheme, boolean choose) implements TargetProvider {
        @Override
        public boolean accepts(String url) {
            return url.startsWith(scheme);
        }

        @Override
        public Optional<String> separate(String url, String name) {
            return choose ? Optional.of(url + "/" + name) : Optional.empty();
        }

        @Override
        public Target<?> open(TargetSpec spec) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aTargetDeclaresHowASessionChoosesAPlace() {
        Catalog catalog = new Catalog(
                List.of(),
                List.of(),
                List.of(new Rooms("many:", true), new Rooms("one:", false), new SimulatedTarget.Provider()));

        assertThat(catalog.separate("many:house", "s_wells_3")).contains("many:house/s_wells_3");
        assertThat(catalog.separate("one:house", "s_wells_3")).isEmpty();
        assertThat(catalog.separate("sim:service=1ms", "s_wells_3")).contains("sim:service=1ms");
        assertThat(catalog.separate("unknown:", "s_wells_3")).contains("unknown:");
    }
}
