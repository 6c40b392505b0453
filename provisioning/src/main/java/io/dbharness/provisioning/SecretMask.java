package io.dbharness.provisioning;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks secrets in texts and JSON: the values of fields with names of secrets, wherever they occur later, tokens, mail addresses, and the
 * ids of subscriptions, tenants and accounts. The same id always gets the same replacement. Thread-safe.
 */
final class SecretMask {

    static final String MASKED = "***";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SECRET = Pattern.compile(
            "password|passwd|secret|token|accesskey|accountkey|connectionstring", Pattern.CASE_INSENSITIVE);

    /** Values that are masked in these fields only, because the same words occur elsewhere. */
    private static final Pattern PERSONAL = Pattern.compile("customdata|owner|login", Pattern.CASE_INSENSITIVE);

    /** A list of names and values, all of them secret. */
    private static final String PROTECTED = "protectedParameters";

    private static final Pattern ID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final Pattern TOKEN = Pattern.compile(
            "(?i)(bearer\\s+|sig=|access_token=|client_secret=)[\\w.~+/%=-]+|eyJ[\\w-]{10,}\\.[\\w-]+\\.[\\w-]*");
    private static final Pattern MAIL = Pattern.compile("[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+");

    /** A shorter value may occur by chance. */
    private static final int LEAST_LENGTH = 6;

    private final Set<String> secrets = new HashSet<>();
    private final Map<String, String> ids = new HashMap<>();

    /** Masks a text that may be a JSON document. */
    synchronized JsonNode mask(String text) {
        String trimmed = text.strip();
        if (trimmed.startsWith("{") || trimmed.startsWith("[")) {
            try {
                return mask(JSON.readTree(trimmed));
            } catch (JsonProcessingException e) {
                return TextNode.valueOf(plain(text));
            }
        }
        return TextNode.valueOf(plain(text));
    }

    /** Masks a JSON document. */
    synchronized JsonNode mask(JsonNode document) {
        // All secrets are collected first: one may occur before the field that shows that it is one.
        collect(document, false);
        return masked(document, false);
    }

    private void collect(JsonNode node, boolean secret) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> collect(field.getValue(), secret || isSecret(field.getKey())));
        } else if (node instanceof ArrayNode array) {
            array.forEach(each -> collect(each, secret));
        } else if (secret && node.isTextual() && node.asText().length() >= LEAST_LENGTH) {
            secrets.add(node.asText());
        }
    }

    private JsonNode masked(JsonNode node, boolean secret) {
        if (node instanceof ObjectNode object) {
            ObjectNode masked = JSON.createObjectNode();
            object.properties()
                    .forEach(field -> masked.set(
                            plain(field.getKey()),
                            masked(
                                    field.getValue(),
                                    secret
                                            || isSecret(field.getKey())
                                            || PERSONAL.matcher(field.getKey()).find())));
            return masked;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode masked = JSON.createArrayNode();
            array.forEach(each -> masked.add(masked(each, secret)));
            return masked;
        }
        if (node.isTextual()) {
            return TextNode.valueOf(secret ? MASKED : plain(node.asText()));
        }
        return node;
    }

    private static boolean isSecret(String field) {
        return field.equals(PROTECTED) || SECRET.matcher(field).find();
    }

    private String plain(String text) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, MASKED);
        }
        masked = TOKEN.matcher(masked).replaceAll(Matcher.quoteReplacement(MASKED));
        masked = MAIL.matcher(masked).replaceAll(Matcher.quoteReplacement(MASKED));
        return ID.matcher(masked).replaceAll(id -> ids.computeIfAbsent(id.group(), found -> "id-" + (ids.size() + 1)));
    }
}
