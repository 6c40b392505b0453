package io.dbharness.yaml;

import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.yaml.Fields.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** One YAML document whose top is a mapping. */
public final class YamlFile {

    /** How field names are compared. */
    public enum Names {
        AS_WRITTEN,
        IN_ANY_CASE;

        /** The form in which names are compared. */
        String key(String name) {
            return this == IN_ANY_CASE ? name.toLowerCase(Locale.ROOT) : name;
        }
    }

    private YamlFile() {}

    /**
     * The fields at the top of a file.
     *
     * @param problems takes what the fields' readers find wrong
     * @throws UsageException when there is no such file or it is no YAML, since then there is nothing to read on
     */
    public static Fields read(Path file, Problems problems) {
        return read(file, Names.AS_WRITTEN, problems);
    }

    /** Reads with the given comparison of names. */
    public static Fields read(Path file, Names names, Problems problems) {
        return parse(new Source(String.valueOf(file.getFileName()), names, problems), FileWork.text(file));
    }

    /** As {@link #read}, of a text; {@code name} is the file's name in messages. */
    public static Fields parse(String name, String text, Problems problems) {
        return parse(name, text, Names.AS_WRITTEN, problems);
    }

    /** Reads with the given comparison of names. */
    public static Fields parse(String name, String text, Names names, Problems problems) {
        return parse(new Source(name, names, problems), text);
    }

    private static Fields parse(Source source, String text) {
        return new Fields(source, "", top(source.name(), text));
    }

    /** The fields of a mapping that was taken from a file and may have been changed since. */
    public static Fields of(String name, MappingNode mapping, Problems problems) {
        return new Fields(new Source(name, Names.AS_WRITTEN, problems), "", mapping);
    }

    /** The line of something in a file, from 1. */
    public static int line(Node at) {
        return Source.line(at);
    }

    /**
     * Returns the top mapping of a text.
     *
     * @throws UsageException when it is empty, no YAML, no mapping, nested thousands of times or endless by its aliases
     */
    public static MappingNode top(String name, String text) {
        try {
            Optional<Node> node =
                    new Compose(LoadSettings.builder().setLabel(name).build()).composeString(text);
            if (node.orElseThrow(() -> new UsageException(List.of(name + " is empty"))) instanceof MappingNode top) {
                Aliases.check(name, top);
                return top;
            }
            throw new UsageException(List.of(name + ":1: the file must begin with a mapping (name: value)"));
        } catch (MarkedYamlEngineException e) {
            String line = e.getProblemMark()
                    .map(mark -> String.valueOf(mark.getLine() + 1))
                    .orElse("1");
            throw new UsageException(List.of(name + ":" + line + ": not YAML: " + e.getProblem()));
        } catch (StackOverflowError e) {
            throw new UsageException(List.of(name + " is nested too deeply to be read"));
        } catch (YamlEngineException e) {
            throw new UsageException(List.of(name + " is not YAML: " + e.getMessage()));
        }
    }
}
