package io.dbharness.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeparateNamespaceTest {

    private static final SeparateNamespace PLACE = new SeparateNamespace("s_sysbench_20_1000");

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/db, jdbc:postgresql://h/db?currentSchema=s_sysbench_20_1000",
        "jdbc:yugabytedb://h/db?load-balance=true, jdbc:yugabytedb://h/db?load-balance=true&currentSchema=s_sysbench_20_1000",
        "'cassandra://a,b:9042/mine?tls=yes', 'cassandra://a,b:9042/s_sysbench_20_1000?tls=yes'",
        "cassandra://a, cassandra://a/s_sysbench_20_1000",
        "file:/mnt/probe.dat?direct=yes, file:/mnt/probe.dat-s_sysbench_20_1000?direct=yes"
    })
    void isASchemaAKeyspaceOrAFile(String target, String own) {
        assertThat(PLACE.address(target)).contains(own);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "embedded:postgresql", "sim:service=1ms", "container:postgres"})
    void isNotNeededWhereEachCommandHasAServerOfItsOwn(String target) {
        assertThat(PLACE.address(target)).isEmpty();
    }

    @Test
    void isRefusedWhereSessionsCannotChoose() {
        assertThatThrownBy(() -> PLACE.address("jdbc:sqlserver://h;databaseName=x"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("give a database for each scale");
    }
}
