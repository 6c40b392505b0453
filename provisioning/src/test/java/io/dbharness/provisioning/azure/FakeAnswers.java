package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Reads requests from and writes responses to the wire. */
final class FakeAnswers {

    private static final ObjectMapper JSON = new ObjectMapper();

    private FakeAnswers() {}

    static Map<String, String> query(URI uri) {
        Map<String, String> query = new TreeMap<>();
        String raw = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        for (String part : raw.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                query.put(decode(part.substring(0, equals)), decode(part.substring(equals + 1)));
            }
        }
        return query;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    static ObjectNode error(String code) {
        ObjectNode body = JSON.createObjectNode();
        String[] parts = code.split(": ", 2);
        body.putObject("error").put("code", parts[0]).put("message", "the service says " + parts[parts.length - 1]);
        return body;
    }

    static void fault(HttpExchange exchange, InjectedResponse fault) throws IOException {
        if (fault.kind() == InjectedResponse.Kind.HTML) {
            byte[] page = "<html><body><h1>Service Unavailable</h1></body></html>".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(fault.status(), page.length);
            exchange.getResponseBody().write(page);
            return;
        }
        if (fault.kind() == InjectedResponse.Kind.ANSWER) {
            exchange.getResponseHeaders().add("Retry-After", "0");
        }
        answer(exchange, fault.status(), error(fault.code()));
    }

    static void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
        if (body == null || exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
