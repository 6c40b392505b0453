package io.dbharness.cli.testkit;

import io.dbharness.cli.classic.DiskspdTranslator;
import io.dbharness.cli.classic.Translation;
import io.dbharness.model.Problems;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    public record Made(Translation translation, List<String> problems) {}

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
