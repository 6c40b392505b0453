package io.dbharness.cli;

import io.dbharness.cli.option.Typed;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.result.imports.ForeignFormat;
import io.dbharness.result.study.FigureTable;
import io.dbharness.result.study.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Puts what another tool printed beside runs of ours.
 *
 * @param observations what it says, labelled
 * @param out          the table that it goes into
 */
record ImportCommand(List<Observation> observations, Path out) {

    static final String LABEL = "label";
    private static final String TABLE = "imported.csv";

    /** Reads what was typed and the file that it names, noting everything that is wrong with either. */
    static ImportCommand of(List<String> words, Typed typed, Problems problems) {
        Map<String, String> labels = labels(typed.all(LABEL), problems);
        String known = String.join(
                ", ", Stream.of(ForeignFormat.values()).map(ForeignFormat::word).toList());
        Optional<ForeignFormat> format = words.stream().findFirst().flatMap(ForeignFormat::named);
        problems.require(
                words.size() == 2 && format.isPresent(),
                "import takes a format and a file, such as 'import fio out.json'; known formats: " + known);
        Optional<String> out = Optional.ofNullable(typed.values().get(StudyCommand.OUT));
        problems.require(
                out.isPresent(), "import needs an --out: a directory of an experiment, or a table such as own.csv");
        List<Observation> observations = new ArrayList<>();
        if (format.isPresent() && words.size() == 2) {
            String file = words.get(1);
            text(Path.of(file), problems)
                    .ifPresent(text -> format.get().read(file, text, problems).stream()
                            .map(o -> o.labelled(labels))
                            .forEach(observations::add));
        }
        Path target = Path.of(out.orElse(""));
        return new ImportCommand(observations, target.toString().endsWith(".csv") ? target : target.resolve(TABLE));
    }

    private static Map<String, String> labels(List<String> texts, Problems problems) {
        Map<String, String> labels = new TreeMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            problems.require(equals > 0, "--label '" + text + "' is not factor=level, such as disk=ultra");
            if (equals > 0) {
                labels.put(text.substring(0, equals), text.substring(equals + 1));
            }
        }
        return labels;
    }

    private static Optional<String> text(Path file, Problems problems) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            problems.add("cannot read " + file + ": "
                    + (Files.exists(file) ? "it is not text in UTF-8 or cannot be opened" : "there is no such file"));
            return Optional.empty();
        }
    }

    /** Writes them behind what is there; returns a sentence about it. */
    String run() {
        Problems problems = new Problems();
        List<Observation> all = new ArrayList<>();
        if (Files.exists(out)) {
            all.addAll(StudyDirectory.figures(out, problems));
        }
        problems.throwIfAny();
        all.addAll(observations);
        try {
            Files.createDirectories(out.toAbsolutePath().getParent());
            Files.writeString(out, FigureTable.of(all));
        } catch (IOException e) {
            throw new HarnessException("cannot write " + out + ": " + e.getMessage(), e);
        }
        int figures = observations.stream().mapToInt(o -> o.figures().size()).sum();
        return figures + (figures == 1 ? " figure" : " figures") + " of " + observations.size()
                + (observations.size() == 1 ? " run" : " runs") + " now in " + out;
    }
}
