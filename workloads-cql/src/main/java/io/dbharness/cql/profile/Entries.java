package io.dbharness.cql.profile;

import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The entries of one mapping of a file; whoever has read it asks what was left over. One thread. */
final class Entries {

    private final String file;
    private final Problems problems;
    private final int line;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(String name, Node value, int line) {}

    /**
     * A value and where it stands.
     *
     * @param text  of the value
     * @param where file and line, for messages
     */
    record Text(String text, String where) {}

    private Entries(String file, Problems problems, int line) {
        this.file = file;
        this.problems = problems;
        this.line = line;
    }

    /** Names are told apart without their case, as cassandra-stress does. Notes a problem for what is no mapping, and is empty then. */
    static Entries of(Node node, String file, Problems problems) {
        Entries entries = new Entries(file, problems, line(node));
        if (!(node instanceof MappingNode mapping)) {
            problems.add(entries.where() + "names and values belong here, NAME: VALUE");
            return entries;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            String name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
            Entry entry = new Entry(name, tuple.getValueNode(), line(tuple.getKeyNode()));
            if (entries.entries.put(name.toLowerCase(Locale.ROOT), entry) != null) {
                problems.add(entries.where(entry.line()) + "'" + name + "' is there twice");
            }
        }
        return entries;
    }

    /** Takes a scalar out. */
    Optional<Text> text(String name) {
        return take(name).flatMap(entry -> {
            if (entry.value() instanceof ScalarNode scalar) {
                return Optional.of(new Text(scalar.getValue(), where(line(scalar)) + name));
            }
            problems.add(where(entry.line()) + name + " must be one value");
            return Optional.empty();
        });
    }

    /** Takes a scalar out that must be there. */
    Optional<Text> required(String name) {
        if (!entries.containsKey(name)) {
            problems.add(where() + name + " is missing");
        }
        return text(name);
    }

    /** Takes a list of scalars out. */
    List<Text> texts(String name) {
        List<Text> texts = new ArrayList<>();
        for (Node node : nodes(name)) {
            if (node instanceof ScalarNode scalar) {
                texts.add(new Text(scalar.getValue(), where(line(scalar)) + name));
            } else {
                problems.add(where(line(node)) + name + " must be a list of single values");
            }
        }
        return texts;
    }

    /** Takes a list of mappings out. */
    List<Entries> list(String name) {
        return nodes(name).stream().map(node -> of(node, file, problems)).toList();
    }

    private List<Node> nodes(String name) {
        return take(name)
                .map(entry -> {
                    if (entry.value() instanceof SequenceNode sequence) {
                        return sequence.getValue();
                    }
                    problems.require(isNothing(entry.value()), where(entry.line()) + name + " must be a list, - VALUE");
                    return List.<Node>of();
                })
                .orElse(List.of());
    }

    /** Takes a mapping out; without any entry when there is none. */
    Entries mapping(String name) {
        return take(name)
                .filter(entry -> !isNothing(entry.value()))
                .map(entry -> of(entry.value(), file, problems))
                .orElseGet(() -> new Entries(file, problems, line));
    }

    /** Names that were not taken yet, as they are written. */
    List<String> names() {
        return entries.values().stream().map(Entry::name).toList();
    }

    /** Notes what nobody has taken. */
    void finish(String known) {
        for (Entry entry : entries.values()) {
            problems.add(where(entry.line()) + "nothing is known of '" + entry.name() + "'; known are " + known);
        }
    }

    /** File and line of the mapping, for messages. */
    String where() {
        return where(line);
    }

    private Optional<Entry> take(String name) {
        return Optional.ofNullable(entries.remove(name.toLowerCase(Locale.ROOT)));
    }

    private String where(int at) {
        return file + ":" + at + ": ";
    }

    private static boolean isNothing(Node node) {
        return node instanceof ScalarNode scalar && scalar.getValue().isEmpty();
    }

    private static int line(Node node) {
        return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }
}
