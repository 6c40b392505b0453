package io.dbharness.testkit;

/**
 * Sizes of property tests and simulations: small ones in every build, large ones in the nightly profile, which sets the system property
 * {@code test.effort} to {@code nightly}.
 */
public final class TestEffort {

    private static final boolean NIGHTLY = "nightly".equals(System.getProperty("test.effort"));

    private TestEffort() {}

    /** Returns the first number in every build, the second in the nightly profile. */
    public static int of(int everyBuild, int nightly) {
        return NIGHTLY ? nightly : everyBuild;
    }
}
