package io.dbharness.tpcc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.dbharness.tpcc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule inputsArePure = noClasses()
            .that()
            .resideInAPackage("..tpcc.input")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "org.jdbi..", "io.dbharness.jdbc..", "io.dbharness.target..");

    @ArchTest
    static final ArchRule theMeasuredPathIsPlainJdbc = noClasses()
            .that()
            .resideInAPackage("..tpcc.operation")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jdbi..");

    @ArchTest
    static final ArchRule noProductIsNamed = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.postgresql..", "io.dbharness.jdbc.dialect.postgresql..")
            .because("what differs between products is in the SQL files");

    @ArchTest
    static final ArchRule packagesDoNotRunInCircles =
            slices().matching("io.dbharness.tpcc.(**)").should().beFreeOfCycles();

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
