package io.dbharness;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Rules that hold in every module. */
@AnalyzeClasses(
        packages = "io.dbharness",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoJarsOfTests.class})
final class ArchitectureTest {

    static final class NoJarsOfTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule TIME_IS_READ_ONLY_FROM_THE_RUN_CLOCK = noClasses()
            .that()
            .resideOutsideOfPackage("io.dbharness.time")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class)
            .orShould()
            .callMethod(LockSupport.class, "parkNanos", long.class)
            .orShould()
            .callMethod(LockSupport.class, "parkNanos", Object.class, long.class);

    @ArchTest
    static final ArchRule ONLY_THE_COMMAND_LINE_EXITS_AND_PRINTS = noClasses()
            .that()
            .resideOutsideOfPackage("io.dbharness.cli..")
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule RANDOMNESS_COMES_FROM_THE_SEED = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom");

    @ArchTest
    static final ArchRule NOTHING_STATIC_CHANGES =
            fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule RESULTS_AND_WORDS_DO_NOT_CHANGE = classes()
            .that()
            .resideInAnyPackage("io.dbharness.model", "io.dbharness.plan")
            .should(haveOnlyFinalFields());

    @ArchTest
    static final ArchRule ONLY_A_DIALECT_KNOWS_ITSELF = noClasses()
            .that()
            .resideOutsideOfPackage("io.dbharness.jdbc.dialect.postgresql..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.dbharness.jdbc.dialect.postgresql..");

    /** Failures of a server are unchecked in Jdbi: it is used through GuardedJdbi, which describes them for the user. */
    @ArchTest
    static final ArchRule ONLY_TARGETS_OPEN_HANDLES = noClasses()
            .that()
            .resideOutsideOfPackages("io.dbharness.jdbc", "io.dbharness.bench..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.jdbi.v3.core.Jdbi");

    @ArchTest
    static final ArchRule WORKLOADS_DO_NOT_SEE_EACH_OTHER_AND_NOBODY_SEES_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackage("io.dbharness.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.dbharness.cli..");

    @ArchTest
    static final ArchRule ONLY_THE_COMMAND_LINE_KNOWS_PICOCLI_LOGBACK_AND_MICROMETER = noClasses()
            .that()
            .resideOutsideOfPackage("io.dbharness.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("picocli..", "ch.qos.logback..", "io.micrometer..");

    @ArchTest
    static final ArchRule CORE_KNOWS_NO_DATABASE = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.dbharness.time",
                    "io.dbharness.random",
                    "io.dbharness.model",
                    "io.dbharness.load",
                    "io.dbharness.sut",
                    "io.dbharness.workload",
                    "io.dbharness.plan",
                    "io.dbharness.measure",
                    "io.dbharness.exec",
                    "io.dbharness.result",
                    "io.dbharness.experiment",
                    "io.dbharness.study",
                    "io.dbharness.imports",
                    "io.dbharness.yaml",
                    "io.dbharness.host",
                    "io.dbharness.simulation",
                    "io.dbharness.provision",
                    "io.dbharness.machine",
                    "io.dbharness.run",
                    "io.dbharness.doctor",
                    "io.dbharness.study.file",
                    "io.dbharness.report..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.jdbi..", "com.zaxxer..", "org.postgresql..");

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.dbharness.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NOTHING_IS_EXTENDED_BUT_EXCEPTIONS_AND_WHAT_IS_SEALED = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .areTopLevelClasses()
            .and(describe("are not sealed", type -> !type.reflect().isSealed()))
            .and(describe("are no exceptions", type -> !Throwable.class.isAssignableFrom(type.reflect())))
            .and()
            .doNotHaveSimpleName("package-info")
            .should()
            .haveModifier(JavaModifier.FINAL);

    @ArchTest
    static final ArchRule EVERY_PACKAGE_SAYS_WHAT_IT_IS_FOR = classes().should(liveInADescribedPackage());

    private static ArchCondition<JavaClass> liveInADescribedPackage() {
        return new ArchCondition<>("live in a package with a package-info.java") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean described = type.getPackage().getClasses().stream()
                        .anyMatch(c -> c.getSimpleName().equals("package-info"));
                if (!described) {
                    events.add(
                            SimpleConditionEvent.violated(type, type.getPackageName() + " has no package-info.java"));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> haveOnlyFinalFields() {
        return new ArchCondition<>("have only final fields") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getFields().stream()
                        .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
                        .forEach(field ->
                                events.add(SimpleConditionEvent.violated(field, field.getFullName() + " can change")));
            }
        };
    }
}
