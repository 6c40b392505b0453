package io.dbharness.study.file;

import static io.dbharness.study.Study.ClaimOutcome.Verdict.CONTRADICTED;
import static io.dbharness.study.Study.ClaimOutcome.Verdict.NOT_TESTABLE;
import static io.dbharness.study.Study.ClaimOutcome.Verdict.SUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.dbharness.model.Problems;
import io.dbharness.study.Formula;
import io.dbharness.study.Study;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.StudyChart;
import io.dbharness.study.StudyTable;
import io.dbharness.study.TableSpec;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of five publications, made again from their numbers by the experiment files that this project ships. */
@Tag("slow")
class PublishedTablesTest {

    private static final Path GOLDEN = SourceTree.path("harness/run/src/test/resources/io/dbharness/study/file");

    private final PublishedStudy yugabyte = PublishedStudy.of("yugabytedb-azure-disks");

    private static Stream<String> studies() {
        return Stream.of(
                "yugabytedb-azure-disks",
                "sqlserver-performance-plus",
                "iometer-sweep",
                "cassandra-local-storage",
                "azure-sql-inserts-deletes");
    }

    /** {@code -Dgolden.update=true} writes the texts anew. */
    @ParameterizedTest
    @MethodSource("studies")
    void theReportOfWhatWasPublishedIsThis(String name) {
        String report = PublishedStudy.of(name).text();
        Path file = GOLDEN.resolve(name + ".txt");
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.writeString(file, report);
            }
            assertThat(report).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"smoke", "local"})
    void aStudyThatIsScaledDownHasNoNamesOfThePublishedScale(String profile) {
        List<TableSpec> tables = ExperimentFile.read(
                        PublishedStudy.EXPERIMENTS.resolve("yugabytedb-azure-disks.yaml"),
                        new Reading(Optional.of(profile), List.of()),
                        new Problems())
                .design()
                .tables();

        assertThat(tables)
                .flatExtracting(table -> Stream.concat(
                                Stream.of(table.title()),
                                table.formulas().stream()
                                        .filter(row -> table.kind() == StudyTable.Kind.COMPARE)
                                        .map(Formula::label))
                        .toList())
                .contains("Sysbench Read (2 Tables)", "Sysbench Write (3 Tables)")
                .noneMatch(name -> name.matches(".*(20|30) Tables.*|.*2000.*"));
    }

    @ParameterizedTest
    @CsvSource({
        "yugabytedb-azure-disks, smoke", "yugabytedb-azure-disks, local",
        "sqlserver-performance-plus, smoke", "sqlserver-performance-plus, local",
        "iometer-sweep, smoke", "iometer-sweep, local",
        "cassandra-local-storage, smoke", "cassandra-local-storage, local",
        "azure-sql-inserts-deletes, smoke", "azure-sql-inserts-deletes, local",
    })
    void aStudyThatIsScaledDownShowsNothingPublishedButChanges(String name, String profile) {
        Study study = PublishedStudy.of(name, profile).study();

        assertThat(study.tables())
                .filteredOn(table -> table.kind() != StudyTable.Kind.FACTS && table.kind() != StudyTable.Kind.COMPARE)
                .flatExtracting(StudyTable::rows)
                .flatExtracting(StudyTable.Row::cells)
                .extracting(StudyTable.Cell::basis)
                .containsOnly(StudyTable.Basis.NONE);
        assertThat(study.charts()).isEmpty();
        assertThat(study.notes())
                .filteredOn(note -> note.startsWith("Scaled down"))
                .isNotEmpty();
        assertThat(study.tables())
                .flatExtracting(StudyTable::rows)
                .extracting(StudyTable.Row::label)
                .noneMatch(label -> label.contains("25720") || label.contains("tpmC implies"));
    }

    /** Tables and charts show runs beside the publication's values, or instead of them. */
    @ParameterizedTest
    @MethodSource("studies")
    void noTitleSaysThatItsValuesAreThoseOfThePublication(String name) {
        Study study = PublishedStudy.of(name).study();

        assertThat(Stream.concat(
                        study.tables().stream().map(StudyTable::title),
                        study.charts().stream().map(StudyChart::title)))
                .isNotEmpty()
                .noneMatch(title -> title.matches("(?i).*((?<!not )publi|article|printed).*"));
    }

    @Test
    void printedAndDerivedValuesAreToldApart() {
        assertThat(yugabyte.table("read20").rows())
                .filteredOn(row -> List.of("Throughput", "Requests in flight by Little's law")
                        .contains(row.label()))
                .extracting(row -> row.cells().get(0).shown())
                .containsExactly("4437.97", "†60.001");
    }

    @Test
    void runsThatWerePublishedAsMeansAreNotMergedAgain() {
        assertThat(PublishedStudy.of("sqlserver-performance-plus").study().tables())
                .extracting(StudyTable::id)
                .contains("premium-v2", "performance-plus")
                .doesNotContain("premium-v2-merged", "performance-plus-merged");
    }

    @Test
    void theArticlesBarsAreDrawnWithOneSeriesForEachSubject() {
        StudyChart bars = yugabyte.study().charts().stream()
                .filter(chart -> chart.id().equals("workloads"))
                .findFirst()
                .orElseThrow();

        assertThat(bars.categories()).hasSize(5).contains("Sysbench Read (30 Tables)", "TPC-C (2000 Warehouses)");
        assertThat(bars.panels())
                .extracting(panel -> panel.y().label())
                .contains("throughput", "average latency", "disk IOPS");
        assertThat(bars.panels().get(0).series())
                .extracting(StudyChart.Series::label, StudyChart.Series::origin)
                .containsExactly(
                        tuple("Premium SSD", "published"),
                        tuple("Premium SSD v2", "published"),
                        tuple("Ultra SSD", "published"));
    }

    @ParameterizedTest
    @CsvSource({
        "latency-improvement, Sysbench Read (20 Tables), -7.0 %, -6.4 %",
        "latency-improvement, Sysbench Write (20 Tables), 0 %, -1.9 %",
        "latency-improvement, TPC-C New-Order, -37.7 %, -46.9 %",
        "throughput-improvement, Sysbench Read (20 Tables), +7.4 %, +6.8 %",
        "throughput-improvement, Sysbench Write (20 Tables), +0.05 %, +2.0 %",
        "throughput-improvement, TPC-C, +1.9 %, +1.9 %",
        "latency-improvement, Sysbench Read (30 Tables), -63.4 %, -63.5 %",
        "throughput-improvement, Sysbench Read (30 Tables), +173.5 %, +173.8 %",
        "latency-improvement, Sysbench Write (30 Tables), TBD, TBD",
    })
    void allTwelveImprovementsAreThoseThatWerePrinted(String table, String row, String v2, String ultra) {
        assertThat(yugabyte.row(table, row)).containsExactly(v2, ultra);
    }

    @Test
    void cellsThatWereNeverMeasuredStayToBeDone() {
        assertThat(yugabyte.table("write30").rows())
                .extracting(row -> row.cells().get(0).state())
                .containsOnly(StudyTable.State.TBD);
        assertThat(yugabyte.row("write30", "Throughput")).containsExactly("TBD", "590.07", "584.96");
    }

    @Test
    void printedFiguresKeepTheirDecimals() {
        assertThat(yugabyte.row("write20", "Average latency")).containsExactly("40.17", "40.17", "39.4");
        assertThat(yugabyte.row("write20", "Throughput")).containsExactly("597", "597.28", "609");
        assertThat(yugabyte.row("tpcc", "tpmC")).containsExactly("25135", "25600.1", "25616.27");
        assertThat(yugabyte.row("tpcc", "CPU utilization")).containsExactly("83", "85.5", "85.5");
    }

    @ParameterizedTest
    @CsvSource({
        "read20, 60.001, 59.973, 59.976",
        "write20, 23.981, 23.993, 23.995",
        "read30, 60.003, 59.977, 59.999",
        "write30, TBD, 23.998, 24.001",
    })
    void littlesLawFindsTheThreadsThatWereNotPublished(String table, String premium, String v2, String ultra) {
        assertThat(yugabyte.row(table, "Requests in flight by Little's law")).containsExactly(premium, v2, ultra);
    }

    @ParameterizedTest
    @CsvSource({
        "read20, 1.35, 1.25, 1.26",
        "write20, 4.01, 4.01, 3.94",
        "read30, 3.81, 1.39, 1.39",
        "write30, TBD, 4.06, 4.10"
    })
    void theLatencyOfAStatementIsATenthCutOff(String table, String premium, String v2, String ultra) {
        assertThat(yugabyte.row(table, "A tenth of the average latency cut off"))
                .containsExactly(premium, v2, ultra);
    }

    @Test
    void efficiencyIsOfWhatThinkTimesAllow() {
        assertThat(yugabyte.row("tpcc", "Efficiency of the 25720 that 2000 warehouses allow"))
                .containsExactly("97.73", "99.53", "99.60");
        assertThat(yugabyte.row("tpcc", "Response time that tpmC implies")).containsExactly("494", "104", "90");
    }

    @ParameterizedTest
    @CsvSource({
        "v2 cuts the latency, SUPPORTED",
        "Ultra is similar to v2, SUPPORTED",
        "Premium SSD degrades from 20 to 30 tables (reads, SUPPORTED",
        "Writes on 20 tables are equal, SUPPORTED",
        "Premium SSD struggles from 20 to 30 tables (writes, NOT_TESTABLE",
        "All disks reach a similar tpmC, SUPPORTED",
        "CPU is at 83 to 85.5 %, SUPPORTED",
        "tpmC is not pinned, CONTRADICTED",
        "The New-Order latency of Premium SSD, CONTRADICTED",
        "Ultra pays with more data: reads, CONTRADICTED",
        "Ultra pays with more data: more writes, CONTRADICTED",
        "CPU is the bottleneck, NOT_TESTABLE",
        "v2 is the most cost-effective, NOT_TESTABLE",
    })
    void claimsAboutThreeDisks(String begin, Verdict verdict) {
        assertThat(yugabyte.claim(begin).verdict()).isEqualTo(verdict);
    }

    @Test
    void theSlowEndBeginsWhereTheTextSaysSo() {
        PublishedStudy disks = PublishedStudy.of("sqlserver-performance-plus");

        assertThat(disks.row("tail", "Onset of all")).containsExactly("(99, 99.9]", "(75, 90]");
        assertThat(disks.row("tail", "Onset of reads")).containsExactly("(99, 99.9]", "(75, 90]");
        assertThat(disks.row("tail", "Onset of writes")).containsExactly("(99, 99.9]", "(75, 90]");
        assertThat(disks.row("tail", "Shape")).containsExactly("SHAPED, TAIL_ONLY", "BURSTY");
        assertThat(disks.row("change", "25th")).containsExactly("-66.8 %");
        assertThat(disks.row("change", "99th")).containsExactly("+617.1 %");
        assertThat(disks.row("premium-v2", "3-nines")).containsExactly("18.033", "18.628", "18.084");
        assertThat(disks.row("performance-plus", "max")).containsExactly("74.43", "70.966", "82.939");
        assertThat(disks.table("premium-v2").notes()).anyMatch(note -> note.contains("not a pooled distribution"));
        assertThat(disks.claim("Premium V2 shows").verdict()).isEqualTo(SUPPORTED);
        assertThat(disks.claim("Performance Plus").verdict()).isEqualTo(SUPPORTED);
        assertThat(disks.claim("V2 is clearly better overall: its curve").verdict())
                .isEqualTo(CONTRADICTED);
        assertThat(disks.claim("V2 is clearly better overall: its curve").text())
                .endsWith("(our reading)");
        assertThat(disks.claim("V2 is clearly better overall: its curve").because())
                .isEqualTo("2.000: up to the 75th percentile Performance Plus takes less than half the time");
    }

    @Test
    void eightOutstandingAreWhatTheCapAllows() {
        PublishedStudy sweep = PublishedStudy.of("iometer-sweep");
        String random = "sweep-8-KiB-0-reads-100-random";

        StudyTable table = sweep.table(random);
        int ssd = table.columns().stream()
                .map(c -> c.group() + " " + c.label())
                .toList()
                .indexOf("I/Os a second, published SSD at most 500/s");
        assertThat(sweep.row(random, "outstanding 8").get(ssd)).isEqualTo("500.49");
        assertThat(sweep.row(random, "outstanding 8").get(ssd + 8)).isEqualTo("8.003");
        assertThat(sweep.claim("The cap of 500").verdict()).isEqualTo(SUPPORTED);
        assertThat(sweep.claim("Under the cap the SSD makes its").verdict()).isEqualTo(SUPPORTED);
        assertThat(sweep.claim("The HDD makes the 400").verdict()).isEqualTo(CONTRADICTED);
        assertThat(sweep.claim("HDD, random: 8").verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(sweep.claim("HDD, sequential: 128").verdict()).isEqualTo(NOT_TESTABLE);
    }

    @Test
    void theTargetLatencyWasMissedAndOneRequestWasInFlight() {
        PublishedStudy cassandra = PublishedStudy.of("cassandra-local-storage");

        assertThat(cassandra.row("results-at-a-target-median-small-reads", "Latency median"))
                .containsExactly("20.1", "40.3", "19.9", "17.7");
        assertThat(cassandra.row("results-at-a-target-median-medium-reads", "Latency median"))
                .containsExactly("TBD", "TBD", "TBD", "TBD");
        assertThat(cassandra.row("results-at-a-target-median-medium-reads", "Requests in flight by Little's law"))
                .containsExactly("0.987", "0.988", "0.993", "0.994");
        assertThat(cassandra
                        .claim("The target of a median of 10 ms is met by all machines with small")
                        .verdict())
                .isEqualTo(CONTRADICTED);
        assertThat(cassandra
                        .claim("The target of a median of 10 ms is met by all machines with medium")
                        .verdict())
                .isEqualTo(NOT_TESTABLE);
        assertThat(cassandra.claim("More than one medium").verdict()).isEqualTo(CONTRADICTED);
        assertThat(cassandra.claim("DS15_v2 makes nearly three").verdict()).isEqualTo(SUPPORTED);
        assertThat(cassandra.claim("L8s makes twice").verdict()).isEqualTo(SUPPORTED);
        assertThat(cassandra.claim("DS15_v2 makes the most medium reads").verdict())
                .isEqualTo(SUPPORTED);
        assertThat(cassandra.claim("DS15_v2 makes the most medium writes").verdict())
                .isEqualTo(NOT_TESTABLE);
    }

    @Test
    void tablesOfTiersHaveAllTheirRepeatsAndRates() {
        PublishedStudy azure = PublishedStudy.of("azure-sql-inserts-deletes");

        assertThat(azure.row("ut-throughput", "Business 8T"))
                .containsExactly("480", "322", "289", "5.12", "3.44", "3.10");
        assertThat(azure.row("ut-server", "Std S2 2T"))
                .containsExactly("98.3", "93.3", "88.1", "0.0", "0.0", "0.1", "33.4", "31.4", "28.1");
        assertThat(azure.row("ut-client", "Business 2T")).containsExactly("3.6", "4.0", "2.6", "0", "0", "20");
        assertThat(azure.row("lt-throughput", "rate 20")).containsExactly("20", "20", "–", "0.2", "0.2", "–");
        assertThat(azure.row("lt-throughput", "rate 100")).containsExactly("100", "67", "85", "1.1", "0.7", "0.9");
        assertThat(azure.row("lt-throughput", "rate 200")).containsExactly("–", "–", "136", "–", "–", "1.5");
        assertThat(azure.row("lt-server", "rate 80"))
                .containsExactly("100.0", "98.6", "55.6", "0.0", "0.0", "10.1", "22.0", "46.1", "31.0");
        assertThat(azure.row("lt-skipped", "rate 100").subList(0, 3)).containsExactly("0.0", "33.0", "15.0");
        assertThat(azure.row("ut-summary", "Rows a second"))
                .containsExactly(
                        "81.00", "111.33", "185.67", "268.67", "363.67", "65.67", "131.00", "258.00", "340.33",
                        "665.67");
    }

    @ParameterizedTest
    @CsvSource({"S2 equals, 0.035", "P1 equals, 0.022", "P2 significantly, 0.018", "Business 1T is slightly, 0.029"})
    void ratiosOfThreeRunsSayHowLikelyChanceIs(String begin, String p) {
        assertThat(PublishedStudy.of("azure-sql-inserts-deletes").claim(begin).because())
                .contains("(p = " + p + ")");
    }

    @ParameterizedTest
    @CsvSource({
        "S2 equals or outperforms, SUPPORTED",
        "P1 equals or outperforms, SUPPORTED",
        "P2 significantly outperforms, SUPPORTED",
        "Business 1T is slightly, CONTRADICTED",
        "S2 is limited, SUPPORTED",
        "The new tiers are steady, SUPPORTED",
        "Business is variable, SUPPORTED",
        "Basic reaches, SUPPORTED",
        "S1 reaches, SUPPORTED",
        "S1 skips, SUPPORTED",
        "Requests fail on Web, SUPPORTED",
        "Web is slightly better, CONTRADICTED",
        "At 150 to 170, CONTRADICTED",
    })
    void claimsAboutTiers(String begin, Verdict verdict) {
        assertThat(PublishedStudy.of("azure-sql-inserts-deletes").claim(begin).verdict())
                .isEqualTo(verdict);
    }
}
