package io.dbharness.provisioning.azure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The clouds of Azure, each with services and logins of its own. */
enum AzureCloud {
    PUBLIC(
            "https://management.azure.com",
            "https://management.azure.com/.default",
            "https://login.microsoftonline.com/"),
    CHINA(
            "https://management.chinacloudapi.cn",
            "https://management.chinacloudapi.cn/.default",
            "https://login.chinacloudapi.cn/"),
    USGOVERNMENT(
            "https://management.usgovcloudapi.net",
            "https://management.core.usgovcloudapi.net/.default",
            "https://login.microsoftonline.us/");

    private static final String VARIABLE = "AZURE_CLOUD";

    /** All words. */
    static final List<String> WORDS =
            Arrays.stream(values()).map(AzureCloud::word).toList();

    private final String endpoint;
    private final String scope;
    private final String authority;

    AzureCloud(String endpoint, String scope, String authority) {
        this.endpoint = endpoint;
        this.scope = scope;
        this.authority = authority;
    }

    /** Of its Resource Manager, without a slash at its end. */
    String endpoint() {
        return endpoint;
    }

    /** What a login is asked for. */
    String scope() {
        return scope;
    }

    /** Where logins are checked. */
    String authority() {
        return authority;
    }

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
