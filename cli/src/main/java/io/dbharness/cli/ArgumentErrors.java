package io.dbharness.cli;

import io.dbharness.model.Problems;
import io.dbharness.request.ForeignOptionHints;
import io.dbharness.request.Options;
import io.dbharness.request.Options.Given;
import io.dbharness.request.Phase;
import io.dbharness.yaml.Suggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Parses the words after a command's name. */
final class ArgumentErrors {

    private static final String DASHES = "--";

    private static final String HELP = "help";

    private static final int MOST_NAMED = 3;

    /** How picocli says it, where the value is the name of a command too. */
    private static final Pattern A_COMMAND_AS_VALUE =
            Pattern.compile("Expected parameter for option '(\\S+)' but found '(.*)'");

    /** Options of every command, allowed anywhere in the line. */
    private static final Set<String> ANYWHERE = Set.of("--debug", "--json", "--quiet", "--verbose");

    private ArgumentErrors() {}

    /**
     * The words with {@code --debug} and the like behind the command that they were put in front of; {@code help X} and {@code X help} are
     * {@code X --help}; {@code try X} is {@code X try}.
     */
    static String[] inOrder(String... words) {
        List<String> names = new ArrayList<>();
        List<String> flags = new ArrayList<>();
        int next = 0;
        for (; next < words.length && (ANYWHERE.contains(words[next]) || !words[next].startsWith("-")); next++) {
            (ANYWHERE.contains(words[next]) ? flags : names).add(words[next]);
        }
        if (names.size() > 1 && names.get(0).equals(Phase.TRY.word())) {
            names.add(names.remove(0));
        }
        int last = names.size() - 1;
        boolean atTheEnd = next == words.length && last >= 0 && names.get(last).equals(HELP);
        if (atTheEnd || (last >= 0 && names.get(0).equals(HELP))) {
            names.remove(atTheEnd ? last : 0);
            flags.add(DASHES + HELP);
        }
        names.addAll(flags);
        names.addAll(Arrays.asList(words).subList(next, words.length));
        return names.toArray(String[]::new);
    }

    /**
     * Takes {@code name=value} for {@code --name=value}, as cassandra-stress and fio write it, unless it is the value of an option or a
     * free word.
     */
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
            OptionSpec option = command.optionsMap().get(word);
            // An option of a command below this one has a value, too.
            isValue = option == null ? word.startsWith(DASHES) && word.indexOf('=') < 0 : takesValue(option);
        }
    }

    private static boolean takesValue(@Nullable OptionSpec option) {
        return option != null && option.arity().max() > 0;
    }

    /** The options of a workload, which {@link io.dbharness.request.SpecReader} understands. */
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
                problems.add(message(error, command.commandSpec()));
            }
        }
        Set<OptionSpec> once = new HashSet<>();
        command.matchedOptions().stream()
                .filter(option -> !option.isMultiValue() && !once.add(option))
                .forEach(option -> problems.add(option.longestName() + " is given more than once"));
    }

    private static String message(Exception error, CommandSpec command) {
        String message = String.valueOf(error.getMessage());
        Matcher matcher = A_COMMAND_AS_VALUE.matcher(message);
        OptionSpec option = matcher.matches() ? command.optionsMap().get(matcher.group(1)) : null;
        return option == null
                ? message
                : option.longestName() + " must be " + option.paramLabel() + ", not '" + matcher.group(2) + "'";
    }

    /** Suggests a replacement of an unknown option: our word for another tool's, the command that has it, or the nearest one. */
    private static String instead(String name, CommandSpec command) {
        Set<String> own = command.optionsMap().keySet();
        Optional<String> habit = ForeignOptionHints.known().option(name, own);
        if (habit.isPresent()) {
            return "; here it is " + habit.get();
        }
        List<String> others = command.userObject() instanceof WorkloadCommand workload
                ? workload.commandsWith(name.replaceFirst("^--", ""))
                : List.of();
        if (!others.isEmpty()) {
            int more = others.size() - MOST_NAMED;
            return "; it is an option of "
                    + others.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more" : "");
        }
        CommandSpec root = command.root();
        if (command != root && root.optionsMap().containsKey(name)) {
            return "; it stands alone: " + CommandTree.JAVA + name;
        }
        if (!(command.userObject() instanceof WorkloadCommand)
                && !command.subcommands().isEmpty()) {
            String first = command.subcommands().keySet().iterator().next();
            String words = command.qualifiedName(" ").substring(CommandTree.NAME.length()) + " " + first;
            return "; options come after a command, such as '" + words.strip() + " --help'";
        }
        // Every letter is near every other.
        boolean letter = name.length() <= DASHES.length();
        return letter ? "" : Suggestion.clause(name, own);
    }

    /** Completes a message about a part of a job that is typed alone or first. */
    static String behindAWorkload(Phase part) {
        return "; it comes after the workload, such as 'tpcc " + part.word() + "'"
                + (part == Phase.RUN ? ", or for a study 'experiment run FILE'" : "");
    }

    /** Suggests a replacement of a word that is no option: a command below this one, or this command before it. */
    private static String part(String word, CommandSpec command) {
        Set<String> parts = command.subcommands().keySet();
        return ForeignOptionHints.known()
                .command(word, parts)
                .map(ours -> "; here it is '" + command.name() + " " + ours + "'")
                .or(() -> Phase.of(word).map(ArgumentErrors::behindAWorkload))
                .or(() -> Optional.of(Suggestion.clause(word, parts)).filter(Predicate.not(String::isEmpty)))
                .orElseGet(() -> asOption(word, command));
    }

    /** A value without its option, or with an option's name that has no dashes: {@code 10}, {@code cl=QUORUM}. */
    private static String asOption(String word, CommandSpec command) {
        int equals = word.indexOf('=');
        if (equals > 0) {
            return instead(DASHES + word.substring(0, equals), command);
        }
        return command.userObject() instanceof WorkloadCommand workload
                ? workload.workload().descriptor().parameters().stream()
                        .findFirst()
                        .map(option -> "; values come after options, such as " + DASHES + option.name() + " "
                                + option.domain().label())
                        .orElse("")
                : "";
    }

    private static void unmatched(ParseResult command, List<String> words, Problems problems) {
        boolean afterUnknownOption = false;
        for (String word : words) {
            if (word.startsWith("-")) {
                String name = word.split("=", 2)[0];
                problems.add("unknown option '" + name + "'" + instead(name, command.commandSpec()));
                afterUnknownOption = !word.contains("=");
            } else {
                // The first word after an unknown option is most likely its value.
                problems.require(
                        afterUnknownOption, "unexpected argument '" + word + "'" + part(word, command.commandSpec()));
                afterUnknownOption = false;
            }
        }
    }
}
