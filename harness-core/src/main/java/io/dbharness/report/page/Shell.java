package io.dbharness.report.page;

import io.dbharness.report.chart.Html;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/**
 * What is around the content of every page: style, script, and a policy that makes the browser refuse every request and every script
 * but this one, should anything ever slip through unescaped.
 */
final class Shell {

    private static final String STYLE = "page.css";
    private static final String SCRIPT = "page.js";

    private Shell() {}

    /**
     * A whole document.
     *
     * @param title as text
     * @param body  as HTML
     */
    static String document(String title, String body) {
        String script = resource(SCRIPT);
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
                + " img-src data:; base-uri 'none'; form-action 'none'; script-src 'sha256-" + hash(script) + "'\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n"
                + "<link rel=\"icon\" href=\"data:,\">\n"
                + Html.element("title", title) + "\n<style>\n" + resource(STYLE) + "</style>\n</head>\n<body>\n" + body
                + "<script>" + script + "</script>\n</body>\n</html>\n";
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Shell.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
