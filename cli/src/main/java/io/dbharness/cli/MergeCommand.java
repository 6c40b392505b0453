package io.dbharness.cli;

import io.dbharness.cli.option.Text;
import io.dbharness.cli.option.Typed;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.result.Merge;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes one result of several.
 *
 * @param parts   to merge
 * @param out     where the whole goes
 * @param clients whether they ran at the same time
 */
record MergeCommand(List<RunResult> parts, Path out, boolean clients) {

    private static final String OUT = "out";
    private static final String AS = "as";
    private static final String CLIENTS = "clients";
    private static final String RUNS = "runs";

    /** What may be typed besides the directories. */
    static final List<Parameter> OPTIONS = List.of(
            new Parameter(OUT, "where the merged result goes", "", new Text("DIR", "a directory")),
            new Parameter(
                    AS,
                    "what they are: clients that sent at the same time add up, runs one after the other are averaged",
                    RUNS,
                    new Choice(List.of(CLIENTS, RUNS))));

    MergeCommand {
        parts = List.copyOf(parts);
    }

    /** Reads what was typed and the results it names, noting everything that is wrong with either. */
    static MergeCommand of(List<String> directories, Typed typed, Problems problems) {
        for (Parameter option : OPTIONS) {
            Optional.ofNullable(typed.values().get(option.name())).ifPresent(text -> option.validate(text, problems));
        }
        List<RunResult> parts = new ArrayList<>();
        for (String directory : directories) {
            try {
                path(directory, problems).ifPresent(path -> parts.add(new ResultCodec().read(path)));
            } catch (HarnessException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        problems.require(
                directories.isEmpty() || directories.size() > 1,
                "one result alone is merged already; name two directories or more");
        problems.require(typed.values().containsKey(OUT), "merge needs an --out for the merged result");
        Optional<Path> out = Optional.ofNullable(typed.values().get(OUT)).flatMap(text -> path(text, problems));
        out.filter(path -> Files.exists(path.resolve(ResultCodec.FILE)) || Files.isRegularFile(path))
                .ifPresent(path -> problems.add("--out " + path + " already holds a result; name another directory"));
        return new MergeCommand(
                parts, out.orElse(Path.of("")), CLIENTS.equals(typed.values().get(AS)));
    }

    private static Optional<Path> path(String text, Problems problems) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            problems.add("'" + text + "' is not a path: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Where the merged result lies. */
    ResultFiles run() {
        RunResult whole = clients ? Merge.clients(parts) : Merge.runs(parts);
        try {
            Files.createDirectories(out);
        } catch (IOException e) {
            throw new HarnessException("cannot create " + out + ": " + e.getMessage(), e);
        }
        new ResultCodec().write(whole, out);
        ResultFiles files = new ResultFiles(out);
        files.writeDerived();
        return files;
    }
}
