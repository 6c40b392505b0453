package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;

/** A request of a client. */
record Asked(String method, String path, Map<String, String> query, JsonNode body) {

    boolean is(String wantedMethod, String part) {
        return method.equals(wantedMethod) && path.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /** Returns true if the request changes nothing. The poll of an operation counts as a change, because it ends the operation here. */
    boolean isQuestion() {
        return (method.equals("GET") || method.equals("HEAD")) && !path.startsWith("/operations/");
    }

    /** Returns the last part of the path. */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
