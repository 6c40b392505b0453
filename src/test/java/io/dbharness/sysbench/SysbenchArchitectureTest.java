package io.dbharness.sysbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.dbharness.sysbench", importOptions = ImportOption.DoNotIncludeTests.class)
class SysbenchArchitectureTest {

    @ArchTest
    static final ArchRule inputsArePure = noClasses()
            .that()
            .resideInAPackage("..sysbench.input")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "org.jdbi..", "io.dbharness.jdbc..", "io.dbharness.sut..");

    @ArchTest
    static final ArchRule theMeasuredPathIsPlainJdbc = noClasses()
            .that()
            .resideInAPackage("..sysbench.operation")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jdbi..");

    @ArchTest
    static final ArchRule noProductIsNamed = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.postgresql..", "io.dbharness.jdbc.dialect.postgresql..")
            .because("what differs between products is in the SQL files");
}
