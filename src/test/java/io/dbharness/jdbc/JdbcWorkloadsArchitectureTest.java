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
        requireWithout(
                classes,
                ".input",
                "inputs are made without a database",
                "java.sql..",
                "org.jdbi..",
                "io.dbharness.jdbc..",
                "io.dbharness.sut..");
    }

    @ArchTest
    static void theMeasuredPathIsPlainJdbc(JavaClasses classes) {
        requireWithout(classes, ".operation", "the measured path is plain JDBC", "org.jdbi..");
    }

    @ArchTest
    static void noProductIsNamed(JavaClasses classes) {
        requireWithout(
                classes,
                "..",
                "what differs between products is in the SQL files",
                "org.postgresql..",
                "io.dbharness.jdbc.dialect.postgresql..");
    }

    private static void requireWithout(JavaClasses classes, String part, String reason, String... packages) {
        for (String workload : WORKLOADS) {
            noClasses()
                    .that()
                    .resideInAPackage(workload + part)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages)
                    .because(reason)
                    .check(classes);
        }
    }
}
