package io.dbharness.cli;

import io.dbharness.cli.option.Typed;
import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What was typed after a command's name, taken apart. */
final class CommandWords {

    private static final String DASHES = "--";

    private CommandWords() {}

    /** Notes what does not fit the command's own options: unknown ones, missing values, repetitions, stray words. */
    static Typed of(ParseResult command, Problems problems) {
        Map<String, String> values = new HashMap<>();
        Set<String> repeated = new TreeSet<>();
        for (Exception error : command.errors()) {
            if (error instanceof UnmatchedArgumentException unmatched) {
                List<String> words = new ArrayList<>(unmatched.getUnmatched());
                words.removeIf(word -> withoutDashes(command, word, values, repeated));
                unmatched(command, words, problems);
            } else {
                problems.add(String.valueOf(error.getMessage()));
            }
        }
        Map<String, List<String>> lists = new HashMap<>();
        Set<String> flags = new HashSet<>();
        for (OptionSpec option : command.matchedOptions()) {
            String name = option.longestName().substring(DASHES.length());
            boolean isFlag = option.arity().max() == 0;
            if (option.isMultiValue()) {
                lists.put(name, command.matchedOptionValue(option.longestName(), List.of()));
                continue;
            }
            boolean first = isFlag ? flags.add(name) : values.put(name, String.valueOf(text(command, option))) == null;
            if (!first) {
                repeated.add(name);
            }
        }
        repeated.forEach(name -> problems.add("--" + name + " is given more than once"));
        return new Typed(values, lists, flags);
    }

    private static Object text(ParseResult command, OptionSpec option) {
        return command.matchedOptionValue(option.longestName(), "");
    }

    /** Takes {@code name=value} for an option's value, as cassandra-stress and fio write it. False for any other word. */
    private static boolean withoutDashes(
            ParseResult command, String word, Map<String, String> values, Set<String> repeated) {
        int equals = word.indexOf('=');
        String name = equals < 1 ? "" : word.substring(0, equals);
        OptionSpec option = command.commandSpec().optionsMap().get(DASHES + name);
        if (option == null || option.isMultiValue() || option.arity().max() == 0) {
            return false;
        }
        if (values.put(name, word.substring(equals + 1)) != null) {
            repeated.add(name);
        }
        return true;
    }

    private static void unmatched(ParseResult command, List<String> words, Problems problems) {
        List<String> known = new ArrayList<>(command.commandSpec().optionsMap().keySet());
        boolean afterUnknownOption = false;
        for (String word : words) {
            if (word.startsWith("-")) {
                String name = word.split("=", 2)[0];
                problems.add("unknown option '" + name + "'" + Suggestion.clause(name, known));
                afterUnknownOption = !word.contains("=");
            } else {
                // The first word after an unknown option is most likely its value.
                problems.require(afterUnknownOption, "unexpected argument '" + word + "'");
                afterUnknownOption = false;
            }
        }
    }
}
