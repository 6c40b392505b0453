package io.dbharness.result.study;

import io.dbharness.model.Problems;
import io.dbharness.result.study.Expression.Calculation;
import io.dbharness.result.study.Expression.Call;
import io.dbharness.result.study.Expression.Literal;
import io.dbharness.result.study.Expression.Narrowed;
import io.dbharness.result.study.Expression.Reference;
import io.dbharness.result.study.Expression.Sign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads formulas and claims. One use, one thread.
 *
 * <pre>
 * claim    = part { "and" part }
 * part     = sum ( "<" | "<=" | ">" | ">=" | "==" ) sum | sum "between" sum "and" sum
 * sum      = product { ( "+" | "-" ) product }
 * product  = narrowed { ( "*" | "/" ) narrowed }
 * narrowed = primary { "[" level { "," level } "]" }
 * primary  = number [ unit ] | name [ "(" sum { "," sum } ")" ] | "(" sum ")" | "-" primary
 * </pre>
 *
 * A name with a hyphen, such as {@code point-select}, is one name; a minus has spaces around it.
 */
final class ExpressionText {

    private static final Pattern TOKEN = Pattern.compile("\\s*(?:(\\d+(?:\\.\\d+)?(?:ns|us|ms|s|%|(?![\\w.])))"
            + "|([A-Za-z][A-Za-z0-9_.]*(?:-[A-Za-z0-9_.]+)*(?:=[A-Za-z0-9_.-]+)?)"
            + "|(<=|>=|==|[-+*/()<>\\[\\],])|(\\S))");
    private static final Pattern NUMBER = Pattern.compile("([0-9.]+)(\\D*)");
    private static final Map<String, Sign> SUMS = Map.of("+", Sign.PLUS, "-", Sign.MINUS);
    private static final Map<String, Sign> PRODUCTS = Map.of("*", Sign.TIMES, "/", Sign.OVER);
    private static final int DEEPEST = 50;

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int next;
    private int depth;

    /** What does not follow the grammar; turned into a problem at once. */
    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    private ExpressionText(String text) {
        this.text = text;
    }

    /** Reads a formula; notes what is wrong with it and returns nothing then. */
    static Optional<Expression> formula(String text, Problems problems) {
        return new ExpressionText(text).read(problems, ExpressionText::sum);
    }

    /** Reads a claim; notes what is wrong with it and returns nothing then. */
    static Optional<Claim> claim(String text, Problems problems) {
        return new ExpressionText(text).read(problems, reader -> new Claim(text, reader.parts()));
    }

    /** Reads a part of the text. */
    @FunctionalInterface
    private interface Rule<T> {
        T read(ExpressionText reader) throws Malformed;
    }

    private <T> Optional<T> read(Problems into, Rule<T> rule) {
        try {
            split();
            T read = rule.read(this);
            if (next < tokens.size()) {
                throw new Malformed("'" + tokens.get(next) + "' is not expected there");
            }
            return Optional.of(read);
        } catch (Malformed e) {
            into.add("'" + text + "' is no formula: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void split() throws Malformed {
        Matcher matcher = TOKEN.matcher(text.stripTrailing());
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            end = matcher.end();
            if (matcher.group(4) != null) {
                throw new Malformed("'" + matcher.group(4) + "' means nothing there");
            }
            tokens.add(matcher.group().strip());
        }
    }

    private List<Claim.Part> parts() throws Malformed {
        List<Claim.Part> parts = new ArrayList<>();
        do {
            parts.add(part());
        } while (taken("and"));
        return parts;
    }

    private Claim.Part part() throws Malformed {
        Expression left = sum();
        if (taken("between")) {
            Expression low = sum();
            require("and");
            return new Claim.Part(left, "between", List.of(low, sum()));
        }
        for (String sign : List.of("<=", ">=", "==", "<", ">")) {
            if (taken(sign)) {
                return new Claim.Part(left, sign, List.of(sum()));
            }
        }
        throw new Malformed("it compares nothing; say for example 'p99 <= 20ms'");
    }

    private Expression sum() throws Malformed {
        if (++depth > DEEPEST) {
            throw new Malformed("it is nested too deeply");
        }
        Expression left = product();
        while (next < tokens.size() && SUMS.containsKey(tokens.get(next))) {
            Sign sign = sign(SUMS);
            left = new Calculation(left, product(), sign);
        }
        depth--;
        return left;
    }

    private Expression product() throws Malformed {
        Expression left = narrowed();
        while (next < tokens.size() && PRODUCTS.containsKey(tokens.get(next))) {
            Sign sign = sign(PRODUCTS);
            left = new Calculation(left, narrowed(), sign);
        }
        return left;
    }

    private Sign sign(Map<String, Sign> signs) {
        Sign sign = signs.get(tokens.get(next++));
        return sign == null ? Sign.PLUS : sign;
    }

    private Expression narrowed() throws Malformed {
        Expression formula = primary();
        while (taken("[")) {
            List<String> levels = new ArrayList<>();
            do {
                levels.add(take());
            } while (taken(","));
            require("]");
            formula = new Narrowed(formula, levels);
        }
        return formula;
    }

    private Expression primary() throws Malformed {
        String token = take();
        if (token.equals("(")) {
            Expression inner = sum();
            require(")");
            return inner;
        }
        if (token.equals("-")) {
            if (++depth > DEEPEST) {
                throw new Malformed("it is nested too deeply");
            }
            return new Calculation(new Literal(0, Unit.NONE), primary(), Sign.MINUS);
        }
        Matcher number = NUMBER.matcher(token);
        if (number.matches()) {
            Unit unit = new Unit(number.group(2));
            return new Literal(Double.parseDouble(number.group(1)) * unit.factor(), unit);
        }
        if (!Character.isLetter(token.charAt(0))) {
            throw new Malformed("'" + token + "' is not expected there");
        }
        return taken("(") ? call(token) : new Reference(token);
    }

    private Expression call(String name) throws Malformed {
        List<Expression> arguments = new ArrayList<>();
        while (!taken(")")) {
            arguments.add(sum());
            if (!taken(",") && (next >= tokens.size() || !tokens.get(next).equals(")"))) {
                throw new Malformed("a ')' is missing");
            }
        }
        Optional<Function> function = Function.named(name);
        if (function.isPresent()) {
            if (!function.get().accepts(arguments)) {
                throw new Malformed(function.get().usage());
            }
            return new Call(function.get(), arguments);
        }
        if (arguments.size() == 1 && arguments.get(0) instanceof Reference operation) {
            return new Reference(name + "(" + operation.name() + ")");
        }
        throw new Malformed("'" + name + "' is no function, and a metric takes the name of one operation");
    }

    private boolean taken(String token) {
        boolean there = next < tokens.size() && tokens.get(next).equals(token);
        if (there) {
            next++;
        }
        return there;
    }

    private void require(String token) throws Malformed {
        if (!taken(token)) {
            throw new Malformed("'" + token + "' is missing");
        }
    }

    private String take() throws Malformed {
        if (next == tokens.size()) {
            throw new Malformed("it ends too early");
        }
        return tokens.get(next++);
    }
}
