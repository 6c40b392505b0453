package io.dbharness.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.config.ExperimentFile.Reading;
import io.dbharness.config.ExperimentFile.Text;
import io.dbharness.model.Problems;
import io.dbharness.study.ChartSpec;
import io.dbharness.study.Formula;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.TableSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutputReaderTest {

    private static final String FILE = """
            experiment: names
            title: Names
            subjects:
              fast: {label: Fast disk, options: {target: "sim:"}}
            workloads:
              reads: {label: Many reads, command: orders}
            tables:
              - {id: t, kind: metrics, where: {workload: reads}, rows: [{expr: mean}, {where: {subject: fast}, expr: p99}]}
              - {id: u, kind: metrics, rows: [{label: Mean, where: {subject: fast}, expr: mean}]}
              - {id: v, kind: metrics, title: Reads, where: {workload: reads}, rows: [{expr: mean}]}
            charts:
              - {id: c, kind: bar, where: {subject: fast, workload: reads}, series: [{expr: mean}]}
            profiles:
              small: {workloads: {reads: {label: Few reads}}}
            """;

    @Test
    void whatHasNoNameIsCalledByItsLevelsAsTheProfileLabelsThem() {
        Problems problems = new Problems();
        StudyDesign design = ExperimentFile.parse(
                        new Text("names.yaml", FILE, Path.of("")),
                        new Reading(Optional.of("small"), List.of()),
                        problems)
                .design();

        assertThat(problems.lines()).isEmpty();
        assertThat(design.tables()).extracting(TableSpec::title).containsExactly("Few reads", "u", "Reads");
        assertThat(design.charts()).extracting(ChartSpec::title).containsExactly("Fast disk, Few reads");
        assertThat(design.tables())
                .flatExtracting(TableSpec::formulas)
                .extracting(Formula::label)
                .containsExactly("mean", "Fast disk", "Mean", "mean");
    }
}
