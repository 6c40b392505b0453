package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of the library get on their class paths: {@code src/consumers} are projects as they have them. */
class ConsumerIT {

    private static final int MOST_JARS = 12;
    private static final long MOST_BYTES = 6_000_000;
    private static final Pattern JACKSON =
            Pattern.compile("jackson-(?:core|annotations|databind|data[a-z0-9-]*)-(\\d+\\.\\d+).*");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([a-z-]+)</artifactId>");
    private static final Pattern MODULE = Pattern.compile("<module>((?!src/)[a-z/-]+)</module>");

    private static List<Path> jars(String consumer) throws IOException {
        String path = Files.readString(Path.of("consumers", consumer, "target", "classpath"));
        return Stream.of(path.strip().split(File.pathSeparator)).map(Path::of).toList();
    }

    private static boolean isOurs(Path jar) {
        String path = jar.toString();
        return path.contains("/io/dbharness/") || path.contains("/target/");
    }

    private static String name(Path jar) {
        return String.valueOf(jar.getFileName());
    }

    private static long size(Path jar) {
        try {
            return Files.size(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whoRunsTpccOnPostgresqlGetsTwelveJarsOfOthersAndSixMegabytes() throws Exception {
        List<Path> others =
                jars("tpcc").stream().filter(jar -> !isOurs(jar)).sorted().toList();
        long bytes = others.stream().mapToLong(ConsumerIT::size).sum();
        long own = jars("tpcc").stream()
                .filter(ConsumerIT::isOurs)
                .mapToLong(ConsumerIT::size)
                .sum();
        System.out.println("class path of workloads-tpcc, harness and PostgreSQL's driver: " + others.size()
                + " jars of others, " + bytes + " bytes; own jars " + own + " bytes");

        assertThat(others).hasSizeLessThanOrEqualTo(MOST_JARS);
        assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
        assertThat(others)
                .map(ConsumerIT::name)
                .noneMatch(jar -> jar.matches("(mssql|jdbc-yugabytedb|java-driver|azure|testcontainers|cassandra).*"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tpcc", "provisioning"})
    void jacksonIsOfOneVersion(String consumer) throws Exception {
        Set<String> versions = jars(consumer).stream()
                .map(jar -> JACKSON.matcher(name(jar)))
                .filter(Matcher::matches)
                .map(jar -> jar.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(versions).hasSize(1);
    }

    @Test
    void theBillOfMaterialsHasEveryModuleThatIsPublished() throws Exception {
        Set<String> unpublished = Set.of("checks", "dbharness-bom", "harness-bench", "harness-testkit", "packaging");
        List<String> listed = names(ARTIFACT, SourceTree.path("packaging", "bom", "pom.xml"));
        List<String> modules = names(MODULE, SourceTree.path("pom.xml"));

        assertThat(modules).isNotEmpty();
        for (String module : modules) {
            // The parent's name comes first.
            String artifact =
                    names(ARTIFACT, SourceTree.path(module, "pom.xml")).get(1);
            if (!module.equals("src") && !unpublished.contains(artifact)) {
                assertThat(listed).contains(artifact);
            }
        }
    }

    private static List<String> names(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
