package io.dbharness.cli.testkit;

import io.dbharness.cli.classic.DiskspdTranslator;
import io.dbharness.cli.classic.Translation;
import io.dbharness.model.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Command lines of cassandra-stress and DiskSpd, and what the translator makes of them. */
public final class ClassicLines {

    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"\\\\])+");
    private static final Pattern PART = Pattern.compile("'([^']*)'|\"([^\"]*)\"|\\\\(.)");

    private ClassicLines() {}

    /**
     * The outcome of a line.
     *
     * @param translation means nothing if there are problems
     * @param problems    reasons for a refusal
     */
    public record Made(Translation translation, List<String> problems) {

        /** Returns what the golden files have beneath the line: the translation with its notes, or the reasons for its refusal. */
        public String outcome() {
            return problems.isEmpty()
                    ? "  " + translation.line() + "\n" + indented("note", translation.remarks())
                    : indented("refused", problems);
        }

        private static String indented(String head, List<String> sentences) {
            return sentences.stream()
                    .map(sentence -> "  " + head + ": " + sentence + "\n")
                    .collect(Collectors.joining());
        }

        /** Returns the command and the options of the translation, name to value. */
        public Map<String, String> options() {
            Map<String, String> options = new LinkedHashMap<>();
            String name = "";
            for (String word : translation.words()) {
                name = word.startsWith("--") ? word : name;
                options.merge(name, word.startsWith("--") ? "" : word, (one, other) -> (one + " " + other).strip());
            }
            return options;
        }
    }

    /** Returns the lines of a golden file; their outcomes are left out. */
    public static List<String> typed(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2))
                .toList();
    }

    /** Takes a line apart as a shell does: quotes and backslashes are removed. */
    public static List<String> words(String line) {
        return WORD.matcher(line)
                .results()
                .map(word -> PART.matcher(word.group())
                        .replaceAll(part -> Matcher.quoteReplacement(
                                part.group(1) != null
                                        ? part.group(1)
                                        : part.group(2) != null ? part.group(2) : part.group(3))))
                .toList();
    }

    /** Translates a line of DiskSpd. */
    public static Made diskspd(String line) {
        Problems problems = new Problems();
        return new Made(DiskspdTranslator.translate(List.of("disk"), line, List.of(), problems), problems.lines());
    }

    public static Made translate(List<String> words) {
        Problems problems = new Problems();
        return new Made(Translation.of(words, problems), problems.lines());
    }
}
