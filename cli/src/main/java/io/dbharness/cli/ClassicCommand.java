package io.dbharness.cli;

import io.dbharness.cli.classic.DiskspdTranslator;
import io.dbharness.cli.classic.Translation;
import io.dbharness.cli.classic.Translation.Password;
import io.dbharness.model.Problems;
import io.dbharness.model.Resources;
import io.dbharness.model.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * {@code harness cassandra-stress ...} and {@code harness disk --diskspd '...'}: translates a command line of another tool and runs the
 * translation.
 *
 * @param terminal   where to write
 * @param source     the line
 * @param asksForHelp true to print help only
 * @param onlyTells  true to print the translation only
 */
record ClassicCommand(CommandOutput terminal, Source source, boolean asksForHelp, boolean onlyTells) {

    static final String NAME = "cassandra-stress";
    static final String DESCRIPTION = "Translate and run a command line of cassandra-stress.";

    private static final String DISK = "disk";
    private static final String DISKSPD = "--diskspd";
    private static final String TRANSLATE = "--translate";
    private static final List<String> HELP = List.of("help", "--help", "-h", "-?");
    /** Options that may be anywhere in the line. */
    private static final List<String> ANYWHERE = List.of("--debug", "--json", "--quiet", "--verbose", TRANSLATE);

    /**
     * A line of another tool.
     *
     * @param help      how to see its help, behind the program's name
     * @param resource  text of the help
     * @param translate translates it
     */
    private record Source(String help, String resource, Function<Problems, Translation> translate) {}

    /** Empty when the line is another command's. */
    static Optional<ClassicCommand> of(CommandOutput terminal, List<String> line) {
        List<String> flags = line.stream().filter(ANYWHERE::contains).toList();
        boolean onlyTells = flags.contains(TRANSLATE);
        List<String> rest = new ArrayList<>(line);
        rest.removeAll(flags);
        List<String> own =
                flags.stream().filter(flag -> !flag.equals(TRANSLATE)).toList();
        if (rest.size() > 1 && rest.get(0).equals("help") && rest.get(1).equals(NAME)) {
            return Optional.of(new ClassicCommand(terminal, stress(List.of()), true, false));
        }
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        if (rest.get(0).equals(NAME)) {
            List<String> words = new ArrayList<>(rest.subList(1, rest.size()));
            boolean help = words.stream().anyMatch(HELP::contains);
            words.addAll(own);
            return Optional.of(new ClassicCommand(terminal, stress(words), help, onlyTells));
        }
        return rest.get(0).equals(DISK) ? diskspd(terminal, rest, own, onlyTells) : Optional.empty();
    }

    private static Source stress(List<String> words) {
        return new Source(NAME + " help", "classic.txt", problems -> Translation.of(words, problems));
    }

    /** A command {@code disk} with a line of DiskSpd; words before it are a part of the job or options. */
    private static Optional<ClassicCommand> diskspd(
            CommandOutput terminal, List<String> rest, List<String> flags, boolean onlyTells) {
        List<String> own = new ArrayList<>(rest);
        int at = own.indexOf(DISKSPD);
        Optional<String> joined =
                own.stream().filter(word -> word.startsWith(DISKSPD + "=")).findFirst();
        String line;
        if (at >= 0 && at + 1 < own.size()) {
            line = own.remove(at + 1);
            own.remove(at);
        } else if (joined.isPresent()) {
            line = joined.get().substring(DISKSPD.length() + 1);
            own.remove(joined.get());
        } else {
            return Optional.empty();
        }
        List<String> command =
                own.stream().takeWhile(word -> !word.startsWith("-")).toList();
        List<String> options = new ArrayList<>(own.subList(command.size(), own.size()));
        options.addAll(flags);
        Source source = new Source(
                DISK + " " + DISKSPD + " -?",
                "diskspd.txt",
                problems -> DiskspdTranslator.translate(command, line, options, problems));
        return Optional.of(new ClassicCommand(terminal, source, DiskspdTranslator.asksForHelp(line), onlyTells));
    }

    /**
     * Translates the line, and runs or checks the translation.
     *
     * @param run   executes a line of ours and returns the exit code
     * @param check throws a {@link UsageException} if a line of ours would be refused before it connects to anything
     */
    int run(ToIntFunction<String[]> run, Consumer<List<String>> check) {
        if (asksForHelp) {
            terminal.rawOut().print(Resources.text(ClassicCommand.class, source.resource()));
            return ExitCode.OK;
        }
        Problems problems = new Problems();
        Translation translation = source.translate().apply(problems);
        if (!problems.lines().isEmpty()) {
            problems.lines().forEach(problem -> terminal.err().println("error: " + problem));
            terminal.err().println("see " + CommandTree.JAVA + source.help());
            return ExitCode.USAGE;
        }
        translation.remarks().forEach(remark -> terminal.err().println("note: " + remark));
        if (onlyTells) {
            terminal.out().println(CommandTree.JAVA + translation.line());
            return checked(translation, check);
        }
        terminal.err().println(CommandTree.JAVA + translation.line());
        return runWithPasswords(translation, run);
    }

    /** A translation that would be refused is printed, and then the reasons are. */
    private int checked(Translation translation, Consumer<List<String>> check) {
        try {
            check.accept(translation.words());
            return ExitCode.OK;
        } catch (UsageException e) {
            e.problems().forEach(problem -> terminal.err().println("error: " + problem));
            return ExitCode.USAGE;
        }
    }

    /** A password from the line is handed on in a file that only this user can read, for as long as the run takes. */
    private int runWithPasswords(Translation translation, ToIntFunction<String[]> run) {
        List<Path> files = new ArrayList<>();
        try {
            List<String> words = translation.words();
            for (Password password : translation.passwords()) {
                Path file = Files.createTempFile(
                        "dbharness",
                        ".password",
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                file.toFile().deleteOnExit();
                files.add(file);
                Files.writeString(file, password.text() + "\n");
                words = words.stream()
                        .map(word -> word.replace("env:" + password.variable(), "file:" + file))
                        .toList();
            }
            return run.applyAsInt(words.toArray(String[]::new));
        } catch (IOException e) {
            terminal.err().println("error: the password on the line cannot be handed on in a file: " + e.getMessage());
            return ExitCode.ERROR;
        } finally {
            files.forEach(file -> file.toFile().delete());
        }
    }
}
