package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

    @ParameterizedTest
    @ValueSource(strings = {"=HYPERLINK(\"x\")", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\tx", "\rx"})
    void aTextThatASpreadsheetWouldTakeForAFormulaIsMadeAText(String hostile) {
        String cell = Csv.parse(Csv.line(List.of("a", hostile))).get(0).get(1);

        assertThat(cell).startsWith("'").endsWith(hostile.strip());
    }

    @Test
    void numbersStayNumbers() {
        assertThat(Csv.line(List.of("-7.0", "+1.5", "1e-9", "-", "4437.97")))
                .isEqualTo("-7.0,+1.5,1e-9,'-,4437.97\r\n");
    }

    @Test
    void quotesCommasAndLineBreaksComeBackAsTheyWere() {
        List<String> cells = List.of("a \"b\"", "c, d", "e\nf", "");

        assertThat(Csv.parse(Csv.line(cells))).containsExactly(cells);
    }
}
