package io.dbharness.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Chromium without a window, spoken to by its DevTools protocol; one question at a time. */
public final class Browser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/.*");

    private final ObjectMapper json = new ObjectMapper();
    private final Process process;
    private final WebSocket socket;
    private final Answers answers = new Answers();

    /** Opens an empty page. */
    public Browser(String program, Path profile) throws IOException, InterruptedException {
        process = new ProcessBuilder(List.of(
                        program,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "--window-size=1200,900"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
        String authority = lines.lines()
                .map(LISTENING::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(program + " does not listen"));
        // What it prints from now on must not fill the pipe.
        Thread drain = new Thread(() -> lines.lines().forEach(line -> {}));
        drain.setDaemon(true);
        drain.start();
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest fresh = HttpRequest.newBuilder(URI.create("http://" + authority + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        String address = json.readTree(http.send(fresh, BodyHandlers.ofString()).body())
                .path("webSocketDebuggerUrl")
                .asText();
        socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(address), answers)
                .join();
    }

    /** The program, if it is on the path. */
    public static Optional<String> program() {
        return NAMES.stream()
                .flatMap(name -> List.of(System.getenv("PATH").split(File.pathSeparator, -1)).stream()
                        .map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** The document as it stands when an address is opened and its scripts are not run. */
    public String withoutScripts(String url) {
        ask("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        open(url);
        int root = ask("DOM.getDocument", Map.of())
                .path("result")
                .path("root")
                .path("nodeId")
                .asInt();
        String html = ask("DOM.getOuterHTML", Map.of("nodeId", root))
                .path("result")
                .path("outerHTML")
                .asText();
        ask("Emulation.setScriptExecutionDisabled", Map.of("value", false));
        return html;
    }

    /** Gives the window this size, in CSS pixels. */
    public void size(int width, int height) {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /**
     * Shows the page as on this medium.
     *
     * @param medium {@code screen} or {@code print}
     * @param dark   true for a reader who prefers dark colours
     */
    public void media(String medium, boolean dark) {
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        ask("Emulation.setEmulatedMedia", Map.of("media", medium, "features", List.of(scheme)));
    }

    /** Opens an address, and returns when its document is there. */
    public void open(String url) {
        ask("Page.enable", Map.of());
        CompletableFuture<Void> loaded = answers.loaded();
        ask("Page.navigate", Map.of("url", url));
        loaded.join();
    }

    /** What an expression comes to; of a promise, once it is kept. */
    public String evaluate(String expression) {
        JsonNode answer =
                ask("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.path("result").has("exceptionDetails")) {
            throw new IllegalStateException(answer.toString());
        }
        return answer.path("result").path("result").path("value").asText();
    }

    private JsonNode ask(String method, Map<String, Object> parameters) {
        try {
            CompletableFuture<String> answer = answers.next();
            socket.sendText(json.writeValueAsString(Map.of("id", 1, "method", method, "params", parameters)), true)
                    .join();
            return json.readTree(answer.join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Puts messages together. Of events, only that a page is loaded is heard. */
    private static final class Answers implements WebSocket.Listener {

        private final StringBuilder message = new StringBuilder();
        private volatile CompletableFuture<String> next = new CompletableFuture<>();

        private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();

        CompletableFuture<Void> loaded() {
            loaded = new CompletableFuture<>();
            return loaded;
        }

        CompletableFuture<String> next() {
            next = new CompletableFuture<>();
            return next;
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            message.append(part);
            if (last) {
                if (message.indexOf("{\"id\":") == 0) {
                    next.complete(message.toString());
                } else if (message.indexOf("Page.loadEventFired") > 0) {
                    loaded.complete(null);
                }
                message.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }
}
