package io.dbharness.cli.classic;

import io.dbharness.model.Problems;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates a command line of DiskSpd 2.0 to 2.2. Used once. One thread. */
public final class DiskspdTranslator {

    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|[^\\s\"])+");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})([KMGTBkmgtb]?)");
    private static final Pattern PROGRAM = Pattern.compile("(?i)(.*[/\\\\])?diskspd(64)?(\\.exe)?");
    private static final Pattern WINDOWS = Pattern.compile("(?:[A-Za-z]:|\\\\|#[0-9]).*");
    private static final long DEFAULT_BLOCK = 64 << 10;
    /** Words that may be given several times. */
    private static final String REPEATED = "aeyfrS";

    private final Problems problems;
    private final List<String> remarks = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Set<String> given = new HashSet<>();

    private long block = DEFAULT_BLOCK;
    private long threads = 1;
    private boolean total;
    private long outstanding = 2;
    private OptionalLong perThread = OptionalLong.empty();
    private long writes;
    private int random;
    private OptionalLong step = OptionalLong.empty();
    private boolean interlocked;
    private OptionalLong stagger = OptionalLong.empty();
    private String caching = "";
    private String hints = "";
    private OptionalLong from = OptionalLong.empty();
    private OptionalLong length = OptionalLong.empty();
    private OptionalLong end = OptionalLong.empty();
    private Optional<BigDecimal> rate = Optional.empty();
    private boolean content;

    private DiskspdTranslator(Problems problems) {
        this.problems = problems;
    }

    /**
     * Translates a line.
     *
     * @param command  words of ours, {@code disk} or a part of its job
     * @param line     options and targets of DiskSpd
     * @param own      options of ours, which take precedence
     * @param problems takes everything whose loss would change what is measured; the translation means nothing then
     */
    public static Translation translate(List<String> command, String line, List<String> own, Problems problems) {
        return new DiskspdTranslator(problems).translate(command, words(line), own);
    }

    /** Returns true if the line asks for help. */
    public static boolean asksForHelp(String line) {
        return words(line).contains("-?");
    }

    /** Splits a line at blanks outside of quotes, and leaves out the program's name. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>(WORD.matcher(line)
                .results()
                .map(word -> word.group().replace("\"", ""))
                .toList());
        if (!words.isEmpty() && PROGRAM.matcher(words.get(0)).matches()) {
            words.remove(0);
        }
        return words;
    }

    private Translation translate(List<String> command, List<String> words, List<String> own) {
        List<String> targets =
                words.stream().filter(word -> !word.startsWith("-")).toList();
        List<String> settings =
                words.stream().filter(word -> word.startsWith("-")).toList();
        int first = targets.isEmpty() ? words.size() : words.indexOf(targets.get(0));
        words.subList(first, words.size()).stream()
                .filter(word -> word.startsWith("-"))
                .forEach(word -> refuse(word, "options come before the files"));
        // Other sizes may be given in blocks.
        settings.stream()
                .filter(word -> word.startsWith("-b"))
                .findFirst()
                .flatMap(word -> size(word, word.substring(2)))
                .ifPresent(size -> block = size);
        settings.forEach(this::read);
        combine();
        files(targets, own);
        return Translation.merged(command, options, own, remarks, List.of());
    }

    private void read(String word) {
        String letter = word.length() < 2 ? "" : word.substring(1, 2);
        String value = word.length() < 2 ? "" : word.substring(2);
        if (!given.add(letter) && !REPEATED.contains(letter)) {
            refuse(word, "given twice");
            return;
        }
        switch (letter) {
            case "b" -> require(word, size(word, value).orElse(1L) > 0, "blocks have at least a byte");
            case "B" -> base(word, value);
            case "c" -> size(word, value).ifPresent(size -> options.put("size", text(size)));
            case "C" ->
                seconds(word, value)
                        .filter(seconds -> seconds > 0)
                        .ifPresent(seconds -> remark(word, "the load ends with the measurement"));
            case "d" -> number(word, value).ifPresent(seconds -> options.put("duration", seconds + "s"));
            case "W" -> seconds(word, value).ifPresent(seconds -> options.put("warmup", seconds + "s"));
            case "D" -> remark(word, "intervals.csv has the I/Os of each second");
            case "f" -> end(word, value);
            case "F" ->
                number(word, value).ifPresent(count -> {
                    threads = count;
                    total = true;
                });
            case "t" -> number(word, value).ifPresent(count -> threads = count);
            case "o" -> number(word, value).ifPresent(count -> outstanding = count);
            case "O" -> number(word, value).ifPresent(count -> perThread = OptionalLong.of(count));
            case "g" -> limit(word, value);
            case "h" -> caching("h", word);
            case "S" -> caching(value.isEmpty() ? "u" : value, word);
            case "r" -> random(word, value);
            case "s" -> stride(word, value);
            case "T" -> size(word, value).ifPresent(size -> stagger = OptionalLong.of(size));
            case "w" -> writes(word, value);
            case "z" -> seed(word, value);
            case "Z" -> content(word, value);
            default -> readOther(word, letter, value);
        }
    }

    /** Words that decide neither sizes nor positions. */
    private void readOther(String word, String letter, String value) {
        switch (letter) {
            case "L" -> require(word, value.isEmpty(), "has no value; latencies are always measured");
            case "n" -> require(word, value.isEmpty(), "has no value");
            case "a" -> {
                require(word, value.matches("g?([0-9]+(,g?[0-9]+)*)?"), "names no processors");
                if (value.matches(".*[0-9].*")) {
                    remark(
                            word,
                            "threads are not bound to processors; start the harness with taskset or start /affinity");
                }
            }
            case "i", "j" -> refuse(word, "bursts with pauses are not known here; --rate sends I/Os evenly");
            case "I" ->
                require(
                        word,
                        value.equals("3"),
                        "the priority of I/Os is not set here; leave it out, and start the harness with ionice");
            case "l" -> remark(word, "buffers are aligned for direct I/O, without large pages");
            case "N" -> refuse(word, "is about memory-mapped I/O, which is not known here");
            case "p" -> refuse(word, "several I/Os at the same offset at once are not known here");
            case "P" -> remark(word, "the terminal shows the progress of the run");
            case "R" -> result(word, value);
            case "v" -> remark(word, "the directory of --out has everything; --verbose prints more of it");
            case "x" -> remark(word, "each I/O in flight has its own thread");
            case "X" -> refuse(word, "profiles in XML are not read; write its words into the line");
            case "y" -> refuse(word, "named events of Windows are not known here; leave it out");
            case "e" -> remark(word, "events of the kernel are not traced; server.csv has the counters of the disk");
            case ":" -> remark(word, "the schedule of --rate does not depend on sleeps");
            default -> refuse(word, "no word of DiskSpd that is known here");
        }
    }

    private void writes(String word, String value) {
        if (value.isEmpty()) {
            refuse(word, "has no percentage, which DiskSpd requires; write -w0 for reads alone, or another number");
            return;
        }
        number(word, value).ifPresent(percent -> {
            require(word, percent <= 100, "is no percentage");
            writes = Math.min(100, percent);
        });
    }

    private void base(String word, String value) {
        String[] parts = value.split(":", 2);
        size(word, parts[0]).filter(size -> size > 0).ifPresent(size -> from = OptionalLong.of(size));
        if (parts.length == 2) {
            size(word, parts[1]).ifPresent(size -> length = OptionalLong.of(size));
        }
    }

    private void end(String word, String value) {
        if (value.matches("[rst]+")) {
            hints = word;
        } else if (end.isPresent()) {
            refuse(word, "given twice");
        } else {
            size(word, value).ifPresent(size -> end = OptionalLong.of(size));
        }
    }

    /** Bytes a millisecond or, with an {@code i}, I/Os a second, of each thread and target. */
    private void limit(String word, String value) {
        boolean ios = value.endsWith("i");
        remark(word, "I/Os are due evenly; latencies count from the time an I/O was due and from when it was sent");
        number(word, ios ? value.substring(0, value.length() - 1) : value)
                .ifPresent(limit -> rate = Optional.of(
                        ios
                                ? BigDecimal.valueOf(limit)
                                : BigDecimal.valueOf(limit * 1000)
                                        .divide(BigDecimal.valueOf(block), 6, RoundingMode.HALF_UP)));
    }

    private void caching(String flags, String word) {
        String all = caching + flags.replace("h", "uw");
        require(word, flags.matches("[bhmruw]+"), "-S takes the letters b, h, m, r, u and w");
        require(
                word,
                all.chars().distinct().count() == all.length() && !(all.contains("b") && all.contains("u")),
                "conflicts with what is said of caching before");
        if (flags.contains("m")) {
            refuse(word, "memory-mapped I/O is not known here");
        }
        if (flags.contains("r")) {
            refuse(word, "only the local cache of a remote file cannot be turned off here; use -Su");
        }
        caching = all;
    }

    private void random(String word, String value) {
        if (value.startsWith("s")) {
            number(word, value.substring(1)).ifPresent(percent -> {
                require(word, percent > 0 && percent <= 100, "DiskSpd takes 1 to 100 per cent");
                random = (int) Math.min(100, Math.max(1, percent));
            });
        } else if (value.startsWith("d")) {
            zones(word, value.substring(1));
        } else {
            random = random == 0 ? 100 : random;
            if (!value.isEmpty()) {
                require(word, step.isEmpty(), "the alignment is given twice");
                size(word, value).ifPresent(size -> step = OptionalLong.of(size));
            }
        }
    }

    private void zones(String word, String value) {
        boolean percent = value.matches("pct[0-9]{1,3}/[0-9]{1,3}(:[0-9]{1,3}/[0-9]{1,3})*");
        boolean sizes = value.matches("abs[0-9]{1,3}/[0-9]{1,12}[KMGTkmgt](:[0-9]{1,3}/[0-9]{1,12}[KMGTkmgt])*");
        require(
                word,
                percent || sizes,
                "is no distribution such as -rdpct90/10:0/10:5/20 or -rdabs90/10G:5/20G; other units are not known here");
        if (percent || sizes) {
            options.put("zones", value.substring(3).toLowerCase(Locale.ROOT));
        }
    }

    private void stride(String word, String value) {
        interlocked = value.startsWith("i");
        String size = interlocked ? value.substring(1) : value;
        if (!size.isEmpty()) {
            size(word, size).ifPresent(bytes -> step = OptionalLong.of(bytes));
        }
    }

    private void seed(String word, String value) {
        if (value.isEmpty()) {
            remark(word, "the sequence of random numbers is the same in each run; --seed N gives another one");
        } else {
            number(word, value).ifPresent(seed -> options.put("seed", String.valueOf(seed)));
        }
    }

    private void content(String word, String value) {
        content = true;
        if (value.isEmpty()) {
            refuse(word, "zeros are not written here, because storage may not store them; leave it out");
        } else if (value.contains(",")) {
            refuse(word, "the content of a file is not written here; leave it out");
        } else if (!value.equals("r")) {
            size(word, value);
            remark(word, "each written block is random and unique; DiskSpd takes it from a random buffer of this size");
        }
    }

    private void result(String word, String value) {
        switch (value) {
            case "text" -> {}
            case "xml" -> remark(word, "the directory of --out has result.json");
            case "ptext", "pxml" -> refuse(word, "nothing would run; to see the translation, use --translate");
            default -> refuse(word, "-R takes text or xml");
        }
    }

    /** Sets the options that several words decide. */
    private void combine() {
        conflict("F", "t", total);
        conflict("x", "g", rate.isPresent());
        if (random > 0) {
            conflict("T", "r", true);
            conflict("s", "r", true);
        } else {
            conflict("T", "si", interlocked);
            require("-rd", !options.containsKey("zones"), "is about random I/Os, so it needs -r or -rs");
            require("-T", !given.contains("T") || threads > 1, "has no meaning with one thread");
        }
        require("-O", perThread.isEmpty() || total, "belongs to -F");
        require(
                "-o",
                perThread.isEmpty() || !given.contains("o"),
                "DiskSpd takes either -o for each target or -O for each thread");
        require("-B", length.isEmpty() || end.isEmpty(), "the end of the area is given twice, by -f as well");
        boolean direct = caching.contains("u");
        if (!hints.isEmpty() && direct) {
            remark(hints, "hints are for the cache, which is bypassed");
        } else if (!hints.isEmpty()) {
            refuse(hints, "hints for the cache are not given here, and reading ahead depends on them; leave it out");
        }
        if (writes > 0 && !content) {
            remarks.add(
                    "written blocks are random and unique, as with -Zr; DiskSpd repeats the bytes 0 to 255, which storage"
                            + " that compresses stores faster");
        }
        options.put("block", text(block));
        step.ifPresent(bytes -> options.put("step", text(bytes)));
        options.put("read", String.valueOf(100 - writes));
        options.put("random", String.valueOf(random));
        if (random > 0 && random < 100) {
            options.put("runs", "");
        }
        if (threads > 1 && random < 100 && !interlocked) {
            options.put("streams", String.valueOf(threads));
            stagger.ifPresent(bytes -> options.put("stagger", text(bytes)));
        }
        from.ifPresent(bytes -> options.put("from", text(bytes)));
        OptionalLong to = length.isPresent() ? OptionalLong.of(from.orElse(0) + length.getAsLong()) : end;
        to.ifPresent(bytes -> options.put("to", text(bytes)));
        options.put("direct", direct ? "yes" : "no");
        if (caching.contains("w")) {
            options.put("sync", "");
        }
        options.putIfAbsent("warmup", "5s");
        options.putIfAbsent("duration", "10s");
    }

    private void conflict(String one, String other, boolean isOther) {
        require(
                "-" + one,
                !(given.contains(one) && isOther && given.contains(other.substring(0, 1))),
                "DiskSpd does not take it with -" + other);
    }

    private void files(List<String> targets, List<String> own) {
        boolean replaced = own.stream().anyMatch(word -> word.matches("--(file|target|jobs)(=.*)?"));
        if (targets.isEmpty() && !replaced) {
            problems.add("the line names no file");
        }
        if (replaced && targets.size() > 1) {
            problems.add("--file and --target replace one file, and the line names " + targets.size());
        } else if (replaced) {
            targets.forEach(target -> remark(target, "another file is used"));
        } else {
            targets.stream()
                    .filter(target -> WINDOWS.matcher(target).matches())
                    .forEach(
                            target -> refuse(
                                    target,
                                    "is a path or disk of Windows; add --file PATH, or write a file or device such as /dev/sdb"));
        }
        if (!options.containsKey("size") && !replaced) {
            remarks.add(
                    "DiskSpd needs a file that exists unless there is -c; here a missing one is created with 1 GiB");
        }
        long inFlight = threads * perThread.orElse(outstanding);
        if (targets.size() <= 1) {
            targets.stream().filter(target -> !replaced).forEach(target -> options.put("file", target));
            options.put("outstanding", String.valueOf(inFlight));
            rate.ifPresent(limit -> options.put(
                    "rate",
                    limit.multiply(BigDecimal.valueOf(threads))
                                    .stripTrailingZeros()
                                    .toPlainString() + "/s"));
            return;
        }
        require(
                "-O",
                perThread.isEmpty(),
                "each thread chooses among all files for each I/O; here each file has its own I/Os");
        require("-g", rate.isEmpty(), "limits each file, and --rate limits all together");
        List<String> jobs = new ArrayList<>();
        for (String target : targets) {
            require(
                    target,
                    !target.matches(".*[\\s;].*"),
                    "a path among several cannot have blanks or semicolons here");
            jobs.add("f" + (jobs.size() + 1) + ": file=" + target + " outstanding=" + inFlight);
        }
        options.put("jobs", String.join("; ", jobs));
    }

    /** Parses the seconds of -C or -W, 0 if there is no number, as in DiskSpd. */
    private Optional<Long> seconds(String word, String value) {
        return number(word, value.isEmpty() ? "0" : value);
    }

    private Optional<Long> number(String word, String value) {
        boolean sound = value.matches("[0-9]{1,9}");
        require(word, sound, "is no whole number");
        return sound ? Optional.of(Long.parseLong(value)) : Optional.empty();
    }

    /** Parses bytes, with K, M, G or T for powers of 1,024 and b for blocks. */
    private Optional<Long> size(String word, String value) {
        Matcher matcher = SIZE.matcher(value);
        if (!matcher.matches()) {
            refuse(word, "is no size such as 65536, 64K, 1M, 2G, 1T or 8b");
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        long factor = unit.equals("b") ? block : 1L << (10 * " kmgt".indexOf(unit.isEmpty() ? " " : unit));
        if (number > Long.MAX_VALUE / factor) {
            refuse(word, "is too large");
            return Optional.empty();
        }
        return Optional.of(number * factor);
    }

    /** Returns bytes in the largest unit that needs no fraction. */
    private static String text(long bytes) {
        int unit = 0;
        long number = bytes;
        while (unit < 4 && number > 0 && number % 1024 == 0) {
            number /= 1024;
            unit++;
        }
        return number + " kmgt".substring(unit, unit + 1).strip();
    }

    private void require(String word, boolean holds, String otherwise) {
        if (!holds) {
            refuse(word, otherwise);
        }
    }

    private void refuse(String word, String why) {
        problems.add("'" + word + "': " + why);
    }

    private void remark(String word, String why) {
        remarks.add("'" + word + "': " + why);
    }
}
