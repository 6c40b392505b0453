package io.dbharness.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.insertdelete.InsertDelete;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.operation.Procedures;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects whose names a workload needs and that this tool did not make. */
@Tag("server")
@EnabledIf(value = "io.dbharness.mysql.Mariadb#isInstalled", disabledReason = "mariadb-server is not installed")
@ExtendWith(Mariadb.Given.class)
class ForeignObjectsTest {

    private static final String OBJECTS =
            "SELECT CONCAT(table_type, ' ', table_name) FROM information_schema.tables WHERE table_schema = DATABASE()"
                    + " UNION ALL SELECT CONCAT(routine_type, ' ', routine_name, ' ', COALESCE(routine_definition, ''))"
                    + " FROM information_schema.routines WHERE routine_schema = DATABASE()";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CREATE PROCEDURE insert_delete_insert(a int) SELECT a                          | procedure insert_delete_insert
            CREATE FUNCTION insert_delete_delete(a int) RETURNS int DETERMINISTIC RETURN a | function insert_delete_delete
            CREATE VIEW insert_delete AS SELECT 1 AS id                                    | view insert_delete
            CREATE SEQUENCE insert_delete                                                  | sequence insert_delete
            """)
    void anObjectOfAnyKindIsNeitherReplacedNorDropped(String definition, String named, Mariadb mariadb) {
        try (JdbcTarget target = mariadb.target("foreign_" + Integer.toHexString(definition.hashCode()))) {
            target.jdbi().useHandle(handle -> handle.execute(definition));
            List<String> before = objects(target);
            DataSet dataSet = insertDelete(target);

            assertThat(dataSet.inspect().kind()).isEqualTo(Kind.FOREIGN);
            assertThatThrownBy(() -> dataSet.load(1, Seed.DEFAULT, Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("found objects that this tool did not load (" + named + ")");
            assertThatThrownBy(dataSet::drop).hasMessageContaining("nothing was dropped");

            assertThat(objects(target)).isEqualTo(before);
        }
    }

    @Test
    void ownProceduresAreMadeAndGoWithTheTable(Mariadb mariadb) {
        try (JdbcTarget target = mariadb.target("foreign_none")) {
            DataSet dataSet = insertDelete(target);

            dataSet.load(1, Seed.DEFAULT, Progress.SILENT);
            assertThat(objects(target)).hasSize(5);
            dataSet.drop();

            assertThat(objects(target)).isEmpty();
        }
    }

    @Test
    void aProcedureOfTpccThatThisToolDidNotMakeIsNeitherReplacedNorDropped(Mariadb mariadb) {
        try (JdbcTarget target = mariadb.target("foreign_tpcc")) {
            target.jdbi().useHandle(handle -> handle.execute("CREATE PROCEDURE tpcc_delivery(a int) SELECT a"));
            List<String> before = objects(target);

            assertThatThrownBy(() -> new Procedures(target).install())
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("found objects that this tool did not make (tpcc_delivery)");
            new Procedures(target).drop();

            assertThat(objects(target)).isEqualTo(before);
        }
    }

    private static DataSet insertDelete(JdbcTarget target) {
        InsertDelete workload = new InsertDelete();
        Parameters parameters =
                Parameters.of(workload.descriptor().parameters(), Map.of("initial-data", "3730B"), new Problems());
        return workload.bind(target, parameters).dataSet();
    }

    private static List<String> objects(JdbcTarget target) {
        return target.jdbi()
                .withHandle(handle -> handle.select(OBJECTS).mapTo(String.class).list());
    }
}
