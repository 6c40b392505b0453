package io.dbharness.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
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
    static final ArchRule packagesDoNotRunInCircles =
            slices().matching("io.dbharness.jdbc.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule dialectsKnowNothingOfTargetsAndSessions = noClasses()
            .that()
            .resideInAnyPackage("..dialect..", "..sql..", "..schema..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.dbharness.jdbc");

    @ArchTest
    static final ArchRule nothingReadsAClockOfItsOwn = noClasses()
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule classesAreFinalUnlessTheyAreInterfaces = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .areTopLevelClasses()
            .and()
            .doNotHaveSimpleName("package-info")
            .should()
            .haveModifier(JavaModifier.FINAL);
}
