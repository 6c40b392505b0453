package io.dbharness.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.dbharness.jdbc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule nobodyNamesADialect = noClasses()
            .that()
            .resideOutsideOfPackage("..dialect.postgresql..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..dialect.postgresql..", "org.postgresql..")
            .because("what is particular to a product is found as a service");

    @ArchTest
    static final ArchRule dialectsKnowNothingOfTargetsAndSessions = noClasses()
            .that()
            .resideInAnyPackage("..dialect..", "..sql..", "..schema..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.dbharness.jdbc");
}
