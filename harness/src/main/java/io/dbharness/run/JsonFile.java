package io.dbharness.run;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file with one record as JSON.
 *
 * @param path may not exist yet
 */
public record JsonFile(Path path) {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** A record as such a file holds it. */
    public static String text(Object content) {
        try {
            return MAPPER.writeValueAsString(content) + System.lineSeparator();
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not to be written as JSON: " + content, e);
        }
    }

    public <T> T read(Class<T> type) {
        String text = FileWork.get("read " + path, () -> Files.readString(path));
        try {
            return MAPPER.readValue(text, type);
        } catch (JacksonException e) {
            throw new HarnessException(path + " cannot be understood: " + e.getOriginalMessage(), e);
        }
    }

    /** Whole or not at all: what is there after a kill is to be believed. */
    public void write(Object content) {
        FileWork.run("write " + path, () -> {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Path unfinished = path.resolveSibling(path.getFileName() + ".tmp");
            Files.writeString(unfinished, text(content));
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        });
    }
}
