package io.dbharness.cli.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Changes texts as accidents and malice do.
 *
 * @param random draws what and where
 */
public record Mutation(RandomGenerator random) {

    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");

    /** What readers of numbers, paths and names trip over. */
    private static final List<String> NASTY = List.of(
            "",
            "0",
            "-1",
            "NaN",
            "Infinity",
            "1e999",
            "1e-999",
            "99999999999999999999",
            "-9223372036854775808",
            "0.0000000000000000000000001",
            "null",
            "~",
            "true",
            "[]",
            "{}",
            "\"",
            "'",
            "../../..",
            "\u001b[31m",
            "\u009b2J",
            "\u202e",
            "\r",
            "\\0",
            "\"\\0\"",
            "%s%n",
            "${jndi:x}",
            "*a",
            "&a",
            "!!java.net.URL x",
            "http://user:hunter2@127.0.0.1",
            "token=hunter2");

    private static final List<String> LONG =
            List.of("[", "(", "{a: ", "-", "9", "a", "+1", ",1", "- - ", "\n  ", "&a [*a,", " or 1 < 2");

    /** Some bytes of a file changed. */
    public byte[] of(byte[] content) {
        if (random.nextInt(3) > 0) {
            String text = text(new String(content, StandardCharsets.UTF_8));
            return text.getBytes(StandardCharsets.UTF_8);
        }
        byte[] changed = content.clone();
        int at = random.nextInt(Math.max(1, changed.length));
        if (changed.length == 0 || random.nextInt(4) == 0) {
            return Arrays.copyOf(changed, at);
        }
        changed[at] ^= (byte) (1 << random.nextInt(8));
        return changed;
    }

    /** A text changed in one place. */
    public String text(String text) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + 1 + random.nextInt(1 + random.nextInt(40)));
        return switch (random.nextInt(9)) {
            case 0 -> text.substring(0, from) + text.substring(to);
            case 1 -> text.substring(0, to) + text.substring(from);
            case 2 -> text.substring(0, from) + nasty() + text.substring(from);
            case 3 -> text.substring(0, from) + nasty() + text.substring(to);
            case 4 -> text.substring(0, from) + (char) (1 + random.nextInt(0x17f)) + text.substring(from);
            case 5 -> line(text, true);
            case 6 -> line(text, false);
            case 7 ->
                random.nextInt(8) == 0 ? text.substring(0, from) + veryLong() + text.substring(from) : number(text);
            default -> number(text);
        };
    }

    public String nasty() {
        return NASTY.get(random.nextInt(NASTY.size()));
    }

    private String veryLong() {
        return LONG.get(random.nextInt(LONG.size())).repeat(1 + random.nextInt(30_000));
    }

    private String number(String text) {
        List<MatchResult> numbers = NUMBER.matcher(text).results().toList();
        if (numbers.isEmpty()) {
            return text + nasty();
        }
        MatchResult one = numbers.get(random.nextInt(numbers.size()));
        return text.substring(0, one.start()) + nasty() + text.substring(one.end());
    }

    /** A line twice, or not at all. */
    private String line(String text, boolean twice) {
        List<String> lines = text.lines().toList();
        int which = random.nextInt(Math.max(1, lines.size()));
        StringBuilder changed = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i) + "\n";
            changed.append(i == which ? (twice ? line + line : "") : line);
        }
        return changed.toString();
    }
}
