package io.dbharness.jdbc.dialect;

import io.dbharness.model.Internal;
import java.util.Optional;

/**
 * A driver that users of this library add to the class path. Immutable.
 *
 * @param artifact Maven artifact of the driver, {@code groupId:artifactId}
 * @param entry    class file in its jar
 */
@Internal
public record DriverJar(String artifact, String entry) {

    /** Returns the artifact to add; empty if the class loader of a class finds the driver. */
    public Optional<String> missingFor(Class<?> user) {
        return user.getResource("/" + entry) == null ? Optional.of(artifact) : Optional.empty();
    }
}
