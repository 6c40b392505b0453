package io.dbharness.model;

import java.util.List;

/** Wrong input: every problem found, reported together before anything is opened or created. */
public class UsageException extends HarnessException {

    private static final long serialVersionUID = 1L;

    /** @param problems one sentence each, at least one */
    public UsageException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
    }

    /**
     * A driver that is not on the class path.
     *
     * @param address  what needs it
     * @param artifact the Maven artifact to add, {@code groupId:artifactId}
     */
    public static UsageException missingArtifact(String address, String artifact) {
        return new UsageException(List.of("the driver for " + address
                + " is not on the class path; add the Maven artifact " + artifact + " to your dependencies"));
    }

    /** The problems again, a sentence each. */
    public final List<String> problems() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
