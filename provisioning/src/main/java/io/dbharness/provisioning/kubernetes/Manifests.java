package io.dbharness.provisioning.kubernetes;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Present;
import org.snakeyaml.engine.v2.api.lowlevel.Serialize;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Generates the manifests of a run, for {@code kubectl apply -f -}. They define the agents' key, a headless service that gives the agents
 * names, an indexed job of agents, and a job for the command. The containers run as a non-root user, can write only to their own empty
 * directories, and have no service account.
 */
public final class Manifests {

    private static final String KEY_FOLDER = "/etc/harness";
    private static final String RESULTS = "/results";
    private static final String ADDRESS = "POD_IP";

    /** A user id that exists in no image and needs no entry there. */
    private static final int USER = 65_532;

    /** Readable by owner and group only. */
    private static final int KEY_MODE = 0440;

    /** Exit code of an error, such as an unknown host. A measurement that has run ends with another code. */
    private static final int COULD_NOT_BEGIN = 1;

    private static final int BEGINNINGS = 6;

    private static final String PART = "app.kubernetes.io/component";

    private final KubernetesRun run;

    private Manifests(KubernetesRun run) {
        this.run = run;
    }

    /**
     * Returns all manifests as one YAML text.
     *
     * @param key the output of {@code harness agent key}; empty if the cluster already has it as the secret {@code NAME-key}
     */
    public static String yaml(KubernetesRun run, Optional<byte[]> key) {
        Manifests manifests = new Manifests(run);
        DumpSettings settings = DumpSettings.builder()
                .setExplicitStart(true)
                .setIndicatorIndent(2)
                .setIndentWithIndicator(true)
                .build();
        List<Object> all = new ArrayList<>();
        key.ifPresent(bytes -> all.add(manifests.secret(bytes)));
        all.addAll(List.of(manifests.service(), manifests.agents(), manifests.coordinator()));
        List<Node> nodes = all.stream().map(Manifests::node).toList();
        return new Present(settings)
                .emitToString(new Serialize(settings).serializeAll(nodes).iterator());
    }

    /** Quotes strings: {@code kubectl} reads YAML 1.1, in which {@code yes}, {@code 007} and {@code 1e3} are not strings. */
    private static Node node(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<NodeTuple> tuples = map.entrySet().stream()
                    .map(entry -> new NodeTuple(
                            new ScalarNode(Tag.STR, String.valueOf(entry.getKey()), ScalarStyle.PLAIN),
                            node(entry.getValue())))
                    .toList();
            return new MappingNode(Tag.MAP, tuples, FlowStyle.BLOCK);
        }
        if (value instanceof List<?> list) {
            return new SequenceNode(Tag.SEQ, list.stream().map(Manifests::node).toList(), FlowStyle.BLOCK);
        }
        if (value instanceof String text) {
            return new ScalarNode(Tag.STR, text, ScalarStyle.DOUBLE_QUOTED);
        }
        return new ScalarNode(value instanceof Boolean ? Tag.BOOL : Tag.INT, String.valueOf(value), ScalarStyle.PLAIN);
    }

    private Map<String, Object> secret(byte[] key) {
        return object(
                "v1",
                "Secret",
                run.keyName(),
                "data",
                Map.of(KubernetesRun.KEY_FILE, Base64.getEncoder().encodeToString(key)));
    }

    private Map<String, Object> service() {
        return object(
                "v1",
                "Service",
                run.name(),
                "spec",
                map(
                        "clusterIP",
                        "None",
                        "publishNotReadyAddresses",
                        true,
                        "selector",
                        Map.of("app.kubernetes.io/name", run.name()),
                        "ports",
                        List.of(map("name", "agents", "port", run.port()))));
    }

    private Map<String, Object> agents() {
        List<String> words = new ArrayList<>(List.of("agent"));
        words.addAll(membership());
        return job(run.agentsName(), run.agents(), words);
    }

    private Map<String, Object> coordinator() {
        List<String> words = new ArrayList<>(run.command());
        words.add("--agents=" + run.agents());
        words.addAll(membership());
        if (words.stream().noneMatch(word -> word.equals("--out") || word.startsWith("--out="))) {
            words.add("--out=" + RESULTS + "/" + run.name());
        }
        return job(run.name(), 1, words);
    }

    private List<String> membership() {
        return List.of(
                "--bind=$(" + ADDRESS + "):" + run.port(),
                "--join=" + run.members(),
                "--key=file:" + KEY_FOLDER + "/" + KubernetesRun.KEY_FILE);
    }

    /**
     * Returns a job that ends with the first pod that ends. A pod is replaced, after a delay, only if it could not start: it may have been
     * created before the names of the other pods were known.
     */
    private Map<String, Object> job(String name, int pods, List<String> words) {
        return object(
                "batch/v1",
                "Job",
                name,
                "spec",
                map(
                        "completionMode",
                        "Indexed",
                        "completions",
                        pods,
                        "parallelism",
                        pods,
                        "backoffLimit",
                        BEGINNINGS * pods,
                        "podFailurePolicy",
                        Map.of(
                                "rules",
                                List.of(map(
                                        "action",
                                        "FailJob",
                                        "onExitCodes",
                                        map("operator", "NotIn", "values", List.of(COULD_NOT_BEGIN))))),
                        "template",
                        map("metadata", Map.of("labels", labels(name)), "spec", pod(name, words))));
    }

    private Map<String, Object> pod(String name, List<String> words) {
        return map(
                "subdomain",
                run.name(),
                "restartPolicy",
                "Never",
                "automountServiceAccountToken",
                false,
                "enableServiceLinks",
                false,
                "securityContext",
                map(
                        "runAsNonRoot",
                        true,
                        "runAsUser",
                        USER,
                        "runAsGroup",
                        USER,
                        "fsGroup",
                        USER,
                        "seccompProfile",
                        Map.of("type", "RuntimeDefault")),
                "topologySpreadConstraints",
                List.of(map(
                        "maxSkew",
                        1,
                        "topologyKey",
                        "kubernetes.io/hostname",
                        "whenUnsatisfiable",
                        "ScheduleAnyway",
                        "labelSelector",
                        Map.of("matchLabels", Map.of("app.kubernetes.io/name", run.name())))),
                "containers",
                List.of(container(name, words)),
                "volumes",
                List.of(
                        map("name", "key", "secret", map("secretName", run.keyName(), "defaultMode", KEY_MODE)),
                        map("name", "results", "emptyDir", map()),
                        map("name", "temporary", "emptyDir", map())));
    }

    private Map<String, Object> container(String name, List<String> words) {
        return map(
                "name",
                name,
                "image",
                run.container().image(),
                "args",
                words,
                "workingDir",
                RESULTS,
                "env",
                Stream.concat(
                                Stream.of(map(
                                        "name",
                                        ADDRESS,
                                        "valueFrom",
                                        Map.of("fieldRef", Map.of("fieldPath", "status.podIP")))),
                                run.variables().stream().map(this::variable))
                        .toList(),
                "ports",
                List.of(map("name", "agents", "containerPort", run.port())),
                // Request and limit are equal: a load machine that shares its processors measures its neighbours.
                "resources",
                map("requests", size(), "limits", size()),
                "securityContext",
                map(
                        "allowPrivilegeEscalation",
                        false,
                        "readOnlyRootFilesystem",
                        true,
                        "capabilities",
                        Map.of("drop", List.of("ALL"))),
                "volumeMounts",
                List.of(
                        map("name", "key", "mountPath", KEY_FOLDER, "readOnly", true),
                        map("name", "results", "mountPath", RESULTS),
                        map("name", "temporary", "mountPath", "/tmp")));
    }

    private Map<String, Object> size() {
        return map("cpu", run.container().cpu(), "memory", run.container().memory());
    }

    /** Returns an environment variable that takes its value from the cluster's secret. */
    private Map<String, Object> variable(String name) {
        return map("name", name, "valueFrom", Map.of("secretKeyRef", map("name", run.secretsName(), "key", name)));
    }

    private Map<String, Object> object(String version, String kind, String name, String part, Map<String, ?> content) {
        Map<String, Object> metadata = map("name", name);
        run.namespace().ifPresent(space -> metadata.put("namespace", space));
        metadata.put("labels", labels(name));
        return map("apiVersion", version, "kind", kind, "metadata", metadata, part, content);
    }

    private Map<String, Object> labels(String component) {
        return map("app.kubernetes.io/name", run.name(), PART, component);
    }

    /** Keeps the given order, which is the usual order in manifests. */
    private static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return map;
    }
}
