package io.dbharness.jdbc.dialect;

import java.util.Optional;

/**
 * A driver that whoever uses this library adds to the class path. Immutable.
 *
 * @param artifact the Maven artifact that it comes in, {@code groupId:artifactId}
 * @param entry    a class file in its jar
 */
public record DriverJar(String artifact, String entry) {

    /** The artifact to add, unless a class of this class loader already finds the driver. */
    public Optional<String> missingFor(Class<?> user) {
        return user.getResource("/" + entry) == null ? Optional.of(artifact) : Optional.empty();
    }
}
