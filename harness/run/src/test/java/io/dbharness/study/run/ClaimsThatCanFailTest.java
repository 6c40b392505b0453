package io.dbharness.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.study.ClaimCheck;
import io.dbharness.study.ClaimCheck.Finding;
import io.dbharness.study.ClaimCheck.Result;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every claim of the shipped studies is supported by what was published, or declared not to be, and a changed number turns it. */
@Tag("slow")
class ClaimsThatCanFailTest {

    private static final String STUDY = """
            experiment: disks
            title: Disks
            published: disks.csv
            subject: disk
            subjects: {slow: {options: {target: TBD}}, fast: {options: {target: TBD}}}
            workloads: {reads: {command: disk}, writes: {command: disk}}
            design: {repeats: 3}
            claims:
            """;

    private static final String PUBLISHED = """
            disk,workload,repeat,throughput
            slow,reads,1,100
            slow,reads,2,102
            slow,reads,3,98
            fast,reads,1,150
            fast,reads,2,152
            fast,reads,3,148
            """;

    @TempDir
    private Path folder;

    private static List<Finding> check(Path file, Reading reading) {
        Problems problems = new Problems();
        List<Finding> findings = StudyFile.checkClaims(file, reading, problems);
        problems.throwIfAny();
        return findings;
    }

    private List<Finding> check(String... claims) throws IOException {
        Path file = folder.resolve("disks.yaml");
        Files.writeString(folder.resolve("disks.csv"), PUBLISHED);
        Files.writeString(
                file,
                STUDY + String.join("\n", claims) + "\nprofiles: {one: {families: {some: {workloads: [reads]}}}}\n");
        return check(file, new Reading(Optional.empty(), List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "yugabytedb-azure-disks, 17, 1, 3",
        "sqlserver-performance-plus, 7, 2, 1",
        "cassandra-local-storage, 8, 7, 1",
        "azure-sql-inserts-deletes, 29, 0, 0"
    })
    void everyClaimOfTheShippedStudiesCanFail(String name, int turn, int byExample, int notMeasurable) {
        assertCanFail(name, turn, byExample, notMeasurable);
    }

    @Tag("nightly")
    @Test
    void everyClaimOfTheStudyWithTheMostLevelsCanFail() {
        assertCanFail("iometer-sweep", 7, 14, 0);
    }

    private static void assertCanFail(String name, int turn, int byExample, int notMeasurable) {
        List<Finding> findings =
                check(SourceTree.path("experiments", name + ".yaml"), new Reading(Optional.of("article"), List.of()));

        assertThat(findings).extracting(Finding::result).doesNotContain(Result.FAILS, Result.NOT_PLANNED);
        assertThat(ClaimCheck.count(findings, Result.TURNS)).isEqualTo(turn);
        assertThat(ClaimCheck.count(findings, Result.BY_EXAMPLE)).isEqualTo(byExample);
        assertThat(ClaimCheck.count(findings, Result.NOT_MEASURABLE)).isEqualTo(notMeasurable);
    }

    @Test
    void aClaimTurnsByTheChangeThatIsNamed() throws IOException {
        List<Finding> findings = check(
                "  - {text: half as much again, expr: \"ratio(throughput, fast, slow, reads) between 1.4 and 1.6\"}",
                "  - {text: twice, expr: \"throughput[fast, reads] >= 2 * throughput[slow, reads]\", published: contradicted, reason: it is not}");

        assertThat(findings).extracting(Finding::result).containsOnly(Result.TURNS);
        assertThat(findings.get(0).because())
                .matches("supported \\(1\\.500 .*, contradicted \\(.* by throughput of fast, reads × 1\\.\\d+");
        assertThat(findings.get(1).because()).matches("contradicted \\(.*, supported \\(.* by throughput of .* × .*");
        assertThat(ClaimCheck.summary(findings))
                .startsWith("2 claims can fail: 2 turn against the published numbers (1 of them");
    }

    @Test
    void aProgramReadsAStudyAndChecksItsClaimsWithoutReaders() throws IOException {
        check("  - {text: half as much again, expr: \"ratio(throughput, fast, slow, reads) between 1.4 and 1.6\"}");
        Path file = folder.resolve("disks.yaml");

        assertThat(StudyFile.checkClaims(file)).singleElement().asString().contains("half as much again: supported");
        assertThatThrownBy(() -> StudyFile.read(file, Optional.of("two")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("two");
    }

    @Test
    void whatWasNotPublishedIsShownByExamples() throws IOException {
        List<Finding> findings = check(
                "  - {text: equal writes, expr: \"ratio(throughput, fast, slow, writes) between 0.95 and 1.05\"}");

        assertThat(findings.get(0).result()).isEqualTo(Result.BY_EXAMPLE);
        assertThat(findings.get(0).because()).startsWith("the article prints no number; supported (1.000");
        assertThat(check(folder.resolve("disks.yaml"), new Reading(Optional.of("one"), List.of())))
                .extracting(Finding::line)
                .containsExactly("not planned     equal writes: the profile makes no run of fast, writes");
    }

    @Test
    void aClaimThatCannotFailOrIsNotAsDeclaredFailsTheCheck() throws IOException {
        assertThat(check(
                        "  - {text: always, expr: \"throughput[fast, reads] / throughput[fast, reads] <= 2\"}",
                        "  - {text: wrong, expr: \"throughput[fast, reads] < throughput[slow, reads]\"}",
                        "  - {text: right, expr: \"throughput[fast, reads] > 1\", published: contradicted, reason: none}",
                        "  - {text: undecided, expr: \"ratio(throughput, fast, slow, reads) >= 1.5\"}"))
                .extracting(Finding::result)
                .containsOnly(Result.FAILS);
    }

    @Test
    void whatThePublishedNumbersContradictNeedsAReason() {
        assertThatThrownBy(() -> check(
                        "  - {text: t, expr: \"throughput[fast, reads] > 1\", published: contradicted}",
                        "  - {text: t, expr: \"throughput[fast, reads] > 1\", published: nonsense, reading: yours}"))
                .hasMessageContaining("disks.yaml:9: claims[0].published needs a reason")
                .hasMessageContaining("claims[1].published")
                .hasMessageContaining("claims[1].reading");
    }
}
