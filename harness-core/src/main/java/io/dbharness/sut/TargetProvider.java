package io.dbharness.sut;

import java.util.List;

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

    /** Makes the target; opens nothing yet. Throws {@code UsageException} for an address or option that can never work. */
    Target<?> open(TargetSpec spec);
}
