package io.dbharness.cli.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.http.LoopbackServer.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(60)
class LoopbackServerTest {

    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final int MOST = 2;

    private static final Answer HELLO = (exchange, lasting) ->
            LoopbackServer.send(exchange, "text/plain", "hello".getBytes(StandardCharsets.US_ASCII));

    private static Socket send(LoopbackServer server, String text) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort());
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static Socket get(LoopbackServer server) throws IOException {
        String host = URI.create(server.url()).getAuthority();
        return send(server, "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    private static String answer(LoopbackServer server) throws IOException {
        try (Socket socket = get(server)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void clientsThatSendHalfARequestTakeFewThreadsAndAreClosedInTime() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try (LoopbackServer server = LoopbackServer.open(0, "/", MOST, SHORT, HELLO)) {
            for (int i = 0; i < 4; i++) {
                slow.add(send(server, "GET / HT"));
            }

            assertThat(answer(server)).endsWith("hello");
            for (Socket socket : slow) {
                assertThat(socket.getInputStream().read()).isNegative();
                socket.close();
            }
            // One more looks at the time.
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().equals("dbharness-http"))
                    .hasSizeLessThanOrEqualTo(MOST + 1);
        }
    }

    @Test
    void aClientThatDoesNotReadItsAnswerIsCutOff() throws IOException {
        byte[] large = new byte[32 << 20];
        Answer answer = (exchange, lasting) -> LoopbackServer.send(exchange, "text/plain", large);
        try (LoopbackServer server = LoopbackServer.open(0, "/", 1, SHORT, answer);
                Socket deaf = get(server)) {
            assertThat(deaf.isConnected()).isTrue();

            // The only thread is free again.
            try (Socket next = get(server)) {
                assertThat(next.getInputStream().read()).isEqualTo('H');
            }
        }
    }

    @Test
    void anAnswerThatLastsHasNoLimit() throws Exception {
        CountDownLatch others = new CountDownLatch(2);
        Answer answer = (exchange, lasting) -> {
            lasting.run();
            HELLO.send(exchange, lasting);
            others.countDown();
        };
        Answer waits = (exchange, lasting) -> {
            lasting.run();
            try {
                others.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            HELLO.send(exchange, lasting);
        };
        try (LoopbackServer slow = LoopbackServer.open(0, "/", 1, SHORT, waits);
                LoopbackServer server = LoopbackServer.open(0, "/", 1, SHORT, answer);
                Socket first = get(slow)) {
            // Requests that are cut off take at least the limit each, so it has passed when all are.
            for (int i = 0; i < 2; i++) {
                try (Socket half = send(server, "GET / HT")) {
                    assertThat(half.getInputStream().read()).isNegative();
                }
                assertThat(answer(server)).endsWith("hello");
            }

            assertThat(new String(first.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .endsWith("hello");
        }
    }
}
