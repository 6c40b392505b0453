package io.dbharness.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.Resources;
import io.dbharness.model.UsageException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The JSON form of results, with a checksum over everything else in the file, and those of the files over time beside it. What is read is
 * checked: the checksum where there is one, and the figures against each other. Immutable.
 */
@Internal
public final class ResultCodec {

    /** The file a result directory is known by. */
    public static final String FILE = "result.json";

    /** One for all: at its first use it examines the types of a result. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .defaultSetterInfo(JsonSetter.Value.construct(Nulls.DEFAULT, Nulls.FAIL))
            .build();

    private static final String CHECKSUM = "checksum";
    private static final String FILES = "files";
    /** Files whose content the checksum covers too. */
    private static final List<String> BESIDE = List.of(IntervalFiles.LOG, IntervalFiles.TABLE, ServerCsv.FILE);

    private static final String SHA_256 = "sha256:";
    private static final String VERSION = "schemaVersion";

    private static final String INCOMPLETE = "not a result file: parts of the result are missing";

    /** STUDY/COMMAND/RUN/result.json. */
    private static final int DEPTH = 3;

    public String encode(RunResult result) {
        return encode(result, Map.of());
    }

    private String encode(RunResult result, Map<String, String> files) {
        try {
            ObjectNode tree = MAPPER.valueToTree(result);
            tree.putPOJO(FILES, files);
            tree.put(CHECKSUM, checksum(MAPPER.writeValueAsBytes(tree)));
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + System.lineSeparator();
        } catch (IOException e) {
            throw new HarnessException("the result cannot be written as JSON", e);
        }
    }

    /** Reads a result; throws a {@link UsageException} if it is none, was changed, or contradicts itself. */
    public RunResult decode(String json) {
        try {
            Seal seal = seal(json);
            if (seal.version > RunResult.SCHEMA_VERSION) {
                throw refused("the result has schema version " + seal.version + ", this version reads up to "
                        + RunResult.SCHEMA_VERSION + "; use a newer dbharness");
            }
            if (seal.version < RunResult.SCHEMA_VERSION) {
                throw refused("a version before the first release wrote this result; run it again");
            }
            if (!seal.stated.orElse(seal.computed).equals(seal.computed)) {
                throw refused("the result was changed or damaged after it was written: its checksum differs");
            }
            RunResult result = MAPPER.readValue(json, RunResult.class);
            ResultValidator.in(result).ifPresent(found -> {
                throw refused("the result was changed or damaged after it was written: " + found);
            });
            return result;
        } catch (NullPointerException e) {
            // Which of the many parts is missing, only its first reader finds out.
            throw refused(INCOMPLETE);
        } catch (JsonProcessingException e) {
            // A constructor that misses one of its parts.
            throw refused(
                    e.getCause() instanceof NullPointerException
                            ? INCOMPLETE
                            : "not a result file: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory can be read", e);
        }
    }

    private static UsageException refused(String why) {
        return new UsageException(List.of(why));
    }

    /**
     * The version and the checksums of a file.
     *
     * @param version  of the JSON form; the current one where none is given
     * @param stated   checksum in the file
     * @param computed checksum of everything else in the file
     */
    private record Seal(int version, Optional<String> stated, String computed) {}

    /**
     * Reads no more of a file than its tokens: a tree of it would take longer than the result that it holds. Numbers count as they are
     * written, since the Java that reads them may write them otherwise.
     */
    private static Seal seal(String json) throws IOException {
        int version = RunResult.SCHEMA_VERSION;
        Optional<String> stated = Optional.empty();
        ByteArrayOutputStream compact = new ByteArrayOutputStream();
        try (JsonParser parser = MAPPER.createParser(json);
                JsonGenerator rest = MAPPER.createGenerator(compact)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw refused("not a result file: it holds no JSON object");
            }
            rest.writeStartObject();
            while (!rest.getOutputContext().inRoot()) {
                JsonToken token = parser.nextToken();
                boolean ofResult = rest.getOutputContext().getParent().inRoot();
                if (ofResult
                        && token == JsonToken.FIELD_NAME
                        && parser.currentName().equals(CHECKSUM)) {
                    parser.nextToken();
                    stated = Optional.of(parser.getText());
                    parser.skipChildren();
                } else if (token.isNumeric()) {
                    version = ofResult && parser.currentName().equals(VERSION) ? parser.getIntValue() : version;
                    rest.writeNumber(parser.getText());
                } else {
                    rest.copyCurrentEvent(parser);
                }
            }
        }
        return new Seal(version, stated, checksum(compact.toByteArray()));
    }

    /** Computes the checksum of the compact form, so that a change of indentation does not matter. */
    private static String checksum(byte[] compact) throws IOException {
        return SHA_256 + Resources.sha256(new ByteArrayInputStream(compact));
    }

    /** Writes {@code result.json} into the directory, whole or not at all. */
    public void write(RunResult result, Path directory) {
        Path file = directory.resolve(FILE);
        FileWork.run("write " + file, () -> {
            Path unfinished = directory.resolve(FILE + ".tmp");
            Map<String, String> files = new TreeMap<>();
            for (String name : BESIDE) {
                if (Files.isRegularFile(directory.resolve(name))) {
                    files.put(name, checksum(directory.resolve(name)));
                }
            }
            Files.writeString(unfinished, encode(result, files));
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        });
    }

    /** Reads the result of a directory; throws a {@link UsageException} where {@link #decode} does. */
    public RunResult read(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw refused("no " + FILE + " in " + directory + "; give "
                    + inside(directory)
                            .map(run -> "one of the runs inside it, for example " + run)
                            .orElse("the directory that --out named"));
        }
        String json = FileWork.text(file);
        try {
            return decode(json);
        } catch (UsageException e) {
            throw refused(file + ": " + e.getMessage());
        }
    }

    /**
     * Throws a {@link UsageException} if a file beside a result is not what the run has left.
     *
     * @param beside files of one directory, at least one
     */
    public void requireSame(List<Path> beside) {
        Path file = beside.get(0).resolveSibling(FILE);
        FileWork.run("read " + file, () -> {
            Map<String, String> known = Files.isRegularFile(file) ? files(file) : Map.of();
            for (Path one : beside) {
                String sum = known.get(one.getFileName().toString());
                if (Files.isRegularFile(one) && sum != null && !sum.equals(checksum(one))) {
                    throw refused(one + " was changed or damaged after it was written: its checksum differs");
                }
            }
        });
    }

    /** Returns the checksums of the files beside a result by name, without the result. */
    private Map<String, String> files(Path result) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (JsonParser parser = MAPPER.createParser(result.toFile())) {
            for (parser.nextToken(); parser.nextToken() == JsonToken.FIELD_NAME; parser.skipChildren()) {
                boolean wanted = parser.currentName().equals(FILES);
                parser.nextToken();
                while (wanted && parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    Optional.ofNullable(parser.nextTextValue()).ifPresent(sum -> files.put(name, sum));
                }
            }
        }
        return files;
    }

    private static String checksum(Path file) throws IOException {
        return SHA_256 + Resources.sha256(Files.newInputStream(file));
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
