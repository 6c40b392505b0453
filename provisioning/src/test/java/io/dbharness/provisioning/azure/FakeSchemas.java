package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.provisioning.file.DataFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Validates request bodies against the extract of Azure's published API descriptions in {@code schemas.yaml}. */
record FakeSchemas(Map<String, Type> types) {

    static final FakeSchemas ALL = DataFile.read(FakeSchemas.class, "schemas.yaml");

    record Type(String version, Map<String, Object> body) {}

    /** Returns all problems of a PUT request; empty if it matches its description. */
    List<String> problems(Asked request) {
        String type = typeOf(request.path());
        Type known = types.get(type);
        if (known == null) {
            return List.of(type + " is not described");
        }
        List<String> problems = new ArrayList<>();
        if (!known.version().equals(request.query().get("api-version"))) {
            problems.add(type + " is described for " + known.version());
        }
        object(known.body(), request.body(), "", problems);
        return problems;
    }

    /** Returns the type, such as {@code microsoft.compute/virtualmachines/runcommands}, in lower case. */
    static String typeOf(String path) {
        String small = path.toLowerCase(Locale.ROOT);
        int providers = small.indexOf("/providers/");
        if (providers < 0) {
            return "resourcegroups";
        }
        String[] parts = small.substring(providers + "/providers/".length()).split("/", -1);
        StringBuilder type = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i += 2) {
            type.append('/').append(parts[i]);
        }
        return type.toString();
    }

    private static void object(Map<?, ?> described, JsonNode body, String where, List<String> problems) {
        if (!body.isObject()) {
            problems.add(where + " is no object");
            return;
        }
        Map<String, Object> known = new TreeMap<>();
        described.forEach((name, kind) -> {
            String plain = name.toString().replace("!", "");
            known.put(plain, kind);
            if (name.toString().endsWith("!") && !body.has(plain)) {
                problems.add(where + "/" + plain + " is missing");
            }
        });
        body.fieldNames().forEachRemaining(name -> {
            String place = where + "/" + name;
            if (known.containsKey(name)) {
                value(known.get(name), body.get(name), place, problems);
            } else {
                problems.add(place + " is not described");
            }
        });
    }

    private static void value(Object kind, JsonNode body, String where, List<String> problems) {
        if (kind instanceof Map<?, ?> object) {
            object(object, body, where, problems);
        } else if (kind instanceof List<?> list) {
            if (!body.isArray()) {
                problems.add(where + " is no list");
            }
            body.forEach(one -> value(list.get(0), one, where + "[]", problems));
        } else if (!fits(kind.toString(), body)) {
            problems.add(where + " is no " + kind + " but " + body);
        }
    }

    private static boolean fits(String kind, JsonNode body) {
        String[] words = kind.split(" ", -1);
        return switch (words[0]) {
            case "text" -> body.isTextual() && !body.asText().isEmpty();
            case "whole" -> body.isIntegralNumber();
            case "number" -> body.isNumber();
            case "flag" -> body.isBoolean();
            case "tags" -> body.isObject() && body.size() <= 50;
            default ->
                body.isTextual()
                        && Arrays.asList(words).subList(1, words.length).contains(body.asText());
        };
    }
}
