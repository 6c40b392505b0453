package io.dbharness.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The JSON form of results, with a checksum over everything else in the file. What is read is checked: the checksum where there is one, the
 * accounts, the order of percentiles, histograms against counts. Immutable.
 */
public final class ResultCodec {

    /** The file a result directory is known by. */
    public static final String FILE = "result.json";

    private static final String CHECKSUM = "checksum";
    private static final String VERSION = "schemaVersion";

    /** STUDY/COMMAND/RUN/result.json. */
    private static final int DEPTH = 3;

    private final ObjectMapper mapper = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .defaultSetterInfo(JsonSetter.Value.construct(Nulls.DEFAULT, Nulls.FAIL))
            .build();

    public String encode(RunResult result) {
        try {
            ObjectNode tree = mapper.valueToTree(result);
            tree.put(CHECKSUM, checksum(tree));
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + System.lineSeparator();
        } catch (IOException e) {
            throw new HarnessException("the result cannot be written as JSON", e);
        }
    }

    public RunResult decode(String json) {
        try {
            if (!(mapper.readTree(json) instanceof ObjectNode tree)) {
                throw new HarnessException("not a result file: it holds no JSON object");
            }
            if (tree.path(VERSION).asInt() > RunResult.SCHEMA_VERSION) {
                throw new HarnessException(
                        "the result has schema version " + tree.path(VERSION).asInt() + ", this version reads up to "
                                + RunResult.SCHEMA_VERSION + "; use a newer dbharness");
            }
            JsonNode checksum = tree.remove(CHECKSUM);
            if (checksum != null && !checksum.asText().equals(checksum(tree))) {
                throw new HarnessException(
                        "the result was changed or damaged after it was written: its checksum differs");
            }
            RunResult result = mapper.treeToValue(tree, RunResult.class);
            check(result);
            return result;
        } catch (NullPointerException e) {
            // Which of the many parts is missing, only its first reader finds out.
            throw new HarnessException("not a result file: parts of the result are missing", e);
        } catch (JsonProcessingException e) {
            throw new HarnessException("not a result file: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory can be read", e);
        }
    }

    /** Of the compact form, so that a file whose indentation alone was changed is still the same. */
    private String checksum(ObjectNode tree) throws IOException {
        return "sha256:" + Resources.sha256(new ByteArrayInputStream(mapper.writeValueAsBytes(tree)));
    }

    private static void check(RunResult result) {
        Stream.of(
                        result.id(),
                        result.createdAt(),
                        result.tool(),
                        result.workload(),
                        result.target(),
                        result.plan(),
                        result.throughputPerSecond(),
                        result.verdict())
                .forEach(Objects::requireNonNull);
        boolean known = result.caveats().stream().anyMatch(c -> c.code().equals(Assessment.ACCOUNTING));
        if (!result.totals().balance() && !known) {
            throw damaged("its accounts do not balance");
        }
        result.operations()
                .forEach(o -> Stream.of(o.response(), o.service(), o.connectionWait(), o.failedResponse())
                        .forEach(latency -> check(o.name(), latency)));
        result.combined()
                .forEach(c -> Stream.of(c.response(), c.service(), c.intendedResponse())
                        .forEach(latency -> check(c.name(), latency)));
        result.steps().forEach(s -> check(s.name(), s.service()));
        check("the load generator", result.health().dispatch());
        check("the load generator", result.health().hiccups());
    }

    private static void check(String of, LatencyResult latency) {
        long before = 0;
        for (Long percentile : latency.percentilesNanos().values()) {
            if (percentile < before) {
                throw damaged("percentiles of " + of + " fall");
            }
            before = percentile;
        }
        if (latency.distribution().count() != latency.count()) {
            throw damaged("a histogram of " + of + " does not hold as many values as it should");
        }
    }

    private static HarnessException damaged(String what) {
        return new HarnessException("the result is damaged: " + what);
    }

    /** Writes {@code result.json} into the directory, whole or not at all. */
    public void write(RunResult result, Path directory) {
        Path file = directory.resolve(FILE);
        FileWork.run("write " + file, () -> {
            Path unfinished = directory.resolve(FILE + ".tmp");
            Files.writeString(unfinished, encode(result));
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        });
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
        String json = FileWork.get("read " + file, () -> Files.readString(file));
        try {
            return decode(json);
        } catch (HarnessException e) {
            throw new HarnessException(file + ": " + e.getMessage(), e);
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
