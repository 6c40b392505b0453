package io.dbharness.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.study.DeclaredLimits;
import io.dbharness.study.OperationUse;
import io.dbharness.study.OperationUse.Kind;
import io.dbharness.study.file.ExperimentFile.OperationPlace;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.study.file.ExperimentFile.Text;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExperimentFileTest {

    private static final String SMALL = """
            experiment: two-disks
            title: Two disks
            seed: 7
            subject: disk
            subjects:
              slow: {label: Slow disk, options: {target: TBD}}
              fast: {label: Fast disk, options: {target: "sim:"}}
            phases: {warmup: 1s, duration: 5s}
            workloads:
              reads: {command: orders, options: {users: 4, sweep: "outstanding=1,2,4"}}
              writes: {command: orders, options: {users: 8}}
            design:
              baseline: slow
              repeats: 2
              skip:
                - {disk: slow, workload: writes, reason: too slow}
            claims:
              - {text: faster, expr: "ratio(mean, fast, slow, reads, outstanding=1) < 1"}
            profiles:
              smoke:
                design: {repeats: 1, order: interleaved}
                subjects: {slow: {options: {target: "sim:service=5ms"}}}
            """;

    private static ExperimentFile read(String text, Reading reading) {
        Problems problems = new Problems();
        ExperimentFile file = ExperimentFile.parse(new Text("two.yaml", text, Path.of("")), reading, problems);
        problems.throwIfAny();
        return file;
    }

    private static ExperimentFile plain(String text) {
        return read(text, new Reading(Optional.empty(), List.of()));
    }

    @Test
    void whatASubjectIsBroughtUpOnIsFoundFromTheFileAndTellsItsTarget() {
        String text = SMALL.replace("label: Slow disk,", "label: Slow disk, provision: 'disks/ours.yaml#p15',");
        Problems problems = new Problems();

        ExperimentFile file = ExperimentFile.parse(
                new Text("two.yaml", text, Path.of("studies")), new Reading(Optional.empty(), List.of()), problems);

        problems.throwIfAny();
        Optional<Subject> ours = Optional.of(new Subject(Path.of("studies/disks/ours.yaml"), "p15"));
        assertThat(file.units())
                .allSatisfy(unit -> assertThat(unit.provision())
                        .isEqualTo("slow".equals(unit.labels().get("disk")) ? ours : Optional.empty()));
        assertThat(plain(SMALL).unknown()).isNotEmpty();
        assertThat(file.unknown()).isEmpty();
    }

    @Test
    void whatNamesNoSubjectOfAFileIsRefused() {
        assertThatThrownBy(() -> plain(SMALL.replace("label: Slow disk,", "provision: ours.yaml,")))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "two.yaml:6: subjects.slow.provision must name a subject of a provisioning file: FILE#SUBJECT, or one of its volumes: FILE#SUBJECT/VOLUME");
    }

    private static List<String> names(ExperimentFile file) {
        return file.units().stream().map(StudyRuns::name).toList();
    }

    @Test
    void everySubjectMeetsEveryWorkloadAsOftenAsTheDesignSays() {
        assertThat(names(plain(SMALL)))
                .containsExactly(
                        "slow-reads-1",
                        "slow-reads-2",
                        "fast-reads-1",
                        "fast-reads-2",
                        "slow-writes-1",
                        "slow-writes-2",
                        "fast-writes-1",
                        "fast-writes-2");
    }

    @Test
    void aProfileIsLaidOverTheFile() {
        ExperimentFile smoke = read(SMALL, new Reading(Optional.of("smoke"), List.of()));

        assertThat(names(smoke)).containsExactly("slow-reads", "fast-reads", "slow-writes", "fast-writes");
        assertThat(smoke.units().get(0).options().get("target").texts()).containsExactly("sim:service=5ms");
        assertThat(smoke.units().get(0).options().get("duration").texts()).containsExactly("5s");
        assertThat(smoke.unknown()).isEmpty();
    }

    @Test
    void aNullTakesAwayWhatItLiesUpon() {
        String without = SMALL.replace("design: {repeats: 1, order: interleaved}", "phases: null");

        ExperimentFile smoke = read(without, new Reading(Optional.of("smoke"), List.of()));

        assertThat(smoke.units().get(0).options()).doesNotContainKey("duration").containsKey("users");
    }

    @Test
    void aFieldThatIsTwiceInAProfileOrTakesNothingAwayIsNamed() {
        String twice = SMALL.replace("order: interleaved}", "order: interleaved, repeats: 2}");
        String nothing = SMALL.replace("repeats: 1, order: interleaved}", "repeat: null}");

        assertThatThrownBy(() -> read(twice, new Reading(Optional.of("smoke"), List.of())))
                .isInstanceOf(UsageException.class)
                .hasMessage("two.yaml:21: design.repeats is there twice");
        assertThatThrownBy(() -> read(nothing, new Reading(Optional.of("smoke"), List.of())))
                .isInstanceOf(UsageException.class)
                .hasMessage("two.yaml:21: repeat does not exist, so null cannot remove it");
    }

    @Test
    void aProfileThatIsThereTwiceIsRefusedWhicheverIsRead() {
        assertThatThrownBy(() -> plain(SMALL + "  smoke: []\n"))
                .isInstanceOf(UsageException.class)
                .hasMessage("two.yaml:23: profiles.smoke is there twice");
    }

    @Test
    void aValueThatIsSetIsLaidOverBoth() {
        ExperimentFile file =
                read(SMALL, new Reading(Optional.empty(), List.of("subjects.slow.options.target=sim:service=9ms")));

        assertThat(file.units().get(0).options().get("target").texts()).containsExactly("sim:service=9ms");
        assertThat(file.unknown()).isEmpty();
    }

    @Test
    void whatIsToBeDoneIsNamedWithItsLine() {
        assertThat(plain(SMALL).unknown())
                .containsExactly("slow-reads-1 and 1 more need a value for 'target' (line 6)");
    }

    @Test
    void levelsOfASweepArePlannedBeforehand() {
        StudyRuns unit = plain(SMALL).units().get(0);

        assertThat(unit.levels()).extracting(l -> l.get("outstanding")).containsExactly("1", "2", "4");
        assertThat(unit.runs()).isEqualTo(3);
    }

    @Test
    void roundsAreInterleavedOrShuffledAndTheSameSeedShufflesAlike() {
        String interleaved = SMALL.replace("repeats: 2", "repeats: 2\n  order: interleaved");
        String shuffled = SMALL.replace("repeats: 2", "repeats: 2\n  order: randomized-blocks");

        List<String> first = new ArrayList<>(names(plain(interleaved)).stream()
                .filter(name -> name.endsWith("-1"))
                .map(name -> name.replaceFirst("1$", "2"))
                .toList());
        List<String> second = names(plain(interleaved)).stream()
                .filter(name -> name.endsWith("-2"))
                .toList();
        assertThat(names(plain(interleaved)).subList(0, 2)).containsExactly("slow-reads-1", "fast-reads-1");
        Collections.reverse(first);
        assertThat(second).isEqualTo(first);
        assertThat(names(plain(shuffled))).isEqualTo(names(plain(shuffled)));
        assertThat(names(plain(shuffled)).subList(0, 4)).allMatch(name -> name.endsWith("-1"));
        assertThat(names(plain(shuffled))).containsExactlyInAnyOrderElementsOf(names(plain(SMALL)));
    }

    @Test
    void everythingThatIsWrongIsToldAtOnceWithItsLine() {
        String wrong = """
                experiment: wrong
                titel: Two disks
                subject: disk
                subjects:
                  slow: {lable: Slow disk}
                workloads:
                  reads: {command: orders, options: {seed: 5}}
                design: {baseline: quick, repeats: none}
                tables:
                  - {id: a, kind: metric}
                  - {id: b, kind: metrics, rows: [{expr: "mean +"}]}
                  - {id: b, kind: metrics, where: {workload: writes}, rows: [{expr: "ratio(mean, slow, quick)"}]}
                claims:
                  - {text: faster, expr: mean}
                """;

        assertThatThrownBy(() -> plain(wrong))
                .isInstanceOf(UsageException.class)
                .message()
                .contains("two.yaml:1: title is missing")
                .contains("two.yaml:2: titel is not known here")
                .contains("two.yaml:5: subjects.slow.lable is not known here")
                .contains("two.yaml:7: workloads.reads.options.seed is set by the experiment")
                .contains("two.yaml:8: design.baseline must be one of the subjects")
                .contains("two.yaml:8: design.repeats must be a whole number")
                .contains("two.yaml:10: tables[0].kind must be one of facts, metrics")
                .contains("two.yaml:11: tables[1].rows[0].expr 'mean +' is no formula: it ends too early")
                .contains("two.yaml:12: tables[2].id 'b' is also the id of another table or file")
                .contains("two.yaml:12: tables[2].where 'writes' is no level of workload")
                .contains("two.yaml:12: tables[2].rows[0].expr 'quick' is no level of this experiment")
                .contains("two.yaml:14: claims[0].expr 'mean' is no formula: it compares nothing");
    }

    @Test
    void limitsAndPricesAreNumbersOrToBeDone() {
        String text = SMALL.replace(
                "slow: {label: Slow disk,",
                "slow: {label: Slow disk, limits: {diskIops: LIMIT}, price-per-hour: PRICE,");

        ExperimentFile sound = plain(text.replace("LIMIT", "500").replace("PRICE", "TBD"));
        assertThat(sound.design().subjects().get(0).declared())
                .isEqualTo(new DeclaredLimits(Map.of("diskIops", "500"), Optional.of("TBD")));
        assertThatThrownBy(() -> plain(text.replace("LIMIT", "many").replace("PRICE", "0.0")))
                .hasMessageContaining(
                        "two.yaml:6: subjects.slow.limits.diskIops must be a number above 0 or TBD, not 'many'")
                .hasMessageContaining(
                        "two.yaml:6: subjects.slow.price-per-hour must be a number above 0 or TBD, not '0.0'");
    }

    @Test
    void whatFormulasDemandOfLimitsPricesAndServiceLevelsIsChecked() {
        String text = SMALL.replace("claims:", """
                slo: {kept: "mean[quick] < 1s"}
                tables: [{id: declared-limits, kind: metrics, rows: [{expr: limit(diskIops)}, {expr: costPerMillion}]}]
                claims:""");

        assertThatThrownBy(() -> plain(text))
                .hasMessageContaining("two.yaml:17: slo.kept 'quick' is no level of this experiment")
                .hasMessageContaining(
                        "two.yaml:18: tables[0].id 'declared-limits' is also the id of another table or file")
                .hasMessageContaining("two.yaml:18: tables[0].rows[0].expr 'diskIops' is no limit of any subject")
                .hasMessageContaining("two.yaml:18: tables[0].rows[1].expr costPerMillion needs a price-per-hour");
    }

    @Test
    void whatNamesFilesCannotLeaveTheStudysFolder() {
        String text = SMALL.replace("claims:", """
                tables:
                  - {id: ../../pwn, kind: metrics, rows: [{expr: mean}]}
                  - {id: long, kind: metrics, rows: [{expr: mean}]}
                charts: [{id: /tmp/pwn, kind: bar, series: [{expr: mean}]}]
                claims:""").replaceFirst("experiment: .*", "experiment: ../../pwn");

        assertThatThrownBy(() -> plain(text))
                .hasMessageContaining(
                        "experiment names files, so it must be of letters, digits, - and _, not '../../pwn'")
                .hasMessageContaining("tables[0].id names files")
                .hasMessageContaining("tables[1].id 'long' is also the id of another table or file")
                .hasMessageContaining("charts[0].id names files");
    }

    @Test
    void operationsThatAreSpokenOfAreKnownWithTheirPlaces() {
        String text = SMALL.replace("claims:", """
                slo: {kept: "p99(Pay) < 1s"}
                tables: [{id: t, kind: metrics, where: {workload: reads}, rows: [{expr: step(select)}]}]
                charts: [{kind: percentile, operations: [Pay]}]
                claims:""");

        assertThat(plain(text).operations())
                .contains(
                        new OperationPlace(
                                "two.yaml:17: slo.kept", new OperationUse(Kind.METRIC, "p99(Pay)", Map.of())),
                        new OperationPlace("two.yaml:17: slo.kept", new OperationUse(Kind.OPERATION, "Pay", Map.of())),
                        new OperationPlace(
                                "two.yaml:18: tables[0].rows[0].expr",
                                new OperationUse(Kind.STEP, "select", Map.of("workload", "reads"))),
                        new OperationPlace(
                                "two.yaml:19: charts[0].operations",
                                new OperationUse(Kind.OPERATION, "Pay", Map.of())));
    }

    @Test
    void anUnknownProfileIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> read(SMALL, new Reading(Optional.of("quick"), List.of())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("two.yaml has no profile 'quick'; it has smoke");
    }

    @Test
    void aFileThatIsNoYamlSaysWhere() {
        assertThatThrownBy(() -> plain("experiment: [\ntitle: x: y"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("two.yaml:2: not YAML");
    }

    @Test
    void theShippedExperimentsHaveTheProfilesThatAreDocumented() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(PublishedStudy.EXPERIMENTS)) {
            all.filter(f -> f.toString().endsWith(".yaml")).forEach(files::add);
        }

        assertThat(files).hasSizeGreaterThanOrEqualTo(5).allSatisfy(file -> {
            for (String profile : List.of("article", "sound", "smoke")) {
                Problems problems = new Problems();
                ExperimentFile read = ExperimentFile.read(file, new Reading(Optional.of(profile), List.of()), problems);
                problems.throwIfAny();
                assertThat(read.unknown().isEmpty())
                        .as("%s %s is ready to run", file, profile)
                        .isEqualTo(profile.equals("smoke"));
            }
        });
    }

    @Test
    void theSchemaForEditorsKnowsTheSameFields() throws IOException {
        JsonNode schema = JsonMapper.builder()
                .build()
                .readTree(Files.readString(SourceTree.path("docs", "experiment.schema.json")));

        assertThat(properties(schema)).containsExactlyInAnyOrderElementsOf(StudyFields.FILE);
        assertThat(properties(schema.at("/$defs/subject"))).containsExactlyInAnyOrderElementsOf(StudyFields.SUBJECT);
        assertThat(properties(schema.at("/$defs/workload"))).containsExactlyInAnyOrderElementsOf(StudyFields.WORKLOAD);
        assertThat(properties(schema.at("/$defs/family"))).containsExactlyInAnyOrderElementsOf(StudyFields.FAMILY);
        assertThat(properties(schema.at("/$defs/design"))).containsExactlyInAnyOrderElementsOf(StudyFields.DESIGN);
        assertThat(properties(schema.at("/$defs/table"))).containsExactlyInAnyOrderElementsOf(StudyFields.TABLE);
        assertThat(properties(schema.at("/$defs/formula"))).containsExactlyInAnyOrderElementsOf(StudyFields.FORMULA);
        assertThat(properties(schema.at("/$defs/chart"))).containsExactlyInAnyOrderElementsOf(StudyFields.CHART);
        assertThat(properties(schema.at("/$defs/claim"))).containsExactlyInAnyOrderElementsOf(StudyFields.CLAIM);
    }

    private static List<String> properties(JsonNode schema) {
        List<String> names = new ArrayList<>();
        schema.path("properties").fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void anyOptionOfACommandCanBeSwept() {
        ExperimentFile file = read(
                SMALL.replace("sweep: \"outstanding=1,2,4\"", "sweep: [\"mode=calm,wild\", \"users=1,2\"]")
                        .replace("users: 4, ", "")
                        .replace("reads, outstanding=1) < 1", "reads, mode=wild, users=1) < 1"),
                new Reading(Optional.empty(), List.of()));

        assertThat(file.units().get(0).levels())
                .containsExactly(
                        Map.of("mode", "calm", "users", "1"),
                        Map.of("mode", "calm", "users", "2"),
                        Map.of("mode", "wild", "users", "1"),
                        Map.of("mode", "wild", "users", "2"));
    }
}
