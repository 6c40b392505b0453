package io.dbharness.result;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses conditions, formulas and claims; the callers resolve names. One use, one thread.
 *
 * <pre>
 * condition  = all { "or" all }
 * all        = comparison { "and" comparison }
 * comparison = sum [ ( "<" | "<=" | ">" | ">=" | "==" ) sum | "between" sum "and" sum ]
 * sum        = product { ( "+" | "-" ) product }
 * product    = narrowed { ( "*" | "/" ) narrowed }
 * narrowed   = primary { "[" level { "," level } "]" }
 * primary    = number [ unit ] | name [ "(" [ sum { "," sum } ] ")" ] | "(" sum ")" | "-" primary
 * </pre>
 *
 * {@code p99.9} and {@code p999} are other names of {@code n3}. A name with a hyphen, such as {@code point-select}, is one name; a minus
 * has spaces around it. Braces stand for parentheses.
 */
@Internal
public final class Grammar {

    private static final int MOST_CHARACTERS = 4_000;
    private static final int MOST_OPERATIONS = 500;
    private static final int DEEPEST = 50;
    private static final int QUOTED = 100;

    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:(?<number>\\d+(?:\\.\\d+)?)(?:\\s*(?<unit>ns|us|ms|s|min|%))?(?![\\w.])"
                    + "|(?<name>[A-Za-z][A-Za-z0-9_.]*(?:-[A-Za-z0-9_.]+)*+(?:=[A-Za-z0-9_.-]+)?)"
                    + "|(?<sign><=|>=|==|[-+*/(){}<>\\[\\],])|(?<other>\\S))");
    private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int next;
    private int depth;
    private int operations;

    /** A word of the text and its position. */
    private record Token(String word, boolean isName, Term number, int start, int end) {}

    /** The parsed form of a text. */
    public sealed interface Term {}

    /**
     * A number.
     *
     * @param value as written
     * @param unit  as written; empty without one
     */
    public record Quantity(double value, String unit) implements Term {}

    /** A name alone. */
    public record Name(String name) implements Term {}

    /** A name with arguments in parentheses. */
    public record Call(String name, List<Term> arguments) implements Term {}

    /** A term narrowed to the levels in brackets after it. */
    public record Narrowed(Term term, List<String> levels) implements Term {}

    /** Two terms with one of {@code + - * /} between them. */
    public record Calculation(Term left, char sign, Term right) implements Term {}

    /**
     * Two or three terms that are compared.
     *
     * @param text  as written
     * @param sign  {@code < <= > >= ==} or {@code between}; empty where nothing is compared
     * @param right one term, the two ends of a range, or nothing
     */
    public record Comparison(String text, Term left, String sign, List<Term> right) {

        /** Returns true if a value is on the asserted side of a limit. */
        public static boolean holds(double value, String sign, double limit) {
            return switch (sign) {
                case "<" -> value < limit;
                case "<=" -> value <= limit;
                case ">" -> value > limit;
                case ">=" -> value >= limit;
                default -> value == limit;
            };
        }
    }

    /** The text does not follow the grammar; the message completes a sentence. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Malformed(String message) {
            super(message);
        }

        /** For example {@code 'p99 >' is no formula: it ends too early}. */
        public String about(String text, String expected) {
            return quoted(text) + " is " + expected + ": " + getMessage();
        }
    }

    private Grammar(String text) {
        this.text = text;
        if (text.length() > MOST_CHARACTERS) {
            throw new Malformed("it is longer than " + MOST_CHARACTERS + " characters");
        }
        Matcher matcher = TOKEN.matcher(text.stripTrailing());
        while (matcher.find()) {
            if (matcher.group("other") != null) {
                throw new Malformed("'" + matcher.group("other") + "' means nothing there");
            }
            String digits = matcher.group("number");
            String unit = matcher.group("unit");
            Term number =
                    new Quantity(digits == null ? Double.NaN : Double.parseDouble(digits), unit == null ? "" : unit);
            String word = matcher.group().strip().replace('{', '(').replace('}', ')');
            int start = matcher.end() - matcher.group().strip().length();
            tokens.add(new Token(word, matcher.group("name") != null, number, start, matcher.end()));
        }
    }

    /**
     * Reads a formula.
     *
     * @throws Malformed if it is none
     */
    public static Term formula(String text) {
        Grammar grammar = new Grammar(text);
        Term formula = grammar.sum();
        grammar.requireEnd();
        return formula;
    }

    /**
     * Reads comparisons: of the lists one must hold, of each list all.
     *
     * @throws Malformed if they are none
     */
    public static List<List<Comparison>> condition(String text) {
        Grammar grammar = new Grammar(text);
        List<List<Comparison>> alternatives = new ArrayList<>();
        do {
            List<Comparison> all = new ArrayList<>();
            do {
                all.add(grammar.comparison());
            } while (grammar.taken("and"));
            alternatives.add(all);
        } while (grammar.taken("or"));
        grammar.requireEnd();
        return alternatives;
    }

    /** A text in a message, cut off where it is long. */
    public static String quoted(String text) {
        String one = text.strip();
        return "'" + (one.length() > QUOTED ? one.substring(0, QUOTED) + "..." : one) + "'";
    }

    private void requireEnd() {
        if (next < tokens.size()) {
            throw unexpected(tokens.get(next).word());
        }
    }

    private static Malformed unexpected(String word) {
        return new Malformed("'" + word + "' is not expected there");
    }

    private Comparison comparison() {
        int first = next;
        Term left = sum();
        String sign = "";
        List<Term> right = new ArrayList<>();
        if (taken("between")) {
            sign = "between";
            right.add(sum());
            require("and");
            right.add(sum());
        } else if (at(COMPARISONS)) {
            sign = take().word();
            right.add(sum());
        }
        String own =
                text.substring(tokens.get(first).start(), tokens.get(next - 1).end());
        return new Comparison(own, left, sign, right);
    }

    private Term sum() {
        nest();
        Term left = product();
        while (at(Set.of("+", "-"))) {
            left = new Calculation(left, operation(), product());
        }
        depth--;
        return left;
    }

    private Term product() {
        Term left = narrowed();
        while (at(Set.of("*", "/"))) {
            left = new Calculation(left, operation(), narrowed());
        }
        return left;
    }

    private char operation() {
        if (++operations > MOST_OPERATIONS) {
            throw new Malformed("it has more than " + MOST_OPERATIONS + " operations");
        }
        return take().word().charAt(0);
    }

    private void nest() {
        if (++depth > DEEPEST) {
            throw new Malformed("it is nested too deeply");
        }
    }

    private Term narrowed() {
        Term term = primary();
        while (taken("[")) {
            List<String> levels = new ArrayList<>();
            do {
                levels.add(take().word());
            } while (taken(","));
            require("]");
            term = new Narrowed(term, levels);
        }
        return term;
    }

    private Term primary() {
        Token token = take();
        if (token.isName()) {
            String name = Quantiles.canonical(token.word());
            return taken("(") ? new Call(name, arguments()) : new Name(name);
        }
        if (Character.isDigit(token.word().charAt(0))) {
            return token.number();
        }
        switch (token.word()) {
            case "(" -> {
                Term inner = sum();
                require(")");
                return inner;
            }
            case "-" -> {
                nest();
                Term negative = new Calculation(new Quantity(0, ""), '-', primary());
                depth--;
                return negative;
            }
            default -> throw unexpected(token.word());
        }
    }

    private List<Term> arguments() {
        List<Term> arguments = new ArrayList<>();
        while (!taken(")")) {
            arguments.add(sum());
            if (!taken(",") && !at(Set.of(")"))) {
                throw new Malformed("a ')' is missing");
            }
        }
        return arguments;
    }

    private boolean at(Set<String> words) {
        return next < tokens.size() && words.contains(tokens.get(next).word());
    }

    private boolean taken(String word) {
        boolean there = at(Set.of(word));
        next += there ? 1 : 0;
        return there;
    }

    private void require(String word) {
        if (!taken(word)) {
            throw new Malformed("'" + word + "' is missing");
        }
    }

    private Token take() {
        if (next == tokens.size()) {
            throw new Malformed("it ends too early");
        }
        return tokens.get(next++);
    }
}
