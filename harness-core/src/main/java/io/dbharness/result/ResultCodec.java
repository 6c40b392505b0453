package io.dbharness.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Stream;

/** The JSON form of results. Immutable. */
public final class ResultCodec {

    /** The file a result directory is known by. */
    public static final String FILE = "result.json";

    /** STUDY/COMMAND/RUN/result.json. */
    private static final int DEPTH = 3;

    private final ObjectMapper mapper = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    public String encode(RunResult result) {
        try {
            return mapper.writeValueAsString(result) + System.lineSeparator();
        } catch (JsonProcessingException e) {
            throw new HarnessException("the result cannot be written as JSON", e);
        }
    }

    public RunResult decode(String json) {
        try {
            RunResult result = mapper.readValue(json, RunResult.class);
            if (result.schemaVersion() > RunResult.SCHEMA_VERSION) {
                throw new HarnessException("the result has schema version " + result.schemaVersion()
                        + ", this version reads up to " + RunResult.SCHEMA_VERSION + "; use a newer dbharness");
            }
            return result;
        } catch (JsonProcessingException e) {
            throw new HarnessException("not a result file: " + e.getOriginalMessage(), e);
        }
    }

    /** Writes {@code result.json} into the directory, whole or not at all. */
    public void write(RunResult result, Path directory) {
        Path file = directory.resolve(FILE);
        try {
            Path unfinished = directory.resolve(FILE + ".tmp");
            Files.writeString(unfinished, encode(result));
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new HarnessException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** Reads the result of a directory. */
    public RunResult read(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw new HarnessException("no " + FILE + " in " + directory + "; give "
                    + inside(directory)
                            .map(run -> "one of the runs inside it, for example " + run)
                            .orElse("the directory that --out named"));
        }
        try {
            return decode(Files.readString(file));
        } catch (IOException e) {
            throw new HarnessException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** The first run of the experiment or study that the directory may hold. */
    private static Optional<Path> inside(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.find(directory, DEPTH, (file, facts) -> file.endsWith(FILE))) {
            return files.sorted().findFirst().map(Path::getParent);
        } catch (IOException | UncheckedIOException e) {
            // Something there may not be looked at. It is only for an example.
            return Optional.empty();
        }
    }
}
