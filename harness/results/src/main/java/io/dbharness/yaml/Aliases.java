package io.dbharness.yaml;

import io.dbharness.model.UsageException;
import java.util.IdentityHashMap;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Refuses documents whose aliases make them endless, or so large that reading them takes too long. One use, one thread. */
final class Aliases {

    private static final long MOST_VALUES = 1_000_000;
    private static final long OPEN = -1;

    private final String name;
    private final IdentityHashMap<Node, Long> sizes = new IdentityHashMap<>();

    private Aliases(String name) {
        this.name = name;
    }

    /** Throws a {@link UsageException} that names the line. */
    static void check(String name, Node document) {
        new Aliases(name).size(document);
    }

    /** Values in a node, its aliases written out. */
    private long size(Node node) {
        Long known = sizes.putIfAbsent(node, OPEN);
        if (known != null && known == OPEN) {
            throw refused(node, "an alias refers to what contains it");
        }
        if (known != null) {
            return known;
        }
        long size = 1;
        if (node instanceof SequenceNode sequence) {
            for (Node item : sequence.getValue()) {
                size += size(item);
            }
        } else if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                size += size(tuple.getKeyNode()) + size(tuple.getValueNode());
            }
        }
        if (size > MOST_VALUES) {
            throw refused(node, "with its aliases written out it has more than " + MOST_VALUES + " values");
        }
        sizes.put(node, size);
        return size;
    }

    private UsageException refused(Node at, String why) {
        return new UsageException(List.of(name + ":" + YamlFile.line(at) + ": " + why));
    }
}
