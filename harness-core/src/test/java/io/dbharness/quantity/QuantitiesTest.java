package io.dbharness.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {

    @ParameterizedTest
    @CsvSource({
        "90s, PT1M30S",
        "5m, PT5M",
        "5min, PT5M",
        "1h30m, PT1H30M",
        "1h30min10s, PT1H30M10S",
        "2d12h, PT60H",
        "500ms, PT0.5S",
        "250us, PT0.00025S",
        "2m500ms, PT2M0.5S",
        "1d1h1m1s1ms1us, PT25H1M1.001001S",
        "0s, PT0S"
    })
    void durationsAreWholeNumbersWithUnits(String text, Duration duration) {
        assertThat(Quantities.duration(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "30", "s", "-5s", "1.5h", "5 m", "30s1m", "5M", "5mi", "5mins", "99999999s", "five minutes"})
    void whatIsNoDurationIsRefused(String text) {
        assertThat(Quantities.duration(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"7ns, 7", "22500us, 22500000", "0.5ms, 500000", "1.5h, 5400e9", "2m, 120e9", "2min, 120e9"})
    void timesMayHaveAFraction(String text, double nanos) {
        assertThat(Quantities.nanos(text)).hasValue(nanos);
    }

    @ParameterizedTest
    @CsvSource({"100, 100", "100/s, 100", "0.5/s, 0.5", "6000/min, 100", "1800/h, 0.5", "0, 0"})
    void ratesAreASecondUnlessTheySayOtherwise(String text, double perSecond) {
        assertThat(Quantities.perSecond(text)).hasValue(perSecond);
    }

    @ParameterizedTest
    @CsvSource({"0.1%, 0.001", "7%, 0.07", "100%, 1"})
    void sharesAreInPercent(String text, double share) {
        assertThat(Quantities.share(text)).hasValue(share);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1/s", "1e3", "NaN", "100/m", "100 /s", "1,5", "5ms", "1%", "0x10", "1234567890/s"})
    void whatIsNoRateIsRefused(String text) {
        assertThat(Quantities.perSecond(text)).isEmpty();
    }

    @Test
    void theUnitMustFit() {
        assertThat(Quantities.nanos("5")).isEmpty();
        assertThat(Quantities.nanos("5/s")).isEmpty();
        assertThat(Quantities.share("5")).isEmpty();
        assertThat(Quantities.share("5ms")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "512, 512",
        "8k, 8192",
        "8KB, 8000",
        "3m, 3145728",
        "200GB, 200000000000",
        "200GiB, 214748364800",
        "1t, 1099511627776",
        "1.5 TB, 1500000000000",
        "0.4mb, 400000"
    })
    void sizesAreInPowersOf1024AndWithABInPowersOf1000(String text, long bytes) {
        assertThat(Quantities.bytes(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "1.0001k", "-1", "8kk", "8x", "8iB", "8  k", "0.3", "99999999999TiB", "many"})
    void whatIsNoSizeIsRefused(String text) {
        assertThat(Quantities.bytes(text)).isEmpty();
    }

    @Test
    void bandwidthsAreSizesASecond() {
        assertThat(Quantities.bytesPerSecond("125MB/s")).hasValue(125_000_000);
        assertThat(Quantities.bytesPerSecond(" 600MiB/s ")).hasValue(600L << 20);
        assertThat(Quantities.bytesPerSecond("125MB")).isEmpty();
        assertThat(Quantities.bytesPerSecond("/s")).isEmpty();
    }

    @Test
    void thousandsAndMillionsAreWrittenOutAndAnythingElseStays() {
        assertThat(Quantities.expandSuffix("10k")).isEqualTo("10000");
        assertThat(Quantities.expandSuffix("1.5M")).isEqualTo("1500000");
        assertThat(Quantities.expandSuffix("2K/s")).isEqualTo("2000/s");
        assertThat(Quantities.expandSuffix("10")).isEqualTo("10");
        assertThat(Quantities.expandSuffix("5m")).isEqualTo("5m");
        assertThat(Quantities.expandSuffix("k")).isEqualTo("k");
        assertThat(Quantities.expandSuffix("0.0001k")).isEqualTo("0.0001k");
    }

    @Test
    void aUnitConvertsBothWays() {
        for (Unit unit : Unit.values()) {
            assertThat(unit.fromBase(unit.toBase(3))).isEqualTo(3);
        }
        assertThat(Unit.of("min")).contains(Unit.MINUTE);
        assertThat(Unit.of("fortnight")).isEmpty();
    }
}
