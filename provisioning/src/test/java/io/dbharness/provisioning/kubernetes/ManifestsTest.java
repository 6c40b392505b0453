package io.dbharness.provisioning.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Held against Kubernetes' own classes, which are made from its schemas. */
class ManifestsTest {

    private static final KubernetesRun RUN = new KubernetesRun(
            "load",
            Optional.of("bench"),
            new KubernetesRun.Container("registry.example/harness:1", "2", "2Gi"),
            3,
            7800,
            List.of("tpcc", "--warehouses", "30", "--target=jdbc:postgresql://db/tpcc", "--password=env:DB_PASSWORD"));

    private static List<JsonElement> parsed(String yaml) {
        Gson gson = new Gson();
        List<JsonElement> all = new ArrayList<>();
        new Load(LoadSettings.builder().build()).loadAllFromString(yaml).forEach(one -> all.add(gson.toJsonTree(one)));
        return all;
    }

    private static V1Job job(JsonElement manifest) throws IOException {
        V1Job.validateJsonElement(manifest);
        return JSON.getGson().fromJson(manifest, V1Job.class);
    }

    @Test
    void kubernetesKnowsEveryFieldOfThem() throws Exception {
        List<JsonElement> all = parsed(Manifests.yaml(RUN, Optional.of("key".getBytes(UTF_8))));

        assertThat(all).hasSize(4);
        V1Secret.validateJsonElement(all.get(0));
        V1Service.validateJsonElement(all.get(1));
        V1Job.validateJsonElement(all.get(2));
        V1Job.validateJsonElement(all.get(3));
        V1Secret secret = JSON.getGson().fromJson(all.get(0), V1Secret.class);
        assertThat(secret.getData()).containsEntry("agents.p12", "key".getBytes(UTF_8));
        V1Service service = JSON.getGson().fromJson(all.get(1), V1Service.class);
        assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
        assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
        assertThat(all)
                .allSatisfy(one -> assertThat(one.getAsJsonObject()
                                .getAsJsonObject("metadata")
                                .get("namespace")
                                .getAsString())
                        .isEqualTo("bench"));
    }

    @Test
    void agentsAndTheirCoordinatorNameEachOther() throws Exception {
        List<JsonElement> all = parsed(Manifests.yaml(RUN, Optional.empty()));
        V1Job agents = job(all.get(1));
        V1Job coordinator = job(all.get(2));
        List<String> membership = List.of(
                "--bind=$(POD_IP):7800",
                "--join=load-agents-0.load:7800,load-agents-1.load:7800,load-agents-2.load:7800",
                "--key=file:/etc/harness/agents.p12");

        assertThat(agents.getSpec().getCompletionMode()).isEqualTo("Indexed");
        assertThat(agents.getSpec().getCompletions()).isEqualTo(3);
        assertThat(agents.getSpec().getParallelism()).isEqualTo(3);
        assertThat(args(agents)).startsWith("agent").containsAll(membership);
        assertThat(args(coordinator))
                .startsWith("tpcc", "--warehouses", "30")
                .contains("--agents=3", "--out=/results/load")
                .containsAll(membership);
        assertThat(pod(agents).getSubdomain()).isEqualTo("load");
        assertThat(agents.getSpec()
                        .getPodFailurePolicy()
                        .getRules()
                        .get(0)
                        .getOnExitCodes()
                        .getValues())
                .containsExactly(1);
    }

    private static V1PodSpec pod(V1Job job) {
        return job.getSpec().getTemplate().getSpec();
    }

    private static V1Container container(V1Job job) {
        return pod(job).getContainers().get(0);
    }

    private static List<String> args(V1Job job) {
        return container(job).getArgs();
    }

    @Test
    void whatRunsHasAsFewRightsAsItNeeds() throws Exception {
        for (JsonElement manifest :
                parsed(Manifests.yaml(RUN, Optional.empty())).subList(1, 3)) {
            V1Job job = job(manifest);

            assertThat(pod(job).getAutomountServiceAccountToken()).isFalse();
            assertThat(pod(job).getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(container(job).getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container(job).getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container(job).getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            assertThat(container(job).getResources().getLimits())
                    .isEqualTo(container(job).getResources().getRequests());
        }
    }

    @Test
    void aPasswordIsASecretOfTheCluster() throws Exception {
        V1Job coordinator = job(parsed(Manifests.yaml(RUN, Optional.empty())).get(2));

        assertThat(container(coordinator).getEnv())
                .filteredOn(variable -> variable.getName().equals("DB_PASSWORD"))
                .singleElement()
                .satisfies(variable -> {
                    assertThat(variable.getValue()).isNull();
                    assertThat(variable.getValueFrom().getSecretKeyRef().getName())
                            .isEqualTo("load-secrets");
                });
    }

    @Test
    void everythingWrongIsNamedAtOnce() {
        Problems problems = new Problems();
        new KubernetesRun(
                        "Load_1",
                        Optional.of("a b"),
                        new KubernetesRun.Container(" ", "two", "much"),
                        0,
                        0,
                        List.of("tpcc", "--agents", "3", "--password", "file:secret"))
                .check(problems);

        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOfSatisfying(
                        UsageException.class,
                        wrong -> assertThat(wrong.problems())
                                .hasSize(9)
                                .anyMatch(problem -> problem.startsWith("leave --agents out"))
                                .anyMatch(problem -> problem.contains("use env:NAME")));
    }

    /** In YAML 1.1, which kubectl reads, these are no texts unless they are quoted. */
    @Test
    void textsAreTextsForEveryReader() {
        KubernetesRun run = new KubernetesRun(
                "load",
                Optional.of("007"),
                new KubernetesRun.Container("image:1", "1e3", "2Gi"),
                1,
                7800,
                List.of("tpcc", "--count-rows", "yes", "0x10", "12:30", "~", "a\nb: c"));

        assertThat(Manifests.yaml(run, Optional.empty()))
                .contains("namespace: \"007\"", "- \"yes\"", "- \"0x10\"", "- \"12:30\"", "- \"~\"", "- \"a\\nb: c\"")
                .contains("containerPort: 7800\n", "readOnlyRootFilesystem: true\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"007", "1a", "-a", "a\nb", "\u0661"})
    void aNameThatAServiceCannotHaveIsRefused(String name) {
        Problems problems = new Problems();
        new KubernetesRun(
                        name,
                        Optional.empty(),
                        new KubernetesRun.Container("image", "1", "1Gi"),
                        1,
                        7800,
                        List.of("tpcc"))
                .check(problems);

        assertThat(problems.lines()).first().asString().startsWith("--name must be");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a b", "", "-a"})
    void anImageOfSeveralWordsOrLinesIsRefused(String image) {
        Problems problems = new Problems();
        new KubernetesRun(
                        "load",
                        Optional.empty(),
                        new KubernetesRun.Container(image, "1", "1Gi"),
                        1,
                        7800,
                        List.of("tpcc"))
                .check(problems);

        assertThat(problems.lines()).first().asString().startsWith("--image must name an image");
    }

    @ParameterizedTest
    @ValueSource(strings = {"500m", "2", "1.5", "2Gi", "512Mi", "4G"})
    void quantitiesAreThoseOfKubernetes(String quantity) {
        Problems problems = new Problems();
        new KubernetesRun(
                        "load",
                        Optional.empty(),
                        new KubernetesRun.Container("image", quantity, quantity),
                        1,
                        7800,
                        List.of("tpcc"))
                .check(problems);

        assertThat(problems.lines()).isEmpty();
    }

    @Test
    void namesStandInTheOrderInWhichPeopleReadThem() {
        assertThat(Manifests.yaml(RUN, Optional.empty()))
                .contains(
                        "---\napiVersion: \"v1\"\nkind: \"Service\"\nmetadata:\n  name: \"load\"\n  namespace: \"bench\"\n")
                .doesNotContain("&id", "*id");
    }
}
