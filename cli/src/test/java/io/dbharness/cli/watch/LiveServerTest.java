package io.dbharness.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import io.dbharness.report.page.LivePage;
import io.dbharness.time.SystemClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveServerTest {

    private static final String REPORT =
            "<html>\n<body>\n<header>the report</header><nav></nav>\n<main></main>\n<script>x</script>\n</body>";

    @TempDir
    Path outside;

    @ParameterizedTest(name = "{0} {1} at {2}")
    @CsvSource({
        "GET, /, HOST, 200",
        "GET, /result.json, HOST, 200",
        "GET, /run-001/result.json, HOST, 200",
        "GET, /, evil.example, 403",
        "GET, /, evil.example:PORT, 403",
        "GET, /events, evil.example, 403",
        "POST, /, HOST, 405",
        "PUT, /result.json, HOST, 405",
        "GET, /secret.json, HOST, 404",
        "GET, /../secret.json, HOST, 404",
        "GET, /%2e%2e/secret.json, HOST, 404",
        "GET, //etc/passwd, HOST, 404",
        "GET, /link.json, HOST, 404",
        "GET, /key.pem, HOST, 404",
        "GET, /nothing.html, HOST, 404",
    })
    void onlyReadsOfResultsUnderItsOwnNameAreAnswered(String method, String path, String host, int code)
            throws IOException {
        Path results =
                Files.createDirectories(outside.resolve("results/run-001")).getParent();
        Files.writeString(results.resolve("result.json"), "{}");
        Files.writeString(results.resolve("run-001/result.json"), "{}");
        Files.writeString(results.resolve("key.pem"), "secret");
        Files.writeString(outside.resolve("secret.json"), "secret");
        Files.createSymbolicLink(results.resolve("link.json"), outside.resolve("secret.json"));
        try (LiveServer server = LiveServer.open(0, results, "a run", new SystemClock())) {
            List<String> answer = answer(server, method, path, host);

            assertThat(answer.get(0)).startsWith("HTTP/1.1 " + code);
            assertThat(answer).doesNotContain("secret");
        }
    }

    @Test
    void whoFollowsIsSentStepsAndAtTheEndTheReport() throws IOException {
        LiveServer server = LiveServer.open(0, outside, "a run", new SystemClock());
        try (Socket socket = ask(server, "GET", "/events", "HOST")) {
            BufferedReader lines = reader(socket);
            server.listener().step("loading <rows>");
            assertThat(next(lines, "event: ")).isEqualTo("event: page");
            server.listener().step("loading <more>");
            assertThat(next(lines, "data: <header")).contains("PREPARING").doesNotContain("<more>");

            Files.writeString(outside.resolve("report.html"), REPORT);
            server.close();

            assertThat(lines.lines().toList()).contains("event: end", "data: <header>the report</header><nav></nav>");
        }
    }

    @Test
    void aRunThatLeavesNoReportSaysSo() throws IOException {
        LiveServer server = LiveServer.open(0, outside, "a run", new SystemClock());
        try (Socket socket = ask(server, "GET", "/events", "HOST")) {
            BufferedReader lines = reader(socket);
            next(lines, "event: page");

            server.close();

            assertThat(lines.lines().toList()).contains("event: gone");
        }
    }

    @Test
    void aBrowserThatReadsNothingHoldsNobodyBack() throws IOException {
        LiveServer server = LiveServer.open(0, outside, "a run", new SystemClock());
        try (Socket silent = ask(server, "GET", "/events", "HOST");
                Socket reading = ask(server, "GET", "/events", "HOST")) {
            for (int i = 0; i < 10_000; i++) {
                server.listener().step("step " + i);
            }
            BufferedReader lines = reader(reading);
            next(lines, "event: page");

            server.close();

            assertThat(lines.lines().toList()).contains("event: gone");
            assertThat(silent.isConnected()).isTrue();
        }
    }

    @Test
    void aPortThatIsTakenIsOneSentence() {
        try (LiveServer server = LiveServer.open(0, outside, "a run", new SystemClock())) {
            int taken = URI.create(server.url()).getPort();

            assertThatThrownBy(() -> LiveServer.open(taken, outside, "another", new SystemClock()))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("choose another --watch PORT");
        }
    }

    @Test
    void theDocumentAllowsItsOwnScriptAndNothingFromElsewhere() {
        assertThat(LivePage.document("<header></header>"))
                .contains("default-src 'none'", "connect-src 'self'", "script-src 'sha256-")
                .doesNotContain("unsafe-eval", "http:", "https:");
    }

    private static Socket ask(LiveServer server, String method, String path, String host) throws IOException {
        int port = URI.create(server.url()).getPort();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        String name = host.replace("HOST", "127.0.0.1:" + port).replace("PORT", Integer.toString(port));
        String request = method + " " + path + " HTTP/1.1\r\nHost: " + name
                + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static List<String> answer(LiveServer server, String method, String path, String host) throws IOException {
        try (Socket socket = ask(server, method, path, host)) {
            return reader(socket).lines().toList();
        }
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static String next(BufferedReader lines, String start) throws IOException {
        String line = lines.readLine();
        while (!line.startsWith(start)) {
            line = lines.readLine();
        }
        return line;
    }
}
