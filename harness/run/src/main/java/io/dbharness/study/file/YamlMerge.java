package io.dbharness.study.file;

import io.dbharness.yaml.YamlFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Overlays one YAML tree on another: mappings are merged, other values are replaced, and {@code null} removes a value. Every value keeps
 * its line number.
 */
final class YamlMerge {

    /** Limits the depth, because aliases can refer to each other endlessly. */
    private static final int DEEPEST = 50;

    private YamlMerge() {}

    /** @param missing receives {@code :LINE: problem} for each field to remove that does not exist */
    static MappingNode of(MappingNode base, MappingNode over, Consumer<String> missing) {
        return of(base, over, missing, 0);
    }

    private static MappingNode of(MappingNode base, MappingNode over, Consumer<String> missing, int depth) {
        Map<String, NodeTuple> tuples = new LinkedHashMap<>();
        // Entries with a complex or duplicate key are kept, so that the reader of the fields can report them.
        List<NodeTuple> odd = new ArrayList<>();
        for (NodeTuple tuple : base.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key) || tuples.putIfAbsent(key.getValue(), tuple) != null) {
                odd.add(tuple);
            }
        }
        Set<String> laid = new HashSet<>();
        for (NodeTuple tuple : over.getValue()) {
            boolean twice = tuple.getKeyNode() instanceof ScalarNode key && !laid.add(key.getValue());
            if (twice) {
                odd.add(tuple);
            } else if (tuple.getKeyNode() instanceof ScalarNode key
                    && tuple.getValueNode().getTag().equals(Tag.NULL)) {
                if (tuples.remove(key.getValue()) == null) {
                    missing.accept(":" + YamlFile.line(key) + ": " + key.getValue()
                            + " does not exist, so null cannot remove it");
                }
            } else if (tuple.getKeyNode() instanceof ScalarNode key) {
                Optional<MappingNode> below = mapping(tuples.get(key.getValue()));
                Node value = tuple.getValueNode();
                boolean both = below.isPresent() && depth < DEEPEST && value instanceof MappingNode;
                tuples.put(
                        key.getValue(),
                        both
                                ? new NodeTuple(key, of(below.orElseThrow(), (MappingNode) value, missing, depth + 1))
                                : tuple);
            } else {
                odd.add(tuple);
            }
        }
        odd.addAll(0, tuples.values());
        return new MappingNode(Tag.MAP, true, odd, FlowStyle.BLOCK, over.getStartMark(), over.getEndMark());
    }

    private static Optional<MappingNode> mapping(@Nullable NodeTuple tuple) {
        return Optional.ofNullable(tuple)
                .map(NodeTuple::getValueNode)
                .filter(MappingNode.class::isInstance)
                .map(MappingNode.class::cast);
    }

    /** Creates a tree with one plain value, for example {@code subjects.premium.options.target}. */
    static MappingNode of(List<String> path, String value) {
        return under(path, scalar(value));
    }

    /** Creates a tree with one value of any kind. */
    static MappingNode under(List<String> path, Node value) {
        Node node = value;
        for (int i = path.size() - 1; i >= 0; i--) {
            List<NodeTuple> tuple = new ArrayList<>(List.of(new NodeTuple(scalar(path.get(i)), node)));
            node = new MappingNode(Tag.MAP, true, tuple, FlowStyle.BLOCK, Optional.empty(), Optional.empty());
        }
        return (MappingNode) node;
    }

    private static ScalarNode scalar(String value) {
        return new ScalarNode(Tag.STR, true, value, ScalarStyle.PLAIN, Optional.empty(), Optional.empty());
    }

    /** Returns the mapping under a name; empty if there is none. */
    static Optional<MappingNode> under(MappingNode node, String name) {
        return node.getValue().stream()
                .filter(t -> t.getKeyNode() instanceof ScalarNode key
                        && key.getValue().equals(name))
                .flatMap(t -> mapping(t).stream())
                .findFirst();
    }

    /** Returns the mappings under a name, by their names, in order. */
    static Map<String, MappingNode> mappings(MappingNode node, String name) {
        Map<String, MappingNode> mappings = new LinkedHashMap<>();
        under(node, name)
                .ifPresent(all -> names(all)
                        .forEach(inner -> under(all, inner).ifPresent(mapping -> mappings.put(inner, mapping))));
        return mappings;
    }

    /** Returns the plain value under a name; empty if there is none. */
    static Optional<String> text(MappingNode node, String name) {
        return node.getValue().stream()
                .filter(t -> t.getKeyNode() instanceof ScalarNode key
                        && key.getValue().equals(name))
                .map(NodeTuple::getValueNode)
                .filter(ScalarNode.class::isInstance)
                .map(value -> ((ScalarNode) value).getValue())
                .findFirst();
    }

    /** Returns the names in a mapping. */
    static List<String> names(MappingNode node) {
        return node.getValue().stream()
                .map(NodeTuple::getKeyNode)
                .filter(ScalarNode.class::isInstance)
                .map(key -> ((ScalarNode) key).getValue())
                .toList();
    }
}
