package io.dbharness.provisioning.azure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The clouds of Azure, each with services and logins of its own. */
enum AzureCloud {
    PUBLIC,
    CHINA,
    USGOVERNMENT;

    private static final String VARIABLE = "AZURE_CLOUD";

    /** All words. */
    static final List<String> WORDS =
            Arrays.stream(values()).map(AzureCloud::word).toList();

    /** Whether it is not the public one. */
    boolean isOther() {
        return this != PUBLIC;
    }

    /** As files name it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that the environment names, for what no file speaks of. */
    static AzureCloud ofThisMachine() {
        return of(Optional.ofNullable(System.getenv(VARIABLE)));
    }

    /** By its word; the public one when there is none. */
    static AzureCloud of(Optional<String> word) {
        return valueOf(word.orElse(PUBLIC.word()).toUpperCase(Locale.ROOT));
    }
}
