package io.dbharness.cli;

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
import java.util.function.ToIntFunction;

/**
 * {@code harness cassandra-stress ...}: translates a command line of cassandra-stress and runs the translation.
 *
 * @param terminal  where to write
 * @param typed     words after the command's name
 * @param onlyTells true to print the translation only
 */
record ClassicCommand(CommandOutput terminal, List<String> typed, boolean onlyTells) {

    static final String NAME = "cassandra-stress";
    static final String DESCRIPTION = "Run a command line of cassandra-stress as it is, and say what it is here.";

    private static final String TRANSLATE = "--translate";
    private static final List<String> HELP = List.of("help", "--help", "-h", "-?");
    /** Options that may be anywhere in the line. */
    private static final List<String> ANYWHERE = List.of("--debug", "--json", "--quiet", "--verbose", TRANSLATE);

    /** Empty when the line is another command's. */
    static Optional<ClassicCommand> of(CommandOutput terminal, List<String> line) {
        List<String> flags = line.stream().filter(ANYWHERE::contains).toList();
        List<String> rest = new ArrayList<>(line);
        rest.removeAll(flags);
        if (rest.size() > 1 && rest.get(0).equals("help") && rest.get(1).equals(NAME)) {
            return Optional.of(new ClassicCommand(terminal, List.of("help"), false));
        }
        if (rest.isEmpty() || !rest.get(0).equals(NAME)) {
            return Optional.empty();
        }
        List<String> words = new ArrayList<>(rest.subList(1, rest.size()));
        flags.stream().filter(flag -> !flag.equals(TRANSLATE)).forEach(words::add);
        return Optional.of(new ClassicCommand(terminal, words, flags.contains(TRANSLATE)));
    }

    /**
     * Translates the line, and runs or checks the translation.
     *
     * @param run   executes a line of ours and returns the exit code
     * @param check throws a {@link UsageException} if a line of ours would be refused before it connects to anything
     */
    int run(ToIntFunction<String[]> run, Consumer<List<String>> check) {
        if (typed.stream().anyMatch(HELP::contains)) {
            terminal.rawOut().print(Resources.text(ClassicCommand.class, "classic.txt"));
            return ExitCode.OK;
        }
        Problems problems = new Problems();
        Translation translation = Translation.of(typed, problems);
        if (!problems.lines().isEmpty()) {
            problems.lines().forEach(problem -> terminal.err().println("error: " + problem));
            terminal.err().println("see " + CommandTree.JAVA + NAME + " help");
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
