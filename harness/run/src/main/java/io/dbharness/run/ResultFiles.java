package io.dbharness.run;

import io.dbharness.model.FileWork;
import io.dbharness.model.Internal;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.MarkdownReport;
import io.dbharness.report.page.RunPage;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerCsv;
import io.dbharness.result.history.IntervalHistoryReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory of one result. All methods read the current {@code result.json}, never a result in memory.
 *
 * @param directory directory with a {@code result.json}
 */
@Internal
public record ResultFiles(Path directory) {

    private static final String REPORT = "report.md";
    private static final String ENVIRONMENT = "environment.json";
    private static final String PAGE = "report.html";

    /** The files that the page links to. Files created after the page are excluded, because they would change a recreated page. */
    private static final List<String> BESIDE =
            List.of(ResultCodec.FILE, REPORT, IntervalFiles.LOG, IntervalFiles.TABLE, ServerCsv.FILE);

    /** Reads the result. */
    public RunResult read() {
        return new ResultCodec().read(directory);
    }

    /** Returns the unmodified result. */
    public String json() {
        return FileWork.get(
                "read the result in " + directory, () -> Files.readString(directory.resolve(ResultCodec.FILE)));
    }

    /** Returns the path of the full report. */
    public Path report() {
        return directory.resolve(PAGE);
    }

    /** Writes the reports that are derived from the result, and returns the result. */
    public RunResult writeDerived() {
        RunResult result = read();
        FileWork.run("write the report into " + directory, () -> {
            Files.writeString(directory.resolve(REPORT), new MarkdownReport().report(result));
            List<String> others = BESIDE.stream()
                    .filter(file -> Files.exists(directory.resolve(file)))
                    .toList();
            Files.writeString(
                    report(),
                    new RunPage(
                                    IntervalHistoryReader.read(directory, result, RunPage.STRETCHES),
                                    ConditionOutcomes.readOrNone(directory),
                                    others)
                            .report(result));
            new JsonFile(directory.resolve(ENVIRONMENT)).write(result.environment());
        });
        return result;
    }
}
