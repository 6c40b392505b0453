package io.dbharness.cli.watch;

import com.sun.net.httpserver.HttpExchange;
import io.dbharness.cli.http.LoopbackServer;
import io.dbharness.model.HarnessException;
import io.dbharness.report.page.LivePage;
import io.dbharness.run.RunListener;
import io.dbharness.run.RunningFolder;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the page of a folder of results while it fills, on the loopback address only: the page at {@code /}, newer ones of it as
 * server-sent events at {@code /events}, and the files of the folder. Slow or closed browsers do not delay others.
 * Thread-safe.
 */
public final class LiveServer implements AutoCloseable {

    private static final String HTML = "text/html; charset=utf-8";

    /** Media types of the files in a folder of results. */
    private static final Map<String, String> TYPES = Map.of(
            "html", HTML,
            "json", "application/json",
            "xml", "application/xml",
            "md", "text/plain; charset=utf-8",
            "csv", "text/plain; charset=utf-8",
            "hlog", "text/plain; charset=utf-8");

    /** Each has a thread. */
    private static final int MOST_BROWSERS = 8;

    /** For pages and files. */
    private static final int MOST_REQUESTS = 8;

    /** How long browsers may take to fetch the last page. */
    private static final Duration LAST_PAGE = Duration.ofSeconds(2);

    private final Path directory;
    private final LiveSteps steps;
    private final LiveFeed feed;
    private final LoopbackServer server;
    private final ExecutorService thread;

    private LiveServer(int port, Path directory, LiveSteps steps, LiveFeed feed) throws IOException {
        this.directory = directory;
        this.steps = steps;
        this.feed = feed;
        this.server = LoopbackServer.open(port, "/", MOST_BROWSERS + MOST_REQUESTS, this::answer);
        this.thread = Executors.newSingleThreadExecutor(work -> {
            Thread following = new Thread(work, "dbharness-watch");
            following.setDaemon(true);
            return following;
        });
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
            LiveSteps steps = new LiveSteps(what);
            LiveFeed feed = new LiveFeed(new RunningFolder(directory), own, steps, clock);
            LiveServer live = new LiveServer(port, directory, steps, feed);
            live.thread.execute(feed::run);
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
        return server.url() + "/";
    }

    /** Returns the listener that feeds pages with the progress of the run. */
    public RunListener listener() {
        return steps;
    }

    /** Gives browsers the last page, which is the report if there is one, and ends. */
    @Override
    public void close() {
        feed.end(LAST_PAGE);
        server.close();
        thread.shutdownNow();
    }

    private void answer(HttpExchange exchange, Runnable lasting) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/")) {
            byte[] page = LivePage.document(feed.first()).getBytes(StandardCharsets.UTF_8);
            LoopbackServer.send(exchange, HTML, page);
        } else if (path.equals("/events")) {
            follow(exchange, lasting);
        } else {
            file(exchange, path);
        }
    }

    private void follow(HttpExchange exchange, Runnable lasting) throws IOException {
        if (!feed.join(MOST_BROWSERS)) {
            LoopbackServer.refuse(exchange, 503, "too many browsers watch; close one");
            return;
        }
        try {
            lasting.run();
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
            LoopbackServer.refuse(exchange, 404, "not here");
        } else {
            LoopbackServer.send(exchange, type, Files.readAllBytes(file.get()));
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
}
