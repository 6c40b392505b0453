package io.dbharness.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.model.HarnessException;
import io.dbharness.report.MarkdownReport;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory of one result. Everything is made from {@code result.json} as it lies there, never from what is still in memory.
 *
 * @param directory with a {@code result.json}
 */
record ResultFiles(Path directory) {

    private static final String REPORT = "report.md";
    private static final String ENVIRONMENT = "environment.json";

    RunResult read() {
        return new ResultCodec().read(directory);
    }

    /** The result as it lies there. */
    String json() {
        try {
            return Files.readString(directory.resolve(ResultCodec.FILE));
        } catch (IOException e) {
            throw new HarnessException("cannot read the result in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Where the full report lies. */
    Path report() {
        return directory.resolve(REPORT);
    }

    /** Writes what is derived from the result. */
    void writeDerived() {
        RunResult result = read();
        try {
            Files.writeString(report(), new MarkdownReport().report(result));
            Files.writeString(
                    directory.resolve(ENVIRONMENT),
                    JsonMapper.builder()
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .build()
                                    .writeValueAsString(result.environment())
                            + System.lineSeparator());
        } catch (IOException e) {
            throw new HarnessException("cannot write the report into " + directory + ": " + e.getMessage(), e);
        }
    }
}
