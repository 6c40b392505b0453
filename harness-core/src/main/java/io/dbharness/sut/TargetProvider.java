package io.dbharness.sut;

/** Opens targets of one kind of address; found by {@link java.util.ServiceLoader}. */
public interface TargetProvider {

    /** Whether this provider knows the address's scheme. */
    boolean accepts(String url);

    /** Makes the target; opens nothing yet. Throws {@code UsageException} for an address or option that can never work. */
    Target<?> open(TargetSpec spec);
}
