package io.dbharness.yaml;

import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.yaml.YamlFile.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * The fields of one mapping of a file. Each reader notes what is wrong with its field and its line, and then answers as if the field
 * were absent; {@link #refuseOthers} notes the fields that were not asked for. One thread.
 */
public final class Fields {

    /**
     * The file that fields come from.
     *
     * @param name     for messages
     * @param names    of its fields
     * @param problems takes what is wrong
     */
    record Source(String name, Names names, Problems problems) {

        /** The form in which names of fields are compared. */
        String key(String field) {
            return names.key(field);
        }

        void problem(Node at, String what) {
            problems.add(where(at) + what);
        }

        String where(Node at) {
            return name + ":" + line(at) + ": ";
        }

        static int line(Node at) {
            return at.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        }
    }

    private final Source source;
    private final String path;
    private final MappingNode mapping;
    private final Map<String, Field> nodes = new LinkedHashMap<>();
    private final Map<String, String> asked = new TreeMap<>();

    /** A name as written, and its value. */
    private record Field(String name, Node value) {}

    Fields(Source source, String path, MappingNode mapping) {
        this.source = source;
        this.path = path;
        this.mapping = mapping;
        for (NodeTuple tuple : mapping.getValue()) {
            Node key = tuple.getKeyNode();
            if (!(key instanceof ScalarNode name)) {
                source.problem(key, "a name is expected here");
            } else {
                Field field = new Field(name.getValue(), tuple.getValueNode());
                Field before = nodes.putIfAbsent(source.key(name.getValue()), field);
                if (before != null && !(source.names() == Names.IN_ANY_CASE && isSame(before.value, field.value))) {
                    source.problem(key, path + name.getValue() + " is there twice");
                }
            }
        }
    }

    /** Returns true if two nodes are equal. */
    private static boolean isSame(Node one, Node other) {
        if (one instanceof ScalarNode text && other instanceof ScalarNode same) {
            return text.getValue().strip().equals(same.getValue().strip());
        }
        if (one instanceof SequenceNode list && other instanceof SequenceNode same) {
            return list.getValue().size() == same.getValue().size()
                    && IntStream.range(0, list.getValue().size())
                            .allMatch(i -> isSame(
                                    list.getValue().get(i), same.getValue().get(i)));
        }
        return one instanceof MappingNode map
                && other instanceof MappingNode same
                && map.getValue().size() == same.getValue().size()
                && map.getValue().stream()
                        .allMatch(tuple -> same.getValue().stream()
                                .anyMatch(candidate -> isSame(tuple.getKeyNode(), candidate.getKeyNode())
                                        && isSame(tuple.getValueNode(), candidate.getValueNode())));
    }

    /** Returns these fields with one plain value replaced. */
    public Fields with(String name, String value) {
        Fields changed = new Fields(source, path, mapping);
        changed.nodes.putAll(nodes);
        Node before = at(name);
        changed.nodes.put(
                source.key(name),
                new Field(
                        name,
                        new ScalarNode(
                                Tag.STR, true, value, ScalarStyle.PLAIN, before.getStartMark(), before.getEndMark())));
        return changed;
    }

    /** The names, in the file's order. */
    public List<String> names() {
        return nodes.values().stream().map(Field::name).toList();
    }

    public boolean has(String name) {
        return nodes.containsKey(source.key(name));
    }

    /** Returns true if the value of a name is a mapping. */
    public boolean isMapping(String name) {
        return has(name) && at(name) instanceof MappingNode;
    }

    /** The line of the mapping, from 1. */
    public int line() {
        return Source.line(mapping);
    }

    /** The line of a field, from 1; that of the mapping when it is not there. */
    public int line(String name) {
        return Source.line(at(name));
    }

    /** {@code FILE:LINE: PATH.NAME}, for messages about what a field says. */
    public String where(String name) {
        return source.where(at(name)) + path + name;
    }

    public Optional<String> text(String name) {
        return scalar(name, "one value", Optional::of);
    }

    /** A value that must be there. */
    public Optional<String> required(String name) {
        if (!has(name)) {
            problem(name, "is missing");
        }
        return text(name);
    }

    public OptionalLong whole(String name, long min, long max) {
        return number(name, "a whole number from " + min + " to " + max, text -> {
            OptionalLong value = Quantities.whole(text);
            return value.isPresent() && value.getAsLong() >= min && value.getAsLong() <= max
                    ? value
                    : OptionalLong.empty();
        });
    }

    /** One of a few words. */
    public Optional<String> word(String name, List<String> words) {
        return scalar(
                name,
                "one of " + String.join(", ", words),
                text -> Optional.of(text).filter(words::contains));
    }

    public Optional<Boolean> flag(String name) {
        return word(name, List.of("true", "false")).map("true"::equals);
    }

    /** A size in bytes, as {@link Quantities#bytes} reads it. */
    public OptionalLong bytes(String name) {
        return number(name, Quantities.SIZE, Quantities::bytes);
    }

    /** A bandwidth in bytes a second, as {@link Quantities#bytesPerSecond} reads it. */
    public OptionalLong bytesPerSecond(String name) {
        return number(name, Quantities.BANDWIDTH, Quantities::bytesPerSecond);
    }

    /** A time, as {@link Quantities#duration} reads it. */
    public Optional<Duration> length(String name) {
        return scalar(name, Quantities.DURATION, Quantities::duration);
    }

    /** Returns the values of a list, or the single value given instead of a list; empty if the field is absent. */
    public List<String> texts(String name) {
        Node node = ask(name);
        if (node instanceof SequenceNode sequence) {
            List<String> texts = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                if (item instanceof ScalarNode scalar && scalar.getValue().indexOf('\0') < 0) {
                    texts.add(scalar.getValue());
                } else {
                    source.problem(item, path + name + " must be a list of plain values");
                }
            }
            return List.copyOf(texts);
        }
        return text(name).map(List::of).orElse(List.of());
    }

    /** The mapping under a name; empty, too, when nothing follows the name. */
    public Optional<Fields> fields(String name) {
        Node node = ask(name);
        if (node == null || isNothing(node)) {
            return Optional.empty();
        }
        if (node instanceof MappingNode inner) {
            return Optional.of(new Fields(source, path + name + ".", inner));
        }
        source.problem(node, path + name + " must be a mapping (name: value, one a line, indented)");
        return Optional.empty();
    }

    /** Returns the fields of a mapping; none if it is absent. */
    public Fields fieldsOrNone(String name) {
        return fields(name)
                .orElseGet(() ->
                        new Fields(source, path + name + ".", new MappingNode(Tag.MAP, List.of(), FlowStyle.BLOCK)));
    }

    /** The mappings of a list; empty when the field is absent or nothing follows its name. */
    public List<Fields> list(String name) {
        Node node = ask(name);
        if (node == null || isNothing(node)) {
            return List.of();
        }
        List<Fields> list = new ArrayList<>();
        if (node instanceof SequenceNode sequence) {
            for (Node item : sequence.getValue()) {
                if (item instanceof MappingNode inner) {
                    list.add(new Fields(source, path + name + "[" + list.size() + "].", inner));
                } else {
                    source.problem(item, path + name + " must be a list of mappings");
                }
            }
        } else {
            source.problem(node, path + name + " must be a list");
        }
        return List.copyOf(list);
    }

    /** Notes a problem with a field: {@code FILE:LINE: PATH.NAME WHAT}; the line is that of the mapping when the field is not there. */
    public void problem(String name, String what) {
        source.problem(at(name), path + name + " " + what);
    }

    /** Notes a problem with the mapping as a whole: {@code FILE:LINE: PATH WHAT}. */
    public void problem(String what) {
        source.problem(mapping, path.isEmpty() ? what : path.substring(0, path.length() - 1) + " " + what);
    }

    /** Notes every field that was not asked for. Called last. */
    public void refuseOthers() {
        nodes.forEach((key, field) -> {
            if (!asked.containsKey(key)) {
                source.problem(
                        field.value(),
                        path + field.name() + " is not known here" + Suggestion.known(field.name(), asked.values()));
            }
        });
    }

    private <T> Optional<T> scalar(String name, String expectation, Function<String, Optional<T>> reader) {
        Node node = ask(name);
        if (node == null) {
            return Optional.empty();
        }
        if (!(node instanceof ScalarNode scalar)) {
            source.problem(node, path + name + " must be " + expectation);
            return Optional.empty();
        }
        if (scalar.getValue().indexOf('\0') >= 0) {
            source.problem(node, path + name + " holds a character of code 0");
            return Optional.empty();
        }
        Optional<T> value = reader.apply(scalar.getValue());
        if (value.isEmpty()) {
            source.problem(node, path + name + " must be " + expectation + ", not '" + scalar.getValue() + "'");
        }
        return value;
    }

    private @Nullable Node ask(String name) {
        asked.put(source.key(name), name);
        Field field = nodes.get(source.key(name));
        return field == null ? null : field.value();
    }

    /** Returns the node of a field, or its mapping if it is absent. */
    private Node at(String name) {
        Field field = nodes.get(source.key(name));
        return field == null ? mapping : field.value();
    }

    private static boolean isNothing(Node node) {
        return node instanceof ScalarNode scalar && scalar.getValue().isEmpty();
    }

    private OptionalLong number(String name, String expectation, Function<String, OptionalLong> reader) {
        return scalar(name, expectation, text -> Optional.of(reader.apply(text)).filter(OptionalLong::isPresent))
                .orElse(OptionalLong.empty());
    }
}
