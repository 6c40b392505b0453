package io.dbharness.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A grammar that generates texts. Each line is a rule, {@code name = alternative | alternative}; a line that begins with a space continues
 * the one before, and {@code #} begins a comment line. In an alternative, {@code <name>} is replaced by a text of that rule,
 * {@code <name*>} by none to four of them and {@code <name+>} by one to four, separated by commas; {@code <name*;>} and the like have
 * another separator. {@code \n} is a line break, {@code \e} nothing. Everything else stays. Deep texts take the first alternative of each
 * rule, which must not refer to itself. Immutable.
 */
public final class TextGrammar {

    private static final int DEEPEST = 14;
    private static final int MOST = 4;
    private static final int LONGEST = 20_000;
    private static final Pattern REFERENCE = Pattern.compile("<([a-z][a-zA-Z0-9-]*)(?:([*+])([^>]?))?>");

    private final Map<String, List<String>> rules;

    private TextGrammar(Map<String, List<String>> rules) {
        this.rules = Map.copyOf(rules);
    }

    /** Parses a grammar; throws if a rule is missing. */
    public static TextGrammar parse(String text) {
        Map<String, List<String>> rules = new HashMap<>();
        String whole = text.replaceAll("(?m)^#.*\\R?", "").replaceAll("\\R[ \\t]+", " ");
        for (String line : whole.lines().filter(line -> !line.isBlank()).toList()) {
            int equals = line.indexOf(" = ");
            List<String> alternatives = new ArrayList<>();
            for (String alternative : line.substring(equals + 3).split(" \\| ", -1)) {
                alternatives.add(alternative.replace("\\n", "\n").replace("\\e", ""));
            }
            rules.put(line.substring(0, equals), alternatives);
        }
        rules.values()
                .forEach(all -> all.forEach(alternative -> REFERENCE
                        .matcher(alternative)
                        .results()
                        .filter(reference -> !rules.containsKey(reference.group(1)))
                        .forEach(reference -> {
                            throw new IllegalArgumentException("no rule " + reference.group(1));
                        })));
        return new TextGrammar(rules);
    }

    /** Generates a text of a rule. */
    public String text(String rule, RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        append(rule, random, 0, text);
        return text.toString();
    }

    private void append(String rule, RandomGenerator random, int depth, StringBuilder text) {
        List<String> alternatives = rules.getOrDefault(rule, List.of(""));
        boolean deep = depth > DEEPEST || text.length() > LONGEST;
        String chosen = alternatives.get(deep ? 0 : random.nextInt(alternatives.size()));
        Matcher reference = REFERENCE.matcher(chosen);
        int copied = 0;
        while (reference.find()) {
            text.append(chosen, copied, reference.start());
            copied = reference.end();
            String times = reference.group(2);
            String separator = reference.group(3) == null || reference.group(3).isEmpty() ? ", " : reference.group(3);
            int first = "*".equals(times) ? 0 : 1;
            int count = times == null ? 1 : deep ? first : random.nextInt(first, MOST + 1);
            for (int i = 0; i < count; i++) {
                text.append(i == 0 ? "" : separator);
                append(reference.group(1), random, depth + 1, text);
            }
        }
        text.append(chosen, copied, chosen.length());
    }
}
