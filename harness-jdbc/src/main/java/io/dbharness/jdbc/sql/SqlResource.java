package io.dbharness.jdbc.sql;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/** Text files on the class path, addressed from its root. */
final class SqlResource {

    private SqlResource() {}

    /** The text, or empty when there is no such file. */
    static Optional<String> read(Class<?> anchor, String path) {
        ClassLoader loader = Objects.requireNonNull(anchor.getClassLoader(), "the anchor is a class of the JDK");
        try (InputStream in = loader.getResourceAsStream(path.startsWith("/") ? path.substring(1) : path)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new HarnessException("cannot read the resource " + path, e);
        }
    }
}
