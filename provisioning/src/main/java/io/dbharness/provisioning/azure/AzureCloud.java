package io.dbharness.provisioning.azure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Azure's clouds; each has separate services and logins. */
enum AzureCloud {
    PUBLIC,
    CHINA,
    USGOVERNMENT;

    private static final String VARIABLE = "AZURE_CLOUD";

    /** All names. */
    static final List<String> WORDS =
            Arrays.stream(values()).map(AzureCloud::word).toList();

    /** Returns true for every cloud but the public one. */
    boolean isOther() {
        return this != PUBLIC;
    }

    /** Returns the name in files. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the cloud that the environment names; used by commands without a file. */
    static AzureCloud ofThisMachine() {
        return of(Optional.ofNullable(System.getenv(VARIABLE)));
    }

    /** Finds a cloud by its name; the public cloud if no name is given. */
    static AzureCloud of(Optional<String> word) {
        return valueOf(word.orElse(PUBLIC.word()).toUpperCase(Locale.ROOT));
    }
}
