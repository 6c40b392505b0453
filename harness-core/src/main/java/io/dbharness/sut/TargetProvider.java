package io.dbharness.sut;

import java.util.List;
import java.util.Optional;

/** Opens targets of one kind of address; found by {@link java.util.ServiceLoader}. */
public interface TargetProvider {

    /** Returns true if this provider knows the address's scheme. */
    boolean accepts(String url);

    /** The forms of its addresses, for messages: {@code jdbc:postgresql://HOST:PORT/DATABASE}. */
    default List<String> forms() {
        return List.of();
    }

    /** Returns true if each session is a connection, which a load may open again and keep idle. */
    default boolean opensConnections() {
        return false;
    }

    /**
     * Returns an address of the same target with a separate place for data, such as a schema, a keyspace or a file; empty if a session
     * cannot choose one.
     *
     * @param name lower-case letters, digits and underscores, at most 48
     */
    default Optional<String> separate(String url, String name) {
        return Optional.empty();
    }

    /** Makes the target; opens nothing yet. Throws {@code UsageException} for an address or option that can never work. */
    Target<?> open(TargetSpec spec);
}
