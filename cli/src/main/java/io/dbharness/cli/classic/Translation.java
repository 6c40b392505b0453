package io.dbharness.cli.classic;

import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A classic command line in this program's words.
 *
 * @param words     of ours, as a shell would hand them over; passwords are references to variables
 * @param remarks   about words that have no counterpart and others worth knowing, one line each
 * @param passwords from the line
 */
public record Translation(List<String> words, List<String> remarks, List<Password> passwords) {

    private static final Set<String> REPEATED = Set.of("--sweep", "--fail-if", "--guard", "--fault", "--server-limit");

    public Translation {
        words = List.copyOf(words);
        remarks = List.copyOf(remarks);
        passwords = List.copyOf(passwords);
    }

    /**
     * A password from the line; never printed.
     *
     * @param variable the translation refers to
     * @param text     itself
     */
    public record Password(String variable, String text) {

        @Override
        public String toString() {
            return variable + "=***";
        }
    }

    /**
     * Translates the words after {@code cassandra-stress}.
     *
     * @param problems takes everything whose loss would change what is measured; the translation means nothing then
     */
    public static Translation of(List<String> typed, Problems problems) {
        ClassicLine line = new ClassicLine(typed, problems);
        TranslationBuilder draft = new TranslationBuilder(line, problems);
        String command = new StressTranslator(draft).read();
        line.left()
                .forEach(word -> draft.refuse(
                        word,
                        word.group().isEmpty()
                                ? "no word of '" + line.command() + "' that is known here"
                                : "no word of " + word.group() + " that is known here"));
        return merged(List.of(command.split(" ", -1)), draft.options(), line.own(), draft.remarks(), draft.passwords());
    }

    /**
     * Joins a translated command and options of ours that were typed behind the line, which take precedence.
     *
     * @param command words of ours
     * @param options names without dashes to values; an empty value is none
     * @param own     as typed
     */
    static Translation merged(
            List<String> command,
            Map<String, String> options,
            List<String> own,
            List<String> remarks,
            List<Password> passwords) {
        List<String> words = new ArrayList<>(command);
        Set<String> typed = own.stream()
                .map(word -> word.replaceFirst("=.*", ""))
                .filter(word -> !REPEATED.contains(word))
                .collect(Collectors.toSet());
        for (Map.Entry<String, String> option : options.entrySet()) {
            String name = "--" + option.getKey();
            if (!typed.contains(name)) {
                words.add(name);
                if (!option.getValue().isEmpty()) {
                    words.add(option.getValue());
                }
            }
        }
        words.addAll(own);
        return new Translation(words, remarks, passwords);
    }

    /** One line to paste into a shell, behind the program's name. */
    public String line() {
        return words.stream().map(Translation::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:,=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
