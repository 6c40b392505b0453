package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PricesTest {

    @TempDir
    Path folder;

    private Problems problemsOf(String price) throws IOException {
        Path file = Files.writeString(
                folder.resolve("prices.yaml"), "date: 2026-11-01\nhourly:\n  P15: '%s'\n".formatted(price));
        Problems problems = new Problems();
        Prices.read(file, problems);
        return problems;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "1e999999999", "1e100000", "", "free", "0x1", "\u0661", "1.0000000000000001"})
    void whatIsNoPriceIsAProblem(String price) throws IOException {
        assertThat(problemsOf(price).lines())
                .singleElement()
                .asString()
                .startsWith("prices.yaml:3: hourly.P15 must be a price such as 0.384, not '");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.384", "0.0000068", "6.8e-6", "12"})
    void whatIsAPriceIsNone(String price) throws IOException {
        assertThat(problemsOf(price).lines()).isEmpty();
    }
}
