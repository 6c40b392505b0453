package io.dbharness.cql;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
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

    /**
     * An exception of the driver is unchecked: past these classes it would be an internal error. Owners by name, foreign classes are not
     * loaded.
     */
    @ArchTest
    static final ArchRule onlyClassesThatHandleItsExceptionsAskTheDriver = noClasses()
            .that()
            .resideOutsideOfPackage("io.dbharness.cql.driver")
            .and()
            .doNotHaveFullyQualifiedName("io.dbharness.cql.data.AdminSession")
            .should()
            .callMethodWhere(target(owner(nameMatching("com\\.datastax\\.oss\\.driver\\.api\\.core\\..*Session")))
                    .and(target(nameMatching("execute|prepare"))))
            .because("AdminSession converts them");

    @ArchTest
    static final ArchRule nothingInsideTheDriverIsUsed =
            noClasses().should().dependOnClassesThat().resideInAPackage("com.datastax.oss.driver.internal..");
}
