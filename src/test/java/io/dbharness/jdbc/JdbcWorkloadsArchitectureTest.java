package io.dbharness.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;

/** The rules for the workloads with transactions of their own. Each is checked for each workload, so that a renamed package fails. */
@AnalyzeClasses(
        packages = {"io.dbharness.sysbench", "io.dbharness.tpcc"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class JdbcWorkloadsArchitectureTest {

    private static final List<String> WORKLOADS = List.of("io.dbharness.sysbench", "io.dbharness.tpcc");

    @ArchTest
    static void inputsArePure(JavaClasses classes) {
        for (String workload : WORKLOADS) {
            noClasses()
                    .that()
                    .resideInAPackage(workload + ".input")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.sql..", "org.jdbi..", "io.dbharness.jdbc..", "io.dbharness.sut..")
                    .check(classes);
        }
    }

    @ArchTest
    static void theMeasuredPathIsPlainJdbc(JavaClasses classes) {
        for (String workload : WORKLOADS) {
            noClasses()
                    .that()
                    .resideInAPackage(workload + ".operation")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.jdbi..")
                    .check(classes);
        }
    }

    @ArchTest
    static void noProductIsNamed(JavaClasses classes) {
        for (String workload : WORKLOADS) {
            noClasses()
                    .that()
                    .resideInAPackage(workload + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.postgresql..", "io.dbharness.jdbc.dialect.postgresql..")
                    .because("what differs between products is in the SQL files")
                    .check(classes);
        }
    }
}
