package io.dbharness.cli.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;

/**
 * Serves HTTP on the loopback address of a process that measures: few threads, a limit of time for each request and its answer, and no
 * answer but to GET under its own name. Thread-safe.
 */
public final class LoopbackServer implements AutoCloseable {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final Duration LIMIT = Duration.ofSeconds(5);

    /** Seconds until the JDK's server closes a connection that sends nothing; read once, before the first server of the process. */
    private static final String SILENT_SECONDS = "sun.net.httpserver.maxReqTime";

    private final HttpServer server;
    private final ExchangeThreads threads;

    /** Answers a GET request under this server's name; the exchange is closed afterwards. */
    @FunctionalInterface
    public interface Answer {

        /**
         * Sends the answer.
         *
         * @param lasting to be run before an answer that may take longer than the limit
         */
        void send(HttpExchange exchange, Runnable lasting) throws IOException;
    }

    private LoopbackServer(HttpServer server, ExchangeThreads threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts to serve.
     *
     * @param port   0 takes a free one
     * @param path   below which requests are answered
     * @param most   exchanges at once; others wait
     * @throws IOException when the port cannot be had
     */
    public static LoopbackServer open(int port, String path, int most, Answer answer) throws IOException {
        return open(port, path, most, LIMIT, answer);
    }

    static LoopbackServer open(int port, String path, int most, Duration limit, Answer answer) throws IOException {
        if (System.getProperty(SILENT_SECONDS) == null) {
            System.setProperty(SILENT_SECONDS, Long.toString(LIMIT.toSeconds()));
        }
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
        LoopbackServer server = new LoopbackServer(http, new ExchangeThreads(most, limit));
        http.createContext(path, exchange -> server.answer(exchange, answer));
        http.setExecutor(server.threads);
        http.start();
        return server;
    }

    /** Where it is found, without a path. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private void answer(HttpExchange exchange, Answer answer) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.getResponseHeaders().set("X-Frame-Options", "DENY");
            exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
            exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
            if (!isForHere(exchange.getRequestHeaders().getFirst("Host"))) {
                // Another name for this address is how a web page elsewhere would get in.
                refuse(exchange, 403, "this page is at " + url());
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                refuse(exchange, 405, "only GET");
            } else {
                answer.send(exchange, threads::lasting);
            }
        }
    }

    private boolean isForHere(String host) {
        return Set.of("127.0.0.1:" + port(), "localhost:" + port()).contains(String.valueOf(host));
    }

    /** Answers with a sentence. */
    public static void refuse(HttpExchange exchange, int code, String why) throws IOException {
        send(exchange, code, "text/plain; charset=utf-8", (why + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with a whole body. */
    public static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        send(exchange, 200, type, body);
    }

    private static void send(HttpExchange exchange, int code, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }
}
