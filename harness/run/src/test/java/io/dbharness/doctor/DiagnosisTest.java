package io.dbharness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.doctor.Diagnosis.Advice;
import io.dbharness.doctor.Diagnosis.Conclusion;
import io.dbharness.doctor.Diagnosis.Reading;
import io.dbharness.machine.MachineFacts;
import io.dbharness.machine.SystemFiles;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.sut.TargetInfo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosisTest {

    @TempDir
    private Path root;

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private static LatencyHistogram times(LongStream nanos) {
        LatencyHistogram times = new LatencyHistogram();
        nanos.forEach(times::record);
        return times;
    }

    /** 10,000 wake-ups: late by 20 us, a twentieth by 90 us, two hundred by 200 us. */
    private static LatencyHistogram lag() {
        return times(LongStream.range(0, 10_000).map(i -> i < 9_300 ? 20_000 : i < 9_800 ? 90_000 : 200_000));
    }

    private static WakeUps wakeUps(LatencyHistogram lag) {
        return new WakeUps(lag, 5_000, OptionalDouble.of(0.02), OptionalDouble.of(0.001), OptionalDouble.of(0.05));
    }

    private Measurements examined(Optional<TargetTrips> target) {
        return new Measurements(
                new ProcessFacts(2, 1L << 30, OptionalLong.of(1024)),
                MachineFacts.read(new SystemFiles(root)),
                25,
                wakeUps(lag()),
                Optional.of(new Loopback(times(LongStream.of(20_000)), 5_000)),
                Optional.of(new DiskSyncs(times(LongStream.of(1_000_000)))),
                3,
                target);
    }

    private static Conclusion named(String name, Measurements examined) {
        return Conclusions.conclusions(examined).stream()
                .filter(conclusion -> conclusion.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void quotaOfHalfAProcessor() throws IOException {
        write("proc/self/cgroup", "0::/small\n");
        write("proc/self/mountinfo", "33 29 0:29 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write("sys/fs/cgroup/small/cpu.max", "50000 100000\n");
        write("sys/fs/cgroup/small/memory.max", "1073741824\n");
    }

    @Test
    void theHighestRateIsHalfTheProcessorsOverTheCostOfARequest() throws IOException {
        assertThat(named("highest rate", examined(Optional.empty())).figures()).containsEntry("perSecond", 100_000.0);

        quotaOfHalfAProcessor();

        assertThat(named("highest rate", examined(Optional.empty())).figures()).containsEntry("perSecond", 25_000.0);
    }

    @Test
    void responseTimesAreTrustedFromTenTimesTheLagOn() {
        Map<String, Double> least =
                named("response times", examined(Optional.empty())).figures();

        assertThat(least).containsOnlyKeys("p50Nanos", "p90Nanos", "p99Nanos", "p99.9Nanos");
        assertThat(least.get("p50Nanos")).isBetween(199_900.0, 206_000.0);
        assertThat(least.get("p99Nanos")).isBetween(1_999_000.0, 2_010_000.0);
    }

    @Test
    void theFinestPercentileIsTheLastWhoseLagIsATenthOfTheTimeInQuestion() {
        assertThat(named("finest percentile", examined(Optional.empty())).text())
                .isEqualTo("p90, for response times of 1 ms");

        TargetTrips far = new TargetTrips(
                new TargetInfo("PostgreSQL", "18", "jdbc:x", Map.of(), List.of()),
                times(LongStream.of(4_000_000)),
                times(LongStream.of(1_000_000)),
                times(LongStream.of(3_000_000)),
                Optional.of("sslmode=require"));
        Measurements withTarget = examined(Optional.of(far));

        assertThat(named("finest percentile", withTarget).text()).startsWith("p99.9, ");
        assertThat(named("one connection", withTarget).text()).startsWith("330 requests");
        assertThat(new DiagnosisText(200)
                        .of(new Diagnosis(
                                "x",
                                "now",
                                List.of(),
                                ReportSections.sections("x", withTarget),
                                Conclusions.conclusions(withTarget),
                                List.of())))
                .contains("3 ms of a connect are TLS, login and settings together; requested by sslmode=require")
                .contains("nothing: no finding impairs measurements");
    }

    @Test
    void whatHarmsMeasurementsIsNamedWithWhatToDo() throws IOException {
        quotaOfHalfAProcessor();
        write("sys/devices/system/cpu/online", "0-3\n");
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        write("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");
        write("proc/meminfo", "SwapTotal: 4096 kB\nSwapFree: 2048 kB\n");

        List<Advice> advice = Advisor.advice(examined(Optional.empty()));

        assertThat(advice)
                .contains(new Advice(
                        "governor is powersave: processors that slow down when idle wake slowly",
                        "cpupower frequency-set -g performance"));
        assertThat(advice.stream().map(Advice::finding))
                .anyMatch(finding -> finding.startsWith("a quota of 0.50 processors (cgroup v2 /small)"))
                .contains(
                        "Java sees 2 of 4 processors",
                        "only 1024 files and sockets may be open",
                        "threads wake 200 us late at p99, which is more than 100 us",
                        "the quota throttled the process 3 times in these ten seconds",
                        "the hypervisor took 5.00 % of the processors' time",
                        "2 MiB are swapped out: touching them waits for a disk")
                .anyMatch(finding -> finding.startsWith("transparent huge pages are always on"))
                .anyMatch(finding -> finding.startsWith("the heap may grow to 1 GiB, the group to 1 GiB"));
    }

    @Test
    void whatTheSystemDoesNotTellIsCalledThat() {
        List<Reading> readings = ReportSections.sections("x", examined(Optional.empty())).stream()
                .flatMap(section -> section.readings().stream())
                .filter(reading -> reading.text().equals(Reading.UNTOLD))
                .toList();

        assertThat(readings.stream().map(Reading::name))
                .containsExactly(
                        "frequency governor",
                        "transparent huge pages",
                        "swap",
                        "steal since boot",
                        "processor quota",
                        "processor set",
                        "memory");
    }

    @Test
    void anAddressTellsItsServerAndWhetherItAsksForTls() {
        assertThat(TargetTrips.server("jdbc:postgresql://127.0.0.1:5433/x?sslmode=require"))
                .contains(new InetSocketAddress("127.0.0.1", 5433));
        assertThat(TargetTrips.server("cassandra://[::1]:9042/k")).contains(new InetSocketAddress("::1", 9042));
        assertThat(TargetTrips.server("jdbc:postgresql://127.0.0.1/x")).isEmpty();
        assertThat(TargetTrips.server("sim:service=5ms")).isEmpty();
        assertThat(TargetTrips.tls("jdbc:postgresql://h/x?sslmode=verify-full&a=b"))
                .contains("sslmode=verify-full");
        assertThat(TargetTrips.tls("jdbc:sqlserver://h:1;encrypt=true")).contains("encrypt=true");
        assertThat(TargetTrips.tls("cassandra://h:1/k?tls=on")).contains("tls=on");
        assertThat(TargetTrips.tls("jdbc:postgresql://h/x?sslmode=disable")).isEmpty();
        assertThat(TargetTrips.tls("jdbc:postgresql://h/sslmode")).isEmpty();
    }
}
