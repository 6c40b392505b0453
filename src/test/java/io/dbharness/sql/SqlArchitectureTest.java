package io.dbharness.sql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.dbharness.sql", importOptions = ImportOption.DoNotIncludeTests.class)
class SqlArchitectureTest {

    @ArchTest
    static final ArchRule readingAProfileOpensNothing = noClasses()
            .that()
            .resideInAPackage("..sql.profile")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "org.jdbi..", "io.dbharness.sql.data..", "io.dbharness.sql.operation..")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.dbharness.jdbc.JdbcTarget");

    @ArchTest
    static final ArchRule theMeasuredPathIsPlainJdbc = noClasses()
            .that()
            .resideInAPackage("..sql.operation")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.jdbi..", "io.dbharness.sql.data..");

    @ArchTest
    static final ArchRule noProductIsNamed = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.postgresql..", "org.mariadb..", "io.dbharness.jdbc.dialect.postgresql..")
            .because("what differs between products is in the profile and in the SQL files");
}
