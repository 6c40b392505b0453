package io.dbharness.disk;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.dbharness.disk", importOptions = ImportOption.DoNotIncludeTests.class)
class DiskArchitectureTest {

    @ArchTest
    static final ArchRule aTargetKnowsNoWorkload = noClasses()
            .that()
            .resideInAPackage("..disk.device")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.dbharness.disk", "io.dbharness.disk.data");

    @ArchTest
    static final ArchRule aFileKnowsNoWorkload = noClasses()
            .that()
            .resideInAPackage("..disk.data")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.dbharness.disk");
}
