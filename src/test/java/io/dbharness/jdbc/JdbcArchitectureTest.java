package io.dbharness.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.dbharness.model.HarnessException;

@AnalyzeClasses(packages = "io.dbharness.jdbc", importOptions = ImportOption.DoNotIncludeTests.class)
class JdbcArchitectureTest {

    @ArchTest
    static final ArchRule nobodyNamesPostgresql = ownedBy("postgresql", "org.postgresql..");

    @ArchTest
    static final ArchRule nobodyNamesYugabytedb = ownedBy("yugabytedb", "com.yugabyte..");

    @ArchTest
    static final ArchRule nobodyNamesSqlserver = ownedBy("sqlserver", "com.microsoft..");

    @ArchTest
    static final ArchRule dialectsKnowNothingOfTargetsAndSessions = noClasses()
            .that()
            .resideInAnyPackage("..dialect..", "..sql..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.dbharness.jdbc");

    /** An exception of Jdbi is unchecked: used past this class, Jdbi would cause internal errors. */
    @ArchTest
    static final ArchRule onlyGuardedJdbiOpensHandles = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(GuardedJdbi.class.getName())
            .and()
            .doNotHaveFullyQualifiedName(JdbcTarget.class.getName())
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.jdbi.v3.core.Jdbi");

    /** Reports of a server become sentences in one place. */
    @ArchTest
    static final ArchRule onlyServerFailuresWrapsWhatAServerReports = noClasses()
            .that()
            .resideInAPackage("..dataset..")
            .and()
            .doNotHaveSimpleName("Workers")
            .should()
            .callConstructor(HarnessException.class, String.class, Throwable.class);

    private static ArchRule ownedBy(String dialect, String driver) {
        return noClasses()
                .that()
                .resideOutsideOfPackage("..dialect." + dialect + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..dialect." + dialect + "..", driver)
                .because("what is particular to a product is found as a service");
    }
}
