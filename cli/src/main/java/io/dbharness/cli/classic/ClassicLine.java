package io.dbharness.cli.classic;

import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A classic command line taken apart. Words are taken out as they are understood; what is left in the end is unknown. One thread. */
final class ClassicLine {

    private final String command;
    private final List<ClassicWord> left = new ArrayList<>();
    private final List<String> groups = new ArrayList<>();
    private final List<String> own = new ArrayList<>();

    /** @param typed words after {@code cassandra-stress}; those from the first with two dashes on are options of this program */
    ClassicLine(List<String> typed, Problems problems) {
        int end = 0;
        while (end < typed.size() && !typed.get(end).startsWith("--")) {
            end++;
        }
        own.addAll(typed.subList(end, typed.size()));
        List<String> words = words(typed.subList(0, end));
        command = words.isEmpty() ? "" : words.get(0).toLowerCase(Locale.ROOT).replace("-", "_");
        String group = "";
        for (String word : words.subList(Math.min(1, words.size()), words.size())) {
            if (word.matches("-[A-Za-z][A-Za-z-]*")) {
                group = word.toLowerCase(Locale.ROOT);
                problems.require(!groups.contains(group), group + " is given twice; put all its words behind one");
                groups.add(group);
                continue;
            }
            ClassicWord one = ClassicWord.of(group, word);
            if (left.stream()
                    .anyMatch(other ->
                            other.group().equals(one.group()) && other.name().equals(one.name()))) {
                problems.add("'" + one + "': given twice");
            } else {
                left.add(one);
            }
        }
        if (own.stream().anyMatch(ClassicLine::isClassic)) {
            problems.add("'"
                    + own.stream().filter(ClassicLine::isClassic).findFirst().orElse("") + "' stands behind "
                    + own.get(0) + "; options with two dashes come last");
        }
    }

    private static boolean isClassic(String word) {
        return word.matches(
                "-(pop|insert|col|rate|mode|errors|sample|schema|node|log|transport|port|sendto|graph|tokenrange|reporting|jmx|credentials-file)");
    }

    /**
     * Joins all arguments with blanks and splits them again, as cassandra-stress does: blanks beside brackets, commas and equals signs
     * are removed, all others separate words, quoted or not. Backslashes before brackets are removed first.
     */
    private static List<String> words(List<String> typed) {
        String text = String.join(" ", typed)
                .replaceAll("\\\\([()<>~])", "$1")
                .replaceAll("\\s+([,=()])", "$1")
                .replaceAll("([,=(])\\s+", "$1");
        return Stream.of(text.split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
    }

    /** In lower case; empty when there is none. */
    String command() {
        return command;
    }

    /** Options of ours, behind the classic ones. */
    List<String> own() {
        return own;
    }

    boolean has(String group) {
        return groups.contains(group);
    }

    /** The word, which is then understood. */
    Optional<ClassicWord> take(String group, String name) {
        Optional<ClassicWord> word = left.stream()
                .filter(one -> one.group().equals(group) && one.name().equals(name))
                .findFirst();
        word.ifPresent(left::remove);
        return word;
    }

    /** All words of a group that are left. */
    List<ClassicWord> takeAll(String group) {
        List<ClassicWord> words =
                left.stream().filter(one -> one.group().equals(group)).toList();
        left.removeAll(words);
        return words;
    }

    /** Returns the words that were not taken. */
    List<ClassicWord> left() {
        return left;
    }
}
