package io.dbharness.cql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.dbharness.cql", importOptions = ImportOption.DoNotIncludeTests.class)
class CqlArchitectureTest {

    @ArchTest
    static final ArchRule aTargetKnowsNoWorkload = noClasses()
            .that()
            .resideInAPackage("..cql.driver")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.dbharness.cql", "io.dbharness.cql.data", "io.dbharness.cql.profile..");

    @ArchTest
    static final ArchRule nothingInsideTheDriverIsUsed =
            noClasses().should().dependOnClassesThat().resideInAPackage("com.datastax.oss.driver.internal..");
}
