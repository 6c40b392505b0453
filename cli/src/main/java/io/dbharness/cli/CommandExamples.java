package io.dbharness.cli;

import io.dbharness.model.Resources;
import io.dbharness.request.Phase;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The examples at the end of a command's help, from {@code examples.txt}. */
final class CommandExamples {

    private static final List<String> LINES = Resources.text(CommandExamples.class, "examples.txt")
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();

    private static final String FIRST_WORKLOAD = "tpcc";
    private static final int SHOWN = 3;
    private static final String CONTINUED = " \\";
    private static final String INDENT = " ".repeat(6);

    private CommandExamples() {}

    /**
     * Returns the examples of a command, as typed behind {@code harness.jar}.
     *
     * @param command     all its words, for example {@code sql user load}
     * @param subcommands commands below it, whose examples are not its own
     */
    static List<String> of(String command, List<String> subcommands) {
        if (command.isEmpty()) {
            return of(FIRST_WORKLOAD, "", Phase.words());
        }
        List<String> own = beginningWith(command, subcommands);
        return own.isEmpty()
                ? subcommands.stream()
                        .flatMap(below -> ofFamily(command + " " + below))
                        .limit(SHOWN)
                        .toList()
                : own;
    }

    /** The first example of a command below a family, which may be a workload. */
    private static Stream<String> ofFamily(String command) {
        return Stream.concat(beginningWith(command, List.of()).stream(), of(command, "", Phase.words()).stream())
                .limit(1);
    }

    /**
     * Returns the examples of a workload, or of a part of its job: its own, else those of its family, else those of any workload.
     *
     * @param workload for example {@code sql user}
     * @param part     word of the part; empty for the whole job
     * @param parts    words of all parts
     */
    static List<String> of(String workload, String part, List<String> parts) {
        String rest = part.isEmpty() ? "" : " " + part;
        return Stream.of(workload, workload.replaceFirst(" .*", " *"), "*")
                .map(name -> beginningWith(name + rest, part.isEmpty() ? parts : List.of()).stream()
                        .map(line -> workload + line.substring(name.length()))
                        .toList())
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static List<String> beginningWith(String words, List<String> subcommands) {
        return LINES.stream()
                .filter(line -> line.contains("*") == words.contains("*"))
                .filter(line -> line.equals(words) || line.startsWith(words + " "))
                .filter(line ->
                        subcommands.stream().noneMatch(below -> (line + " ").startsWith(words + " " + below + " ")))
                .toList();
    }

    /** Breaks a long line before an option, as a shell takes it. */
    private static String wrapped(String line) {
        int end = line.lastIndexOf(" --", CommandTree.WIDTH - CONTINUED.length());
        return line.length() < CommandTree.WIDTH || end < INDENT.length()
                ? line
                : line.substring(0, end) + CONTINUED + "%n" + wrapped(INDENT + line.substring(end + 1));
    }

    /** Formats examples for help; empty without any. */
    static String text(List<String> examples) {
        return examples.isEmpty()
                ? ""
                : examples.stream()
                        .map(example -> wrapped("  " + CommandTree.JAVA + example))
                        .collect(Collectors.joining("%n", "%nExamples:%n", ""))
                        .replace("%", "%%")
                        .replace("%%n", "%n");
    }
}
