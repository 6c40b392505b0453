package io.dbharness.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.Problems;
import io.dbharness.study.Fact;
import io.dbharness.study.StudyDesign.Level;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.study.file.ExperimentFile.Text;
import io.dbharness.study.file.StudyRuns.DataUse;
import io.dbharness.study.file.StudyRuns.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user asks for besides the file: scale, targets, what is left out; and what of it is assumed. */
class ReadingTest {

    private static final String FILE = """
            experiment: disks
            title: Disks
            subjects:
              old: {retired: sold no more, options: {target: TBD}}
              new: {options: {target: TBD}}
            phases: {warmup: 30s, duration: 10m}
            data: replace
            workloads:
              small: {label: "Small ({tables} tables)", command: sysbench insert, disk: 10GB, options: {tables: 20, table-size: 15000000}}
              large:
                label: Large
                command: insert-delete
                data: separate
                options: {initial-data: 0.1MB}
                assumed: {connections: 60, initial-data: 5MB}
            families:
              fixed: {each: {small: {assumed: {rate: 50/s}}, new: {late: skip}}}
            claims:
              - {text: new is faster, expr: "ratio(throughput, new, old, small) > 1"}
            profiles:
              alone: {subjects: {old: {leave-out: not here}}}
            """;

    private static ExperimentFile read(Reading reading) {
        return read(FILE, reading);
    }

    private static ExperimentFile read(String text, Reading reading) {
        Problems problems = new Problems();
        ExperimentFile file = ExperimentFile.parse(new Text("disks.yaml", text, Path.of("")), reading, problems);
        problems.throwIfAny();
        return file;
    }

    private static Reading with(String... sets) {
        return new Reading(Optional.empty(), List.of(sets));
    }

    private static Reading without(String... names) {
        return new Reading(Optional.empty(), Optional.empty(), List.of(names), List.of());
    }

    private static String option(ExperimentFile file, String unit, String name) {
        return file.units().stream()
                .filter(u -> u.name().equals(unit))
                .map(u -> u.options().get(name).texts().get(0))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "fixed-new-small, table-size, 15000",
        "fixed-new-small, tables, 20",
        "fixed-new-small, rate, 50/s",
        "fixed-new-small, warmup, 0s300000us",
        "fixed-new-small, duration, 6s0us",
        "fixed-new-large, initial-data, 100",
        "fixed-new-large, connections, 60"
    })
    void aScaleChangesSizesAndTimesAndNothingElse(String unit, String option, String expected) {
        assertThat(option(read(with("scale.sizes=0.001", "scale.times=0.01")), unit, option))
                .isEqualTo(expected);
    }

    @Test
    void aScaledStudySaysSo() {
        ExperimentFile scaled = read(with("scale.sizes=0.001"));

        assertThat(scaled.notes()).containsExactly("Scaled: this multiplies sizes of data by 0.001.");
        assertThat(scaled.units().get(0).disk()).hasValue(10_000_000);
        assertThatThrownBy(() -> read(with("scale.sizes=0", "scale.lengths=2")))
                .hasMessageContaining("scale.sizes must be a number above 0, such as 0.001")
                .hasMessageContaining("scale.lengths is not known here");
    }

    @Test
    void aLabelHasTheValuesOfItsOptions() {
        assertThat(read(with("workloads.small.options.tables=3"))
                        .design()
                        .parts()
                        .get("workload"))
                .extracting(Level::label)
                .containsExactly("Small (3 tables)", "Large");
    }

    @Test
    void whatIsAssumedIsMarkedAndYieldsToOptions() {
        ExperimentFile file = read(with());

        assertThat(file.assumed())
                .containsExactlyInAnyOrder(
                        Fact.of("rate: Small (20 tables)", List.of("50/s")),
                        Fact.of("connections: Large", List.of("60")));
        assertThat(file.units().get(3).options().get("initial-data")).satisfies(option -> {
            assertThat(option.texts()).containsExactly("0.1MB");
            assertThat(option.assumed()).isFalse();
        });
    }

    @Test
    void aFamilyGivesOptionsToSingleWorkloadsAndSubjects() {
        ExperimentFile file = read(with());

        assertThat(option(file, "fixed-new-small", "late")).isEqualTo("skip");
        assertThat(file.units().get(2).options()).doesNotContainKey("rate");
        assertThat(file.units().get(0).options()).doesNotContainKey("late");
    }

    @Test
    void dataAreWhatTheWorkloadSaysOrElseTheFile() {
        assertThat(read(with()).units())
                .extracting(StudyRuns::data)
                .containsExactly(DataUse.REPLACE, DataUse.REPLACE, DataUse.SEPARATE, DataUse.SEPARATE);
    }

    @Test
    void aSubjectThatIsLeftOutIsNotRunAndFormulasMayStillNameIt() {
        for (Reading reading : List.of(
                without("old"),
                without("retired"),
                with("subjects.old=null"),
                new Reading(Optional.of("alone"), List.of()))) {
            assertThat(read(reading).units())
                    .filteredOn(unit -> unit.skipped().isEmpty())
                    .extracting(StudyRuns::name)
                    .containsExactly("fixed-new-small", "fixed-new-large");
        }
        assertThat(read(without("retired")).units().get(0).skipped()).contains("sold no more");
        assertThat(read(without("large", "old")).unknown()).hasSize(1);
        assertThatThrownBy(() -> read(without("older")))
                .hasMessageContaining(
                        "'older' is no subject, workload or family of disks.yaml to leave out; there are old, new, small,"
                                + " large, fixed, and retired");
    }

    @Test
    void targetsComeFromAFileOfTheUsers(@TempDir Path directory) throws Exception {
        Path targets = Files.writeString(
                directory.resolve("mine.yaml"),
                "new: {target: \"jdbc:postgresql://db/x\", user: me, password: \"env:PW\"}\n");
        ExperimentFile file = read(new Reading(Optional.empty(), Optional.of(targets), List.of("old"), List.of()));

        assertThat(file.unknown()).isEmpty();
        assertThat(option(file, "fixed-new-small", "target")).isEqualTo("jdbc:postgresql://db/x");
        assertThat(file.units().get(1).options().get("user"))
                .extracting(Option::texts)
                .isEqualTo(List.of("me"));

        Files.writeString(targets, "newer: {target: \"sim:\"}\nold: 5\n");
        assertThatThrownBy(() -> read(new Reading(Optional.empty(), Optional.of(targets), List.of(), List.of())))
                .hasMessageContaining("'newer' must be a subject of disks.yaml (old, new) with its options")
                .hasMessageContaining("'old' must be a subject");
    }

    @Test
    void commandsOfASubjectFollowEachOtherWhereItIsBroughtUpOnce() {
        ExperimentFile file = read(with("design.bring-up=subject"));

        assertThat(file.bringsUpOnce()).isTrue();
        assertThat(file.units())
                .extracting(StudyRuns::name)
                .containsExactly("fixed-old-small", "fixed-old-large", "fixed-new-small", "fixed-new-large");
    }
}
