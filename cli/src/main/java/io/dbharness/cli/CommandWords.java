package io.dbharness.cli;

import io.dbharness.model.Problems;
import io.dbharness.spec.Options;
import io.dbharness.spec.Options.Given;
import io.dbharness.spec.Suggestion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What was typed after a command's name, taken apart. */
final class CommandWords {

    private static final String DASHES = "--";

    private CommandWords() {}

    /** Takes {@code name=value} for {@code --name=value}, as cassandra-stress and fio write it, unless it is the value of an option or a free word. */
    static void addDashes(Stack<String> words, CommandSpec command) {
        if (command.positionalParameters().stream()
                .anyMatch(word -> word.arity().isVariable())) {
            return;
        }
        boolean isValue = false;
        for (int i = words.size() - 1; i >= 0; i--) {
            String word = words.get(i);
            OptionSpec named = command.optionsMap().get(DASHES + word.replaceFirst("=.*", ""));
            if (!isValue && word.indexOf('=') > 0 && named != null && !named.isMultiValue() && takesValue(named)) {
                words.set(i, DASHES + word);
            }
            isValue = takesValue(command.optionsMap().get(word));
        }
    }

    private static boolean takesValue(@Nullable OptionSpec option) {
        return option != null && option.arity().max() > 0;
    }

    /** The options of a workload, which {@link io.dbharness.spec.SpecReader} understands. */
    static Options options(ParseResult command) {
        Map<String, Given> given = new HashMap<>();
        for (OptionSpec option : command.matchedOptions()) {
            String name = option.longestName();
            List<String> texts = option.isMultiValue()
                    ? command.matchedOptionValue(name, List.of())
                    : List.of(String.valueOf(command.matchedOptionValue(name, (Object) "")));
            given.put(name.substring(DASHES.length()), Given.of(name.substring(DASHES.length()), texts, ""));
        }
        return new Options(given);
    }

    /** Notes what does not fit the command's own options: unknown ones, missing values, repetitions, stray words. */
    static void note(ParseResult command, Problems problems) {
        for (Exception error : command.errors()) {
            if (error instanceof UnmatchedArgumentException unmatched) {
                unmatched(command, unmatched.getUnmatched(), problems);
            } else {
                problems.add(String.valueOf(error.getMessage()));
            }
        }
        Set<OptionSpec> once = new HashSet<>();
        command.matchedOptions().stream()
                .filter(option -> !option.isMultiValue() && !once.add(option))
                .forEach(option -> problems.add(option.longestName() + " is given more than once"));
    }

    private static void unmatched(ParseResult command, List<String> words, Problems problems) {
        boolean afterUnknownOption = false;
        for (String word : words) {
            if (word.startsWith("-")) {
                String name = word.split("=", 2)[0];
                problems.add("unknown option '" + name + "'"
                        + Suggestion.clause(
                                name, command.commandSpec().optionsMap().keySet()));
                afterUnknownOption = !word.contains("=");
            } else {
                // The first word after an unknown option is most likely its value.
                problems.require(afterUnknownOption, "unexpected argument '" + word + "'");
                afterUnknownOption = false;
            }
        }
    }
}
