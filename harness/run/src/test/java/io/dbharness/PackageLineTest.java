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

/** The packages of engine, results, report and running form one line; each may use only those before it. */
class PackageLineTest {

    /** Place in the line; packages of one place may not use each other. */
    private static final Map<String, Integer> PLACE = Map.ofEntries(
            Map.entry("time", 0),
            Map.entry("random", 0),
            Map.entry("quantity", 0),
            Map.entry("model", 1),
            Map.entry("load", 2),
            Map.entry("sut", 3),
            Map.entry("host", 4),
            Map.entry("simulation", 4),
            Map.entry("workload", 5),
            Map.entry("yaml", 10),
            Map.entry("plan", 7),
            Map.entry("measure", 8),
            Map.entry("exec", 9),
            Map.entry("result", 10),
            Map.entry("study", 11),
            Map.entry("experiment", 11),
            Map.entry("imports", 12),
            Map.entry("report", 13),
            Map.entry("provision", 14),
            Map.entry("request", 14),
            Map.entry("machine", 14),
            Map.entry("run", 15),
            Map.entry("doctor", 16),
            Map.entry("study.file", 16),
            Map.entry("study.run", 17));

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.dbharness");

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        String inner = name.equals("io.dbharness") ? "" : name.substring("io.dbharness.".length());
        return PLACE.containsKey(inner) ? inner : inner.split("\\.", 2)[0];
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

    /** Packages within packages, each may use only those before it. */
    private static final List<List<String>> INSIDE = List.of(
            List.of("io.dbharness.result.analysis", "io.dbharness.result", "io.dbharness.result.history"),
            List.of("io.dbharness.report", "io.dbharness.report.chart", "io.dbharness.report.page"));

    @Test
    void noPackageWithinAPackageUsesOneThatComesAfterIt() {
        List<String> backwards = new ArrayList<>();
        for (JavaClass type : CORE) {
            for (List<String> line : INSIDE) {
                int own = line.indexOf(type.getPackageName());
                for (Dependency use : type.getDirectDependenciesFromSelf()) {
                    if (own >= 0 && line.indexOf(use.getTargetClass().getPackageName()) > own) {
                        backwards.add(use.getDescription());
                    }
                }
            }
        }
        assertThat(backwards).isEmpty();
    }
}
