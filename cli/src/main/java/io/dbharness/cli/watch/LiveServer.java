package io.dbharness.cli.watch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dbharness.model.HarnessException;
import io.dbharness.report.page.LivePage;
import io.dbharness.run.RunListener;
import io.dbharness.run.RunningFolder;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the page of a folder of results while it fills, on the loopback address only: the page at {@code /}, newer ones of it as
 * server-sent events at {@code /events}, and the files of the folder. Browsers that are slow or gone hold nobody back but themselves.
 * Thread-safe.
 */
public final class LiveServer implements AutoCloseable {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final String HTML = "text/html; charset=utf-8";

    /** What a folder of results holds, and how browsers show it. */
    private static final Map<String, String> TYPES = Map.of(
            "html", HTML,
            "json", "application/json",
            "xml", "application/xml",
            "md", "text/plain; charset=utf-8",
            "csv", "text/plain; charset=utf-8",
            "hlog", "text/plain; charset=utf-8");

    /** Each has a thread. */
    private static final int MOST_BROWSERS = 8;

    /** How long browsers may take to fetch the last page. */
    private static final Duration LAST_PAGE = Duration.ofSeconds(2);

    private final Path directory;
    private final LiveSteps steps;
    private final LiveFeed feed;
    private final HttpServer server;
    private final ExecutorService threads;

    private LiveServer(HttpServer server, Path directory, LiveSteps steps, LiveFeed feed, ExecutorService threads) {
        this.server = server;
        this.directory = directory;
        this.steps = steps;
        this.feed = feed;
        this.threads = threads;
    }

    /**
     * Starts to serve.
     *
     * @param port      0 takes a free one
     * @param directory of the results, which may not be there yet
     * @param what      this process runs; empty if another does, or did
     */
    public static LiveServer open(int port, Path directory, String what, RunClock clock) {
        boolean own = !what.isEmpty();
        try {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
            LiveSteps steps = new LiveSteps(what);
            ExecutorService threads = Executors.newCachedThreadPool(work -> {
                Thread thread = new Thread(work, "dbharness-watch");
                thread.setDaemon(true);
                return thread;
            });
            LiveFeed feed = new LiveFeed(new RunningFolder(directory), own, steps, clock);
            LiveServer live = new LiveServer(http, directory, steps, feed, threads);
            http.createContext("/", live::answer);
            http.setExecutor(threads);
            http.start();
            threads.execute(feed::run);
            return live;
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot serve the live page on port " + port + ": " + e.getMessage()
                            + "; choose another --watch PORT, or leave the port out for a free one",
                    e);
        }
    }

    /** Where a browser finds it. */
    public String url() {
        return "http://127.0.0.1:" + port() + "/";
    }

    /** Tells pages how far the run has come. */
    public RunListener listener() {
        return steps;
    }

    /** Gives browsers the last page, which is the report if there is one, and ends. */
    @Override
    public void close() {
        feed.end(LAST_PAGE);
        server.stop(0);
        threads.shutdownNow();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.getResponseHeaders().set("X-Frame-Options", "DENY");
            exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
            exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
            String path = exchange.getRequestURI().getPath();
            if (!isForHere(exchange.getRequestHeaders().getFirst("Host"))) {
                // Another name for this address is how a web page elsewhere would get in.
                refuse(exchange, 403, "this page is at " + url());
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                refuse(exchange, 405, "only GET");
            } else if (path.equals("/")) {
                send(exchange, HTML, LivePage.document(feed.first()).getBytes(StandardCharsets.UTF_8));
            } else if (path.equals("/events")) {
                follow(exchange);
            } else {
                file(exchange, path);
            }
        }
    }

    private boolean isForHere(String host) {
        return Set.of("127.0.0.1:" + port(), "localhost:" + port()).contains(String.valueOf(host));
    }

    private void follow(HttpExchange exchange) throws IOException {
        if (!feed.join(MOST_BROWSERS)) {
            refuse(exchange, 503, "too many browsers watch; close one");
            return;
        }
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            LiveFeed.Page page = LiveFeed.Page.NONE;
            while (!page.last()) {
                page = feed.after(page);
                out.write(page.event().getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            feed.leave();
        }
    }

    /** Results and reports, no link out of the folder, and nothing else that may lie there. */
    private void file(HttpExchange exchange, String path) throws IOException {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        Optional<Path> file = type == null ? Optional.empty() : inside(path);
        if (type == null || file.isEmpty()) {
            refuse(exchange, 404, "not here");
        } else {
            send(exchange, type, Files.readAllBytes(file.get()));
        }
    }

    private Optional<Path> inside(String path) throws IOException {
        try {
            Path file = directory.resolve(path.replaceFirst("^/+", ""));
            return Files.isRegularFile(file) && file.toRealPath().startsWith(directory.toRealPath())
                    ? Optional.of(file)
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static void refuse(HttpExchange exchange, int code, String why) throws IOException {
        byte[] body = (why + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    private static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }
}
