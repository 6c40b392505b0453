package io.dbharness.run;

import io.dbharness.model.FileWork;
import io.dbharness.report.MarkdownReport;
import io.dbharness.report.page.RunPage;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.IntervalHistoryReader;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory of one result. Everything is made from {@code result.json} as it lies there, never from what is still in memory.
 *
 * @param directory with a {@code result.json}
 */
public record ResultFiles(Path directory) {

    private static final String REPORT = "report.md";
    private static final String ENVIRONMENT = "environment.json";
    private static final String PAGE = "report.html";

    /** What a page links to. Nothing that comes into being after it, or it would change when it is made again. */
    private static final List<String> BESIDE =
            List.of(ResultCodec.FILE, REPORT, IntervalFiles.LOG, IntervalFiles.TABLE, ServerTable.FILE);

    /** The result that lies there. */
    public RunResult read() {
        return new ResultCodec().read(directory);
    }

    /** The result as it lies there. */
    public String json() {
        return FileWork.get(
                "read the result in " + directory, () -> Files.readString(directory.resolve(ResultCodec.FILE)));
    }

    /** Where the full report lies. */
    public Path report() {
        return directory.resolve(PAGE);
    }

    /** Writes what is derived from the result. */
    public void writeDerived() {
        RunResult result = read();
        FileWork.run("write the report into " + directory, () -> {
            Files.writeString(directory.resolve(REPORT), new MarkdownReport().report(result));
            List<String> others = BESIDE.stream()
                    .filter(file -> Files.exists(directory.resolve(file)))
                    .toList();
            Files.writeString(
                    report(),
                    new RunPage(IntervalHistoryReader.read(directory, result, RunPage.STRETCHES), others)
                            .report(result));
            new JsonFile(directory.resolve(ENVIRONMENT)).write(result.environment());
        });
    }
}
