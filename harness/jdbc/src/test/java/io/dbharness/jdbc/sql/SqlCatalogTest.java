package io.dbharness.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlCatalogTest {

    private enum Name {
        READ_ITEM,
        TAKE_STOCK
    }

    @Test
    void theMostSpecificFileWins() {
        SqlCatalog<Name> catalog = load("lineage", "yugabytedb", "postgresql", "ansi");

        assertThat(catalog.sql(Name.TAKE_STOCK))
                .isEqualTo("UPDATE stock SET s_quantity = s_quantity - ? WHERE s_i_id = ?\nRETURNING s_quantity");
    }

    @Test
    void whatASpecificFileLeavesOutComesFromTheGeneralOne() {
        SqlCatalog<Name> catalog = load("lineage", "postgresql", "ansi");

        assertThat(catalog.sql(Name.READ_ITEM)).isEqualTo("SELECT i_price\nFROM item\nWHERE i_id = ?");
    }

    @Test
    void aCompoundStatementKeepsItsInnerSemicolons() {
        SqlCatalog<Name> catalog = load("lineage", "ansi");

        assertThat(catalog.sql(Name.TAKE_STOCK))
                .isEqualTo("UPDATE stock SET s_quantity = s_quantity - ? WHERE s_i_id = ?;\n"
                        + "SELECT s_quantity FROM stock WHERE s_i_id = ?;\nCOMMIT");
    }

    @Test
    void everythingWrongIsOneError() {
        assertThatThrownBy(() -> load("faulty", "ansi"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContainingAll(
                        "faulty/ansi.sql: text before the first '-- name:' line",
                        "'READ_ITEMS' is not one of the names in Name",
                        "'READ_ITEM' has no text",
                        "'READ_ITEM' is there twice",
                        "'TAKE_STOCK' is in none of the files of [ansi]");
    }

    @Test
    void aLineageWithoutAnyFileIsAnError() {
        assertThatThrownBy(() -> load("lineage", "sqlserver"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContainingAll("[sqlserver]", "sqlcatalog/lineage");
    }

    private static SqlCatalog<Name> load(String folder, String... lineage) {
        return SqlCatalog.load(Name.class, SqlCatalogTest.class, "sqlcatalog/" + folder, List.of(lineage));
    }
}
