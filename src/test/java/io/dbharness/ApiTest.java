package io.dbharness;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.dbharness.model.Internal;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The API is what the tables of docs/library.md and docs/extending.md list; everything else is marked or not public: docs/adr/0024. */
@AnalyzeClasses(
        packages = "io.dbharness",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoJarsOfTests.class})
final class ApiTest {

    private static final int MOST_FOR_RUNNING = 25;
    private static final String PACKAGE = "io.dbharness.";

    /** Where a program that runs comes to the types that extend. */
    private static final Set<String> LINKS = Set.of("io.dbharness.run.Harness.create(io.dbharness.run.RunListener)");

    /** Modules that are not published. */
    private static final List<String> UNPUBLISHED = List.of("io.dbharness.testkit", "io.dbharness.bench");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.]+)` \\| ((?:`\\w+`(?:, )?)+) \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    private static Set<String> listed(String page, String heading) throws IOException {
        String text = Files.readString(SourceTree.path("docs", page));
        int begin = text.indexOf("\n" + heading + "\n");
        assertThat(begin).as(page + " has " + heading).isPositive();
        String section = text.substring(begin + 1).replaceFirst("(?s)\n##.*", "");
        return ROW.matcher(section)
                .results()
                .flatMap(row ->
                        NAME.matcher(row.group(2)).results().map(name -> PACKAGE + row.group(1) + "." + name.group(1)))
                .collect(toCollection(TreeSet::new));
    }

    private static Set<String> forRunning() throws IOException {
        return listed("library.md", "### Types for running");
    }

    private static Set<String> ofArtifacts() throws IOException {
        return listed("library.md", "### Types of other artifacts");
    }

    private static Set<String> forExtending() throws IOException {
        return listed("extending.md", "## Types for extending");
    }

    private static Set<String> and(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    @ArchTest
    static void atMost25TypesAreForRunning(JavaClasses classes) throws IOException {
        System.out.println("for running: " + String.join(", ", forRunning()));
        System.out.println("for extending: " + String.join(", ", forExtending()));

        assertThat(forRunning()).hasSizeBetween(1, MOST_FOR_RUNNING);
        assertThat(forExtending()).isNotEmpty().doesNotContainAnyElementsOf(forRunning());
        assertThat(ofArtifacts()).isNotEmpty();
    }

    @ArchTest
    static void everyOtherPublicTypeIsMarkedAsInternal(JavaClasses classes) throws IOException {
        Set<String> shown = classes.stream()
                .filter(type -> type.isTopLevelClass()
                        && type.getModifiers().contains(JavaModifier.PUBLIC)
                        && !isInternal(type)
                        && UNPUBLISHED.stream().noneMatch(type.getPackageName()::startsWith))
                .map(JavaClass::getName)
                .collect(toCollection(TreeSet::new));

        assertThat(shown).isEqualTo(and(and(forRunning(), forExtending()), ofArtifacts()));
    }

    @ArchTest
    static void typesForRunningShowOnlyEachOther(JavaClasses classes) throws IOException {
        assertThat(foreign(classes, forRunning(), forRunning())).isEmpty();
    }

    @ArchTest
    static void typesForExtendingShowOnlyTheApi(JavaClasses classes) throws IOException {
        assertThat(foreign(
                        classes,
                        and(forExtending(), ofArtifacts()),
                        and(and(forRunning(), forExtending()), ofArtifacts())))
                .isEmpty();
    }

    /** Returns the members of some types whose signatures have types other than the allowed ones. */
    private static Set<String> foreign(JavaClasses classes, Set<String> types, Set<String> allowed) {
        Set<String> foreign = new TreeSet<>();
        for (JavaClass type : classes) {
            if (types.contains(outermost(type).getName()) && isShown(type)) {
                members(type)
                        .filter(member -> !isInternal(member) && !LINKS.contains(member.getFullName()))
                        .forEach(member -> signature(member)
                                .flatMap(part -> part.getAllInvolvedRawTypes().stream())
                                .map(ApiTest::outermost)
                                .map(JavaClass::getName)
                                .filter(name -> name.startsWith(PACKAGE) && !allowed.contains(name))
                                .forEach(name -> foreign.add(member.getFullName() + " shows " + name)));
            }
        }
        return foreign;
    }

    private static Stream<JavaMember> members(JavaClass type) {
        return Stream.<JavaMember>concat(
                        type.getFields().stream(),
                        Stream.concat(type.getMethods().stream(), type.getConstructors().stream()))
                .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                        && !member.getModifiers().contains(JavaModifier.SYNTHETIC));
    }

    private static Stream<JavaType> signature(JavaMember member) {
        if (member instanceof JavaField field) {
            return Stream.of(field.getType());
        }
        JavaCodeUnit unit = (JavaCodeUnit) member;
        return Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream());
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass component = type.getBaseComponentType();
        return component.getEnclosingClass().map(ApiTest::outermost).orElse(component);
    }

    /** Returns true if a type and all around it are public and not marked. */
    private static boolean isShown(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && !type.isAnnotatedWith(Internal.class)
                && type.getEnclosingClass().map(ApiTest::isShown).orElse(true);
    }

    private static boolean isInternal(JavaClass type) {
        return type.isAnnotatedWith(Internal.class) || type.getPackage().isAnnotatedWith(Internal.class);
    }

    private static boolean isInternal(JavaMember member) {
        return member.isAnnotatedWith(Internal.class)
                || (member instanceof JavaConstructor made
                        && made.getParameters().stream()
                                .anyMatch(parameter -> parameter.isAnnotatedWith(Internal.class)));
    }

    @ArchTest
    static void examplesUseOnlyTheApi(JavaClasses classes) throws IOException {
        Set<String> api = and(and(forRunning(), forExtending()), ofArtifacts());
        Pattern used = Pattern.compile("(?m)^import (?:static )?(io\\.dbharness\\.[a-z.]+\\.[A-Z]\\w*)");
        try (Stream<Path> files = Files.walk(SourceTree.path("examples"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !path.toString().contains("target"))
                    .toList()) {
                assertThat(used.matcher(Files.readString(file)).results().map((MatchResult found) -> found.group(1)))
                        .as(file.toString())
                        .isSubsetOf(api);
            }
        }
    }
}
