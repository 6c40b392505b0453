package io.dbharness.cli.classic;

import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A classic command line taken apart. Words are taken out as they are understood; what is left in the end is unknown. One thread. */
final class ClassicLine {

    private final String command;
    private final List<ClassicWord> left = new ArrayList<>();
    private final List<String> groups = new ArrayList<>();
    private final List<String> own = new ArrayList<>();

    /** @param typed what stands behind {@code cassandra-stress}; from the first word with two dashes on it is ours */
    ClassicLine(List<String> typed, Problems problems) {
        int end = 0;
        while (end < typed.size() && !typed.get(end).startsWith("--")) {
            end++;
        }
        own.addAll(typed.subList(end, typed.size()));
        List<String> words = joined(typed.subList(0, end));
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
            problems.require(
                    left.stream()
                            .noneMatch(other -> other.group().equals(one.group())
                                    && other.name().equals(one.name())),
                    "'" + one + "': given twice");
            left.add(one);
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

    /** Backslashes before brackets go; what a shell took apart within brackets comes together again, without blanks. */
    private static List<String> joined(List<String> typed) {
        List<String> words = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        int depth = 0;
        for (String raw : typed) {
            String word = raw.replaceAll("\\\\([()<>~])", "$1");
            boolean list = word.startsWith("(") && depth == 0 && !words.isEmpty();
            if (list) {
                open.append(words.remove(words.size() - 1));
            }
            open.append(word);
            depth += count(word, '(') - count(word, ')');
            if (depth <= 0) {
                words.add(
                        open.indexOf("(") < 0
                                ? open.toString()
                                : open.toString().replace(" ", ""));
                open.setLength(0);
                depth = 0;
            }
        }
        if (open.length() > 0) {
            words.add(open.toString());
        }
        return words;
    }

    private static int count(String text, char letter) {
        return (int) text.chars().filter(c -> c == letter).count();
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

    /** What nothing has understood. */
    List<ClassicWord> left() {
        return left;
    }
}
