package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The packages of the core form one line; each may use only those before it. */
class PackageLineTest {

    /** Place in the line; packages of one place may not use each other. */
    private static final Map<String, Integer> PLACE = Map.ofEntries(
            Map.entry("time", 0),
            Map.entry("random", 0),
            Map.entry("model", 1),
            Map.entry("load", 2),
            Map.entry("target", 3),
            Map.entry("workload", 4),
            Map.entry("plan", 5),
            Map.entry("measure", 6),
            Map.entry("exec", 7),
            Map.entry("result", 8),
            Map.entry("experiment", 9),
            Map.entry("report", 10),
            Map.entry("config", 11));

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.dbharness");

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.equals("io.dbharness")
                ? ""
                : name.substring("io.dbharness.".length()).split("\\.", 2)[0];
    }

    @Test
    void everyPackageHasAPlaceInTheLine() {
        assertThat(CORE).isNotEmpty().allSatisfy(type -> assertThat(PLACE).containsKey(packageOf(type)));
    }

    @Test
    void noPackageUsesOneThatComesAfterIt() {
        List<String> backwards = new ArrayList<>();
        for (JavaClass type : CORE) {
            for (Dependency use : type.getDirectDependenciesFromSelf()) {
                JavaClass used = use.getTargetClass();
                if (used.getPackageName().startsWith("io.dbharness.")
                        && !packageOf(used).equals(packageOf(type))
                        && PLACE.getOrDefault(packageOf(used), 99) >= PLACE.getOrDefault(packageOf(type), 99)) {
                    backwards.add(use.getDescription());
                }
            }
        }
        assertThat(backwards).isEmpty();
    }
}
