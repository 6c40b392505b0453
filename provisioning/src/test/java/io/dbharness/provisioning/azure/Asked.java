package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;

/** What a client asked. */
record Asked(String method, String path, Map<String, String> query, JsonNode body) {

    boolean is(String wantedMethod, String part) {
        return method.equals(wantedMethod) && path.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /** Whether it changes nothing; the poll of an operation is what ends it here. */
    boolean isQuestion() {
        return (method.equals("GET") || method.equals("HEAD")) && !path.startsWith("/operations/");
    }

    /** The last part of the path. */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
