package io.dbharness.run;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Reads and writes a file with one record as JSON.
 *
 * @param path path of the file, which need not exist yet
 */
@Internal
public record JsonFile(Path path) {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Formats a record as in such a file. */
    public static String text(Object content) {
        try {
            return MAPPER.writeValueAsString(content) + System.lineSeparator();
        } catch (JacksonException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + content, e);
        }
    }

    public <T> T read(Class<T> type) {
        String text = FileWork.get("read " + path, () -> Files.readString(path));
        try {
            return MAPPER.readValue(text, type);
        } catch (JacksonException e) {
            throw new HarnessException(path + " cannot be parsed: " + e.getOriginalMessage(), e);
        }
    }

    /** Writes the file atomically, so that a kill leaves no partial file. */
    public void write(Object content) {
        FileWork.run("write " + path, () -> {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Path unfinished = path.resolveSibling(path.getFileName() + ".tmp");
            Files.writeString(unfinished, text(content));
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        });
    }
}
