package io.dbharness.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.model.Problems;
import io.dbharness.study.FigureTable;
import io.dbharness.study.Observation;
import io.dbharness.study.Observation.Figure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ForeignFormatTest {

    private static List<Observation> read(ForeignFormat format, String text) {
        Problems problems = new Problems();
        List<Observation> read = format.read("a file", text, problems);
        problems.throwIfAny();
        return read;
    }

    private static double value(List<Observation> observations, String metric) {
        Figure figure = observations.get(0).figures().get(metric);
        return figure == null ? Double.NaN : figure.value();
    }

    @Test
    void sysbenchGivesTransactionsAndTheirLatencies() {
        List<Observation> read = read(ForeignFormat.SYSBENCH, """
                Running the test with following options:
                Number of threads: 60

                SQL statistics:
                    transactions:                        26615  (4437.97 per sec.)
                    queries:                             266150 (44379.70 per sec.)
                    ignored errors:                      3      (0.50 per sec.)

                Latency (ms):
                         min:                                    1.20
                         avg:                                   13.52
                         max:                                  101.55
                         95th percentile:                       25.74
                         sum:                               359999.01
                """);

        assertThat(value(read, "throughput")).isEqualTo(4437.97);
        assertThat(value(read, "threads")).isEqualTo(60);
        assertThat(value(read, "mean")).isCloseTo(13.52e6, within(1e-3));
        assertThat(value(read, "p95")).isCloseTo(25.74e6, within(1e-3));
        assertThat(value(read, "errorCount")).isEqualTo(3);
    }

    @Test
    void cassandraStressGivesItsSummary() {
        List<Observation> read = read(ForeignFormat.CASSANDRA_STRESS, """
                Results:
                Op rate                   :   19,974 op/s  [READ: 19,974 op/s]
                Latency mean              :   22.1 ms [READ: 22.1 ms]
                Latency median            :   20.1 ms [READ: 20.1 ms]
                Latency 95th percentile   :   43.6 ms [READ: 43.6 ms]
                Latency 99th percentile   :   66.9 ms [READ: 66.9 ms]
                Latency 99.9th percentile :   99.0 ms [READ: 99.0 ms]
                Latency max               :  143.7 ms [READ: 143.7 ms]
                Total errors              :          0 [READ: 0]
                """);

        assertThat(value(read, "throughput")).isEqualTo(19_974);
        assertThat(value(read, "p50")).isCloseTo(20.1e6, within(1e-3));
        assertThat(value(read, "n3")).isCloseTo(99e6, within(1e-3));
        assertThat(value(read, "errorCount")).isZero();
    }

    @Test
    void fioGivesPercentilesOfItsBinsAndOfReadsAndWritesTogether() {
        List<Observation> read = read(ForeignFormat.FIO, """
                fio: this platform does not support process shared mutexes, forcing use of threads.
                {"fio version": "fio-3.36", "jobs": [{"jobname": "probe",
                  "read": {"iops": 300, "bw_bytes": 2457600, "total_ios": 3000,
                    "clat_ns": {"min": 900, "max": 5688, "mean": 1500.5, "percentile": {"50.000000": 1100},
                      "bins": {"1000": 2970, "5000": 30}}},
                  "write": {"iops": 100, "bw_bytes": 819200, "total_ios": 1000,
                    "clat_ns": {"min": 1900, "max": 9000, "mean": 2500, "bins": {"2000": 1000}}}}]}
                """);

        assertThat(value(read, "throughput")).isEqualTo(400);
        assertThat(value(read, "mbPerSecond")).isCloseTo(3.2768, within(1e-9));
        assertThat(value(read, "p50(read)")).isEqualTo(1000);
        assertThat(value(read, "n3(read)")).isEqualTo(5000);
        assertThat(value(read, "max(read)")).isEqualTo(5688);
        assertThat(value(read, "p75(total)")).isEqualTo(2000);
        assertThat(value(read, "p99")).isEqualTo(2000);
        assertThat(value(read, "mean")).isEqualTo((300 * 1500.5 + 100 * 2500) / 400);
        assertThat(value(read, "min(total)")).isEqualTo(900);
    }

    @Test
    void diskspdGivesItsPercentileTable() {
        List<Observation> read = read(ForeignFormat.DISKSPD, """
                <Results><TimeSpan><TestTimeSeconds>30.00</TestTimeSeconds>
                <Thread><Target><BytesCount>3932160000</BytesCount><IOCount>480000</IOCount></Target></Thread>
                <Latency><AverageReadMilliseconds>4.512</AverageReadMilliseconds><AverageTotalMilliseconds>4.517</AverageTotalMilliseconds>
                <Bucket><Percentile>0</Percentile><ReadMilliseconds>0.179</ReadMilliseconds><TotalMilliseconds>0.168</TotalMilliseconds></Bucket>
                <Bucket><Percentile>99</Percentile><ReadMilliseconds>5.066</ReadMilliseconds><WriteMilliseconds>5.081</WriteMilliseconds><TotalMilliseconds>5.070</TotalMilliseconds></Bucket>
                <Bucket><Percentile>99.9999999</Percentile><TotalMilliseconds>161.792</TotalMilliseconds></Bucket>
                <Bucket><Percentile>100</Percentile><TotalMilliseconds>161.792</TotalMilliseconds></Bucket>
                </Latency></TimeSpan></Results>
                """);

        assertThat(value(read, "throughput")).isEqualTo(16_000);
        assertThat(value(read, "mbPerSecond")).isEqualTo(131.072);
        assertThat(value(read, "min(read)")).isCloseTo(0.179e6, within(1e-6));
        assertThat(value(read, "p99(write)")).isCloseTo(5.081e6, within(1e-6));
        assertThat(value(read, "n9(total)")).isCloseTo(161.792e6, within(1e-6));
        assertThat(value(read, "max")).isCloseTo(161.792e6, within(1e-6));
    }

    @Test
    void anXmlThatWantsToReadFilesIsRefused() {
        Problems problems = new Problems();

        ForeignFormat.DISKSPD.read(
                "evil.xml", "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><r>&x;</r>", problems);

        assertThat(problems.lines())
                .anyMatch(line -> line.contains("evil.xml is not the XML of DiskSpd"))
                .noneMatch(line -> line.contains("root:"));
    }

    @ParameterizedTest
    @EnumSource(ForeignFormat.class)
    void whatIsNotFromThatToolIsAProblem(ForeignFormat format) {
        Problems problems = new Problems();

        List<Observation> read = format.read("a file", "", problems);

        assertThat(read).isEmpty();
        assertThat(problems.lines()).anyMatch(line -> line.contains("a file"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FIO | {'jobs': [{'read': {'iops': -5}}]} | iops is '-5'",
                "FIO | {'jobs': [{'read': {'iops': NaN}}]} | iops is 'NaN'",
                "FIO | {'jobs': [{'read': {'iops': 1e999}}]} | iops is 'Infinity'",
                "FIO | {'jobs': [{'read': {'iops': 'many'}}]} | iops is 'many'",
                "FIO | {'jobs': [{'read': {'iops': 1.7e308}}]} | iops is '1.7E308'",
                "FIO | {'jobs': [{'read': {'iops': 9, 'total_ios': 9, 'clat_ns': {'bins': {'5': 9000000000000000}}}}]} | the count of a bin is '9000000000000000'",
                "DISKSPD | <R><TestTimeSeconds>1</TestTimeSeconds><IOCount>10000000000000000</IOCount></R> | IOCount is '10000000000000000'",
                "FIO | {'jobs': [{'read': {'iops': 9, 'total_ios': 9, 'clat_ns': {'mean': 'NaN'}}}]} | mean is 'NaN'",
                "FIO | {'jobs': [{'read': {'iops': 9, 'clat_ns': {'bins': {'5': -3}}}}]} | the count of a bin is '-3'",
                "FIO | {'jobs': [{'read': {'iops': 9, 'clat_ns': {'percentile': {'99.0': -3}}}}]} | percentile 99.0 is '-3'",
                "DISKSPD | <R><TestTimeSeconds>NaN</TestTimeSeconds></R> | TestTimeSeconds is 'NaN'",
                "DISKSPD | <R><AverageTotalMilliseconds>-1</AverageTotalMilliseconds></R> | mean(total) is '-1'",
                "DISKSPD | <R><TestTimeSeconds>1</TestTimeSeconds><IOCount>-1</IOCount></R> | IOCount is '-1'",
                "SYSBENCH | transactions: 5 (-nan per sec.) | throughput is '-nan'",
                "CASSANDRA_STRESS | Latency mean : NaN ms | mean is 'NaN'",
            })
    void whatNoRunCanHaveMeasuredIsNamed(ForeignFormat format, String text, String message) {
        Problems problems = new Problems();

        format.read("a file", text.replace('\'', '"'), problems);

        assertThat(problems.lines())
                .containsExactly("a file says that " + message + ", which no run can have measured");
    }

    private static List<String> problemsOf(ForeignFormat format, String text) {
        Problems problems = new Problems();
        format.read("a file", text.replace('\'', '"').replace('/', '\n'), problems);
        return problems.lines();
    }

    @Test
    void aTimeThatMakesARateInfiniteIsNamed() {
        Problems problems = new Problems();

        ForeignFormat.DISKSPD.read(
                "a file",
                "<R><TestTimeSeconds>1e-320</TestTimeSeconds><IOCount>5</IOCount><BytesCount>5</BytesCount></R>",
                problems);

        assertThat(problems.lines())
                .contains("a file says that throughput is 'Infinity', which no run can have measured");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FIO | {'jobs': [{'jobname': 'a', 'error': 5, 'read': {'iops': 9}}]} | a job, 'a', that failed with error 5",
                "FIO | {'jobs': [{'read': {'iops': 9}}]} {'jobs': []} | a file is not JSON: Trailing token",
                "CSV | disk,mean/ultra,3/ultra,4 | two lines are about the same run {disk=ultra}",
                "CSV | disk,metric,value/ultra,mean,3/ultra,mean,4 | mean is there twice for the same run {disk=ultra}",
                "CSV | disk,mean,mean/ultra,3,4 | the column 'mean' is there twice",
                "CSV | disk,mean/ultra,'4.741,16' | '4.741,16' is no number",
                "CSV | disk,mean | a file holds no figure",
                "CSV | disk,mean/ultra,TBD | a file holds no figure",
            })
    void whatWouldBeTakenForLessThanItIsIsAProblem(ForeignFormat format, String text, String problem) {
        assertThat(problemsOf(format, text)).singleElement().asString().contains(problem);
    }

    @Test
    void aNumberMayHaveAnExponent() {
        assertThat(value(read(ForeignFormat.CSV, "disk,throughput\nultra,1e5\n"), "throughput"))
                .isEqualTo(100_000);
    }

    @Test
    void aTableMayNotHoldWhatIsNoNumber() {
        Problems problems = new Problems();

        ForeignFormat.CSV.read("a file", "disk,mean [ms]\nultra,NaN\n", problems);

        assertThat(problems.lines()).containsExactly("a file: 'NaN' is no number; a figure that is not known is TBD");
    }

    @Test
    void aTableOfRunsAndATableOfFiguresSayTheSame() {
        List<Observation> wide = read(
                ForeignFormat.CSV,
                "# from somewhere\ndisk,repeat,throughput,mean [ms]\nultra,1,\"4,741.16\",12.65\nultra,2,TBD,13\n");
        List<Observation> narrow = read(ForeignFormat.CSV, FigureTable.of(wide));

        assertThat(wide.get(0).labels()).isEqualTo(Map.of("disk", "ultra", "repeat", "1"));
        assertThat(wide.get(1).figures()).containsOnlyKeys("mean");
        assertThat(wide.get(0).figures().get("mean").decimals()).isEqualTo(2);
        assertThat(narrow).containsExactlyElementsOf(wide);
    }
}
